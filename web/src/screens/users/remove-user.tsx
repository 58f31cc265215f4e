import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  isSelf: boolean
  onClose: () => void
}

export function RemoveUser({ accountId, user, isSelf, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name, managed } = user
  const remove = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/users/{userId}', { path: { userId } }),
    successMessage: t('users.removed', { name }),
    invalidates: [['users', accountId]],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('users.removeTitle', { name })}
      detail={t('users.removeDetail')}
      confirm={t('common.remove')}
      tone="danger"
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
    >
      {managed && <Notice tone="warning">{t('users.removeManaged')}</Notice>}
      {isSelf && <Notice tone="bad">{t('users.removeSelf')}</Notice>}
    </ConfirmDialog>
  )
}
