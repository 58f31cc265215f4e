import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { keysAfterChange } from './dossier.queries.ts'
import type { DialogProps } from './edit-dialog.tsx'

/** Into the archive, or out of it. */
export function ArchiveDialog({ dossier, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, archived } = dossier
  const action = archived ? 'reactivate' : 'archive'
  const act = useApiMutation({
    mutationFn: () =>
      archived
        ? api.account(accountId).post('/dossiers/{dossierId}/reactivate', { path: { dossierId } })
        : api.account(accountId).post('/dossiers/{dossierId}/archive', { path: { dossierId } }),
    successMessage: t(`dossier.${action}.done`),
    invalidates: keysAfterChange(accountId, dossierId),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`dossier.${action}.title`)}
      detail={t(`dossier.${action}.detail`)}
      confirm={t(`dossier.${action}.open`)}
      pending={act.isPending}
      onConfirm={() => act.mutate()}
    />
  )
}
