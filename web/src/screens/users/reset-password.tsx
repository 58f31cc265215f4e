import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  onClose: () => void
}

export function ResetPassword({ accountId, user, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name, email } = user
  const reset = useAct({
    act: () => api.account(accountId).post('/users/{userId}/password-reset', { path: { userId } }),
    done: t('users.resetSent', { email }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('users.resetTitle', { name })}
      detail={t('users.resetDetail', { email })}
      confirm={t('users.resetSend')}
      onConfirm={() => reset.mutate()}
      pending={reset.isPending}
    />
  )
}
