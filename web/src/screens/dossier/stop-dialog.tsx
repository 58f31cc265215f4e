import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { keysAfterAnswer } from '../../parts/answer/answer-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { DocumentDialogProps } from './change-document-dialog.tsx'

export function StopDialog({ document, opened, onClose }: DocumentDialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, documentId, documentName } = document
  const stop = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/dossiers/{dossierId}/documents/{documentId}/stop', { path: { dossierId, documentId } }),
    successMessage: t('dossier.stop.done', { name: documentName }),
    invalidates: keysAfterAnswer(accountId, document),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('dossier.stop.title')}
      detail={t('dossier.stop.detail', { name: documentName })}
      confirm={t('dossier.stop.open')}
      tone="danger"
      pending={stop.isPending}
      onConfirm={() => stop.mutate()}
    />
  )
}
