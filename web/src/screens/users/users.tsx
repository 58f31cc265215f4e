import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AddUser } from './add-user.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { UserTable } from './user-table.tsx'
import { WaitingResets } from './waiting-resets.tsx'
import { usersQuery, type User } from './users.queries.ts'
import classes from './users.module.css'

export function Users() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const [adding, { open, close }] = useDisclosure(false)
  const add = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={open}>
      {t('users.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('users.title')}
        lead={administer ? t('users.lead') : undefined}
        actions={administer ? add : undefined}
      />
      {administer ? <UserList accountId={accountId} /> : <AskAdministrator detail={t('users.reserved')} />}
      {administer && <AddUser accountId={accountId} opened={adding} onClose={close} />}
    </>
  )
}

function UserList({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(usersQuery(accountId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('users.loadFailed')} error={query.error} onRetry={retry} />
  }
  const all = query.data?.pages.flatMap((page) => page.content) ?? null
  const only = query.hasNextPage ? null : onlyAdministrator(all ?? [])
  return (
    <div className={classes.stack}>
      {only !== null && (
        <Notice tone="info" title={t('users.oneAdmin')}>
          <span>{t('users.oneAdminDetail', { name: only.name })}</span>
        </Notice>
      )}
      {all?.some(({ managed }) => managed) === true && (
        <Notice tone="info">{t('users.managedDetail')}</Notice>
      )}
      {all !== null && <WaitingResets accountId={accountId} users={all} />}
      <UserTable accountId={accountId} users={all} onlyAdminId={only?.userId ?? null} />
      <LoadMore query={query} />
      <OpenInvitations accountId={accountId} />
    </div>
  )
}

function onlyAdministrator(all: readonly User[]): User | null {
  const admins = all.filter(({ active, roles }) => active && roles.includes('ADMIN'))
  return admins.length === 1 ? (admins[0] ?? null) : null
}
