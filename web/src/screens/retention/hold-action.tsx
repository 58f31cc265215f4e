import type { QueryKey } from '@tanstack/react-query'
import { Text, Textarea } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Deletion } from './retention.queries.ts'

interface Props {
  accountId: number
  deletion: Deletion
}

export function HoldAction({ accountId, deletion }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { legalHold, documentName: name } = deletion
  const common = { accountId, deletion, onClose: () => setOpened(false) }
  return (
    <>
      <ActionsMenu
        label={t('retention.menuFor', { name })}
        actions={[
          {
            label: t(legalHold ? 'retention.lift' : 'retention.hold'),
            icon: IconGavel,
            onClick: () => setOpened(true),
          },
        ]}
      />
      {opened && (legalHold ? <LiftHold {...common} /> : <PutHold {...common} />)}
    </>
  )
}

const changedKeys = (accountId: number, dossierId: number): QueryKey[] => [
  ['retention', accountId],
  ['dossier', accountId, dossierId],
]

function PutHold({ accountId, deletion: { dossierId }, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const hold = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/dossiers/{dossierId}/legal-hold', { path: { dossierId }, body: { reason: reason.trim() } }),
    successMessage: t('retention.holdDone'),
    invalidates: changedKeys(accountId, dossierId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('retention.holdTitle')}
      submit={t('retention.hold')}
      onSubmit={() => hold.mutate()}
      pending={hold.isPending}
      error={hold.error}
      disabled={reason.trim() === ''}
    >
      <Text size="sm">{t('retention.holdDetail')}</Text>
      <Textarea
        label={t('retention.reason')}
        description={t('retention.reasonHelp')}
        data-autofocus
        maxLength={1000}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function LiftHold({ accountId, deletion: { dossierId }, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const lift = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/dossiers/{dossierId}/legal-hold', { path: { dossierId } }),
    successMessage: t('retention.lifted'),
    invalidates: changedKeys(accountId, dossierId),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('retention.liftTitle')}
      detail={t('retention.liftDetail')}
      confirm={t('retention.lift')}
      tone="danger"
      onConfirm={() => lift.mutate()}
      pending={lift.isPending}
    />
  )
}
