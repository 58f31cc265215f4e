import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { afterAnswer } from '../../parts/answer/answer-queries.ts'
import type { GivenAnswer } from '../../parts/answer/answer-types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useAct } from '../../ui/use-act.ts'
import type { DocumentDialogProps } from './change-document-dialog.tsx'

type Props = DocumentDialogProps & { answer: GivenAnswer | undefined }

/** Takes back an answer nobody has decided on. */
export function WithdrawDialog({ document, answer, opened, onClose }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const withdraw = useAct({
    act: () =>
      api
        .account(accountId)
        .post('/responses/{responseId}/withdraw', { path: { responseId: answer?.responseId ?? 0 } }),
    done: t('dossier.withdraw.done'),
    refresh: afterAnswer(accountId, document),
    onDone: onClose,
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
