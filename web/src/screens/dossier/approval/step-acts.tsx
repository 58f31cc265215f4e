import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconCheck, IconUserShare, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { myIdQuery } from '../../../parts/comments/comments.queries.ts'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { PersonInput } from '../../../parts/people/person-input.tsx'
import type { PersonName } from '../../../parts/people/use-people-search.ts'
import { useAccountId } from '../../../ui/use-account-id.ts'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import type { Dossier } from '../dossier.queries.ts'
import { keysAfterDecision, type ApprovalStep } from './approval.queries.ts'

interface Props {
  dossier: Dossier
  step: ApprovalStep
}

type Outcome = 'APPROVED' | 'REFUSED'

/** For whom the open step waits; nobody else is offered anything. */
export function StepActs({ dossier, step }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Outcome | 'delegate' | null>(null)
  const close = () => setOpen(null)
  if (step.caller !== 'CAN_DECIDE') return null
  return (
    <Group gap="xs" mt={4}>
      <Button
        size="sm"
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        onClick={() => setOpen('APPROVED')}
      >
        {t('approval.approve')}
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconX size={16} aria-hidden="true" />}
        onClick={() => setOpen('REFUSED')}
      >
        {t('approval.refuse')}
      </Button>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconUserShare size={16} aria-hidden="true" />}
        onClick={() => setOpen('delegate')}
      >
        {t('approval.delegate')}
      </Button>
      {open === 'delegate' && <Delegate dossier={dossier} step={step} onClose={close} />}
      {(open === 'APPROVED' || open === 'REFUSED') && (
        <Decide dossier={dossier} step={step} outcome={open} onClose={close} />
      )}
    </Group>
  )
}

function Decide({ dossier, step, outcome, onClose }: Props & { outcome: Outcome; onClose: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId } = dossier
  const [remark, setRemark] = useState('')
  const isRefusal = outcome === 'REFUSED'
  const decide = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/dossiers/{dossierId}/approval/steps/{key}/decision', {
        path: { dossierId, key: step.key },
        body: { outcome, remark: remark.trim() === '' ? null : remark.trim() },
      }),
    successMessage: t(`approval.said.${outcome}`),
    invalidates: keysAfterDecision(accountId, dossierId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(isRefusal ? 'approval.refuseTitle' : 'approval.approveTitle', { step: step.title })}
      submit={t(isRefusal ? 'approval.refuse' : 'approval.approve')}
      danger={isRefusal}
      onSubmit={() => decide.mutate()}
      pending={decide.isPending}
      error={decide.error}
      disabled={isRefusal && remark.trim() === ''}
    >
      <Text size="sm">{t(isRefusal ? 'approval.refuseDetail' : 'approval.approveDetail')}</Text>
      <Textarea
        data-autofocus
        label={t(isRefusal ? 'approval.reason' : 'approval.remark')}
        required={isRefusal}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4_000}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function Delegate({ dossier, step, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, thirdpartyId } = dossier
  const { data: me } = useQuery(myIdQuery)
  const [person, setPerson] = useState<PersonName | null>(null)
  const delegate = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/dossiers/{dossierId}/approval/steps/{key}/delegation', {
        path: { dossierId, key: step.key },
        body: { toUserId: person?.userId ?? 0 },
      }),
    successMessage: t('approval.said.delegated', { name: person?.name ?? '' }),
    invalidates: keysAfterDecision(accountId, dossierId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('approval.delegate')}
      submit={t('approval.delegateSubmit')}
      onSubmit={() => delegate.mutate()}
      pending={delegate.isPending}
      error={delegate.error}
      disabled={person === null}
    >
      <Text size="sm">{t('approval.delegateDetail')}</Text>
      <PersonInput
        accountId={accountId}
        thirdpartyId={thirdpartyId}
        label={t('approval.delegateWho')}
        except={me ?? undefined}
        value={person}
        onChange={setPerson}
      />
    </FormDialog>
  )
}
