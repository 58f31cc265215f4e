import { Textarea, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { keysAfterChange } from './dossier.queries.ts'
import type { DialogProps } from './edit-dialog.tsx'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'

/** Nothing of a held dossier is deleted, whatever the retention says. */
export function HoldDialog({ hold, ...props }: DialogProps & { hold: string | null }) {
  return hold === null ? <Begin {...props} /> : <Lift {...props} />
}

function Begin({ dossier: { dossierId }, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [reason, setReason] = useState('')
  const begin = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/dossiers/{dossierId}/legal-hold', { path: { dossierId }, body: { reason: reason.trim() } }),
    successMessage: t('dossier.hold.done'),
    invalidates: keysAfterChange(accountId, dossierId),
    onSuccess: () => {
      setReason('')
      onClose()
    },
    silent: true,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('dossier.hold.open')}
      submit={t('dossier.hold.open')}
      pending={begin.isPending}
      error={begin.error}
      disabled={reason.trim() === ''}
      onSubmit={() => begin.mutate()}
    >
      <Text size="sm" c="dimmed">
        {t('dossier.hold.lead')}
      </Text>
      <Textarea
        label={t('dossier.hold.reason')}
        description={t('dossier.hold.reasonHelp')}
        required
        maxLength={1000}
        autosize
        minRows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function Lift({ dossier: { dossierId }, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const lift = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/dossiers/{dossierId}/legal-hold', { path: { dossierId } }),
    successMessage: t('dossier.hold.lifted'),
    invalidates: keysAfterChange(accountId, dossierId),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('dossier.hold.lift')}
      detail={t('dossier.hold.liftDetail')}
      confirm={t('dossier.hold.lift')}
      pending={lift.isPending}
      onConfirm={() => lift.mutate()}
    />
  )
}
