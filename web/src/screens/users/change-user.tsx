import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import { isRole } from '../../parts/roles/roles.ts'
import { Notice } from '../../ui/notice.tsx'
import { useAct } from '../../ui/use-act.ts'
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
  const [name, setName] = useState(user.name)
  const [roles, setRoles] = useState(user.roles.filter(isRole))
  const change = useAct({
    act: () => {
      // A name belongs to the person, whom another account may know: it is sent only when it was changed.
      const body = { roles, ...(name.trim() !== user.name && { name: name.trim() }) }
      return api.patch('/users/{userId}', { accountId, userId: user.userId }, { body })
    },
    done: t('users.changed', { name }),
    refresh: [['users', accountId], ['me']],
    onDone: onClose,
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
      disabled={name.trim() === '' || roles.length === 0 || (isOnlyAdmin && losesAdmin)}
    >
      <TextInput
        label={t('users.name')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RoleChoice
        label={t('users.roles')}
        value={roles}
        onChange={setRoles}
        error={roles.length === 0 ? t('users.rolesNeeded') : null}
      />
      {losesAdmin && isOnlyAdmin && <Notice tone="bad">{t('users.lastAdmin')}</Notice>}
      {losesAdmin && !isOnlyAdmin && isSelf && <Notice tone="warning">{t('users.losingAdmin')}</Notice>}
    </FormDialog>
  )
}
