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

/** Days are typed; a consequence that is switched off has none. */
type Days = number | '' | null

const usualDays = { action: 14, escalation: 30 } as const

export function OverdueDialog({ accountId, type: { name, policy }, onClose }: Props) {
  const { t } = useTranslation()
  const [action, setAction] = useState<Days>(policy.actionDays)
  const [escalation, setEscalation] = useState<Days>(policy.escalationDays)
  const save = useApiMutation({
    mutationFn: () => {
      // What this page does not show stays as it is.
      const { dossierTypeCode, ...kept } = policy
      return api.account(accountId).put('/overdue-policies/{dossierTypeCode}', {
        path: { dossierTypeCode },
        body: {
          ...kept,
          actionDays: action === '' ? null : action,
          escalationDays: escalation === '' ? null : escalation,
        },
      })
    },
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
      disabled={action === '' || escalation === ''}
    >
      <Consequence what="action" days={action} onChange={setAction} />
      <Consequence what="escalation" days={escalation} onChange={setEscalation} />
    </FormDialog>
  )
}

interface ConsequenceProps {
  what: keyof typeof usualDays
  days: Days
  onChange: (days: Days) => void
}

function Consequence({ what, days, onChange }: ConsequenceProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Switch
        label={t(`policies.${what}`)}
        description={t(`policies.${what}Help`)}
        checked={days !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usualDays[what] : null)}
      />
      {days !== null && (
        <NumberInput
          w={200}
          ml={46}
          label={t('policies.after')}
          aria-label={`${t(`policies.${what}`)}: ${t('policies.after')}`}
          min={0}
          max={3660}
          allowDecimal={false}
          allowNegative={false}
          value={days}
          onChange={(value) => onChange(value === '' ? '' : Number(value))}
        />
      )}
    </Stack>
  )
}
