import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  isSelf: boolean
  onClose: () => void
}

export function RemoveUser({ accountId, user, isSelf, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name } = user
  const remove = useAct({
    act: () => api.account(accountId).delete('/users/{userId}', { path: { userId } }),
    done: t('users.removed', { name }),
    refresh: [['users', accountId]],
    onDone: onClose,
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
      {isSelf && <Notice tone="bad">{t('users.removeSelf')}</Notice>}
    </ConfirmDialog>
  )
}
