import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useAct } from '../../ui/use-act.ts'
import { afterChange } from './dossier.queries.ts'
import type { DialogProps } from './edit-dialog.tsx'

/** Into the archive, or out of it. */
export function ArchiveDialog({ dossier, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, archived } = dossier
  const deed = archived ? 'reactivate' : 'archive'
  const act = useAct({
    act: () =>
      archived
        ? api.account(accountId).post('/dossiers/{dossierId}/reactivate', { path: { dossierId } })
        : api.account(accountId).post('/dossiers/{dossierId}/archive', { path: { dossierId } }),
    done: t(`dossier.${deed}.done`),
    refresh: afterChange(accountId, dossierId),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`dossier.${deed}.title`)}
      detail={t(`dossier.${deed}.detail`)}
      confirm={t(`dossier.${deed}.open`)}
      pending={act.isPending}
      onConfirm={() => act.mutate()}
    />
  )
}
