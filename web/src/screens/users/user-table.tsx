import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/index.ts'
import { RoleNames } from '../../parts/roles/role-names.tsx'
import { useUserSight } from '../../parts/units/sight-cell.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { UserActions } from './user-actions.tsx'
import type { User } from './users.queries.ts'
import classes from './users.module.css'

interface Props {
  accountId: number
  users: readonly User[] | null
  /** Whom the server would not let go. */
  onlyAdminId: number | null
}

export function UserTable({ accountId, users, onlyAdminId }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: me } = useQuery(meQuery)
  const isSelf = (user: User) => user.email === me?.email
  const columns: Column<User>[] = [
    { key: 'name', label: t('users.name'), render: (user) => <Name user={user} isSelf={isSelf(user)} /> },
    {
      key: 'roles',
      label: t('users.roles'),
      render: ({ roles }) => (roles.length === 0 ? t('users.noRole') : <RoleNames assigned={roles} />),
    },
    ...useUserSight(accountId),
    { key: 'state', label: t('users.state'), render: (user) => <State user={user} /> },
    {
      key: 'since',
      label: t('users.since'),
      render: ({ createdAt }) => <span className={classes.day}>{format.day(createdAt)}</span>,
    },
    {
      key: 'actions',
      label: t('common.actions'),
      hideLabel: true,
      align: 'end',
      width: '48px',
      render: (user) => (
        <UserActions
          accountId={accountId}
          user={user}
          isSelf={isSelf(user)}
          hasOneAdmin={onlyAdminId !== null}
          isOnlyAdmin={user.userId === onlyAdminId}
        />
      ),
    },
  ]
  return (
    <div className={classes.table}>
      <DataTable
        label={t('users.listLabel')}
        columns={columns}
        rows={users}
        rowKey={({ userId }) => userId}
        skeletonRows={4}
      />
    </div>
  )
}

function Name({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { t } = useTranslation()
  const at = user.email.lastIndexOf('@')
  return (
    <>
      <span className={classes.name}>
        {user.name}
        {isSelf && <Pill tone="info">{t('users.you')}</Pill>}
        {user.managed && <Pill tone="neutral">{t('users.directory')}</Pill>}
        {user.ofDirectory && !user.managed && <Pill tone="neutral">{t('users.provider')}</Pill>}
      </span>
      <span className={classes.email}>
        {user.email.slice(0, at)}
        <wbr />
        {user.email.slice(at)}
      </span>
    </>
  )
}

function State({ user }: { user: User }) {
  const { t } = useTranslation()
  if (!user.active) return <Pill tone="bad">{t('users.suspended')}</Pill>
  return <Pill tone="good">{t('users.active')}</Pill>
}
