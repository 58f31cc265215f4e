import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RoleNames } from '../../parts/roles/role-names.tsx'
import { useUnits } from '../../parts/units/use-units.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { GroupRoles } from './group-roles.tsx'
import { groupsQuery, type DirectoryGroup } from './provisioning.queries.ts'
import classes from './provisioning.module.css'

/** The groups the directory has sent, and what each gives. */
export function DirectoryGroups({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<DirectoryGroup | null>(null)
  return (
    <Panel title={t('provisioning.groups')} help={t('provisioning.groupsHelp')}>
      <GroupTable accountId={accountId} onChoose={setChosen} />
      {chosen !== null && <GroupRoles accountId={accountId} group={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

interface TableProps {
  accountId: number
  onChoose: (group: DirectoryGroup) => void
}

function GroupTable({ accountId, onChoose }: TableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(groupsQuery(accountId))
  const { choices, nameOf } = useUnits(accountId)
  const sightOf = ({ units }: DirectoryGroup) => {
    if (units === null) return null
    if (units === 'ALL') return t('units.sight.everything')
    return units.map((unitId) => nameOf(unitId) ?? '…').join(', ') || t('units.sight.none')
  }
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('provisioning.groupsFailed')} error={query.error} onRetry={retry} />
  }
  const groups = query.data?.content ?? null
  if (groups?.length === 0) return <span className={classes.none}>{t('provisioning.noGroups')}</span>
  const columns: Column<DirectoryGroup>[] = [
    { key: 'name', label: t('provisioning.group'), render: ({ displayName }) => displayName },
    {
      key: 'members',
      label: t('provisioning.members'),
      render: ({ members }) => format.number(members),
    },
    { key: 'roles', label: t('provisioning.roles'), render: (group) => <Given group={group} /> },
    ...(choices.length === 0 ? [] : [{ key: 'units', label: t('units.sight.column'), render: sightOf }]),
    {
      key: 'actions',
      label: t('common.actions'),
      hideLabel: true,
      align: 'end',
      render: (group) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('provisioning.chooseFor', { name: group.displayName })}
          onClick={() => onChoose(group)}
        >
          {t('provisioning.choose')}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label={t('provisioning.groups')}
      columns={columns}
      rows={groups}
      rowKey={({ groupId }) => groupId}
      skeletonRows={2}
    />
  )
}

function Given({ group: { roles } }: { group: DirectoryGroup }) {
  const { t } = useTranslation()
  if (roles.length === 0) return <span className={classes.none}>{t('provisioning.gives')}</span>
  return <RoleNames assigned={roles} />
}
