import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { afterAnswer } from '../../parts/answer/answer-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useAct } from '../../ui/use-act.ts'
import type { DocumentDialogProps } from './change-document-dialog.tsx'

export function StopDialog({ document, opened, onClose }: DocumentDialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, documentId, documentName } = document
  const stop = useAct({
    act: () =>
      api
        .account(accountId)
        .post('/dossiers/{dossierId}/documents/{documentId}/stop', { path: { dossierId, documentId } }),
    done: t('dossier.stop.done', { name: documentName }),
    refresh: afterAnswer(accountId, document),
    onDone: onClose,
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
