import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  onClose: () => void
}

export function ResetPassword({ accountId, user, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name, email } = user
  const reset = useApiMutation({
    mutationFn: () => api.account(accountId).post('/users/{userId}/password-reset', { path: { userId } }),
    successMessage: t('users.resetSent', { email }),
    onSuccess: onClose,
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
