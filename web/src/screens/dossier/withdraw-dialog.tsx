import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { keysAfterAnswer } from '../../parts/answer/answer-queries.ts'
import type { GivenAnswer } from '../../parts/answer/answer-types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { DocumentDialogProps } from './change-document-dialog.tsx'

type Props = DocumentDialogProps & { answer: GivenAnswer | undefined }

/** Takes back an answer nobody has decided on. */
export function WithdrawDialog({ document, answer, opened, onClose }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const withdraw = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/responses/{responseId}/withdraw', { path: { responseId: answer?.responseId ?? 0 } }),
    successMessage: t('dossier.withdraw.done'),
    invalidates: keysAfterAnswer(accountId, document),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('dossier.withdraw.open')}
      detail={t('dossier.withdraw.detail')}
      confirm={t('dossier.withdraw.open')}
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
    />
  )
}
