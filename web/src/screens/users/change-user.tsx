import { Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import { isRole } from '../../parts/roles/roles.ts'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { usersQuery, type User } from './users.queries.ts'

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
  const [managerUserId, setManager] = useState(user.managerUserId)
  const change = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/users/{userId}', {
        path: { userId: user.userId },
        body: { roles, managerUserId },
      }),
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
      <ManagerChoice accountId={accountId} user={user} value={managerUserId} onChange={setManager} />
      {user.ofDirectory && <Notice tone="info">{t('users.providerGives')}</Notice>}
      {losesAdmin && isOnlyAdmin && <Notice tone="bad">{t('users.lastAdmin')}</Notice>}
      {losesAdmin && !isOnlyAdmin && isSelf && <Notice tone="warning">{t('users.losingAdmin')}</Notice>}
    </FormDialog>
  )
}

interface ManagerProps {
  accountId: number
  user: User
  value: number | null
  onChange: (userId: number | null) => void
}

/** Among the people the table has loaded; somebody else who was chosen before stays, by number. */
function ManagerChoice({ accountId, user, value, onChange }: ManagerProps) {
  const { t } = useTranslation()
  const users = useInfiniteQuery(usersQuery(accountId))
  const people = (users.data?.pages ?? []).flatMap(({ content }) => content)
  const options = people
    .filter(({ userId }) => userId !== user.userId)
    .map(({ userId, name, email }) => ({ value: String(userId), label: `${name} (${email})` }))
  const isKnown = value === null || options.some((option) => option.value === String(value))
  return (
    <Select
      label={t('users.manager')}
      description={t('users.managerHelp')}
      placeholder={t('users.noManager')}
      data={isKnown ? options : [...options, { value: String(value), label: `#${value}` }]}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('users.noManager') }}
      mt="md"
    />
  )
}
