import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import { isRole } from '../../parts/roles/roles.ts'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  isSelf: boolean
  isOnlyAdmin: boolean
  onClose: () => void
}

export function ChangeUser({ accountId, user, isSelf, isOnlyAdmin, onClose }: Props) {
  const { t } = useTranslation()
  const [roles, setRoles] = useState(user.roles.filter(isRole))
  const change = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/users/{userId}', { path: { userId: user.userId }, body: { roles } }),
    successMessage: t('users.changed', { name: user.name }),
    invalidates: [['users', accountId], ['me']],
    onSuccess: onClose,
    silent: true,
  })
  const losesAdmin = user.roles.includes('ADMIN') && !roles.includes('ADMIN')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('users.changeTitle', { name: user.name })}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
      disabled={roles.length === 0 || (isOnlyAdmin && losesAdmin)}
    >
      <RoleChoice
        label={t('users.roles')}
        value={roles}
        onChange={setRoles}
        error={roles.length === 0 ? t('users.rolesNeeded') : null}
      />
      {user.ofDirectory && <Notice tone="info">{t('users.providerGives')}</Notice>}
      {losesAdmin && isOnlyAdmin && <Notice tone="bad">{t('users.lastAdmin')}</Notice>}
      {losesAdmin && !isOnlyAdmin && isSelf && <Notice tone="warning">{t('users.losingAdmin')}</Notice>}
    </FormDialog>
  )
}
