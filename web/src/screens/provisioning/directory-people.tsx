import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../api/index.ts'
import { RoleNames } from '../../parts/roles/role-names.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { managedQuery } from './provisioning.queries.ts'
import classes from './provisioning.module.css'

type Person = Row<'listUsers'>

/** Whom the directory has sent. */
export function DirectoryPeople({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const all = (
    <ButtonLink size="xs" variant="default" to="/account/$accountId/settings/users" params={{ accountId }}>
      {t('provisioning.all')}
    </ButtonLink>
  )
  return (
    <Panel title={t('provisioning.people')} help={t('provisioning.peopleHelp')} actions={all}>
      <PeopleTable accountId={accountId} />
    </Panel>
  )
}

function PeopleTable({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(managedQuery(accountId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('provisioning.peopleFailed')} error={query.error} onRetry={retry} />
  }
  const people = query.data?.pages.flatMap((page) => page.content) ?? null
  if (people?.length === 0) return <span className={classes.none}>{t('provisioning.noPeople')}</span>
  const columns: Column<Person>[] = [
    {
      key: 'name',
      label: t('users.name'),
      render: ({ name, email }) => (
        <>
          {name}
          <span className={classes.facts}>{email}</span>
        </>
      ),
    },
    {
      key: 'roles',
      label: t('users.roles'),
      render: ({ roles }) =>
        roles.length === 0 ? (
          <span className={classes.none}>{t('provisioning.noRoleYet')}</span>
        ) : (
          <RoleNames assigned={roles} />
        ),
    },
    {
      key: 'state',
      label: t('users.state'),
      render: ({ active }) => (
        <Pill tone={active ? 'good' : 'bad'}>{t(active ? 'users.active' : 'users.suspended')}</Pill>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label={t('provisioning.people')}
        columns={columns}
        rows={people}
        rowKey={({ userId }) => userId}
        skeletonRows={2}
      />
      <LoadMore query={query} />
    </>
  )
}
