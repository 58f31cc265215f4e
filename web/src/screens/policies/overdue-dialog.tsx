import { NumberInput, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { LateType } from './policies.queries.ts'

interface Props {
  accountId: number
  type: LateType
  onClose: () => void
}

/** Typed; null while the consequence is switched off. */
type Figure = number | '' | null

const consequences = {
  action: { usual: 14, most: 3660, label: 'policies.after' },
  cap: { usual: 60, most: 100, label: 'policies.atMost' },
  escalation: { usual: 30, most: 3660, label: 'policies.after' },
} as const

export function OverdueDialog({ accountId, type: { name, policy }, onClose }: Props) {
  const { t } = useTranslation()
  const [action, setAction] = useState<Figure>(policy.actionDays)
  const [cap, setCap] = useState<Figure>(policy.capRating)
  const [escalation, setEscalation] = useState<Figure>(policy.escalationDays)
  const save = useApiMutation({
    mutationFn: () =>
      api.account(accountId).put('/overdue-policies/{dossierTypeCode}', {
        path: { dossierTypeCode: policy.dossierTypeCode },
        body: {
          actionDays: given(action),
          escalationDays: given(escalation),
          capRating: action === null ? null : given(cap),
        },
      }),
    successMessage: t('policies.lateSaved', { name }),
    invalidates: [
      ['overdue-policies', accountId],
      ['settings', accountId],
      ['dossiers', accountId],
    ],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('policies.lateTitle', { name })}
      submit={t('common.save')}
      onSubmit={() => save.mutate()}
      pending={save.isPending}
      error={save.error}
      disabled={[action, cap, escalation].includes('')}
    >
      <Consequence what="action" figure={action} onChange={setAction} />
      {action !== null && <Consequence what="cap" figure={cap} onChange={setCap} />}
      <Consequence what="escalation" figure={escalation} onChange={setEscalation} />
    </FormDialog>
  )
}

const given = (figure: Figure) => (figure === '' ? null : figure)

interface ConsequenceProps {
  what: keyof typeof consequences
  figure: Figure
  onChange: (figure: Figure) => void
}

function Consequence({ what, figure, onChange }: ConsequenceProps) {
  const { t } = useTranslation()
  const { usual, most, label } = consequences[what]
  return (
    <Stack gap="xs">
      <Switch
        label={t(`policies.${what}`)}
        description={t(`policies.${what}Help`)}
        checked={figure !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usual : null)}
      />
      {figure !== null && (
        <NumberInput
          w={200}
          ml={46}
          label={t(label)}
          aria-label={`${t(`policies.${what}`)}: ${t(label)}`}
          min={0}
          max={most}
          allowDecimal={false}
          allowNegative={false}
          value={figure}
          onChange={(value) => onChange(value === '' ? '' : Number(value))}
        />
      )}
    </Stack>
  )
}
