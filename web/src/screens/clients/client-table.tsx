import { Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RoleNames } from '../../parts/roles/role-names.tsx'
import { useClientSight } from '../../parts/units/sight-cell.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { ClientActions } from './client-actions.tsx'
import type { Client } from './clients.queries.ts'
import classes from './clients.module.css'

interface Props {
  accountId: number
  clients: readonly Client[] | null
}

export function ClientTable({ accountId, clients }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Client>[] = [
    { key: 'name', label: t('clients.name'), render: (client) => <Name client={client} /> },
    { key: 'scopes', label: t('clients.scopes'), render: ({ scopes }) => <RoleNames assigned={scopes} /> },
    ...useClientSight(accountId),
    { key: 'state', label: t('clients.state'), render: (client) => <State client={client} /> },
    {
      key: 'lastUsed',
      label: t('clients.lastUsed'),
      render: ({ lastUsedAt }) => (lastUsedAt === null ? t('clients.never') : format.ago(lastUsedAt)),
    },
    {
      key: 'created',
      label: t('clients.created'),
      render: ({ createdAt }) => <span className={classes.day}>{format.day(createdAt)}</span>,
    },
    {
      key: 'actions',
      label: t('common.actions'),
      hideLabel: true,
      align: 'end',
      width: '48px',
      render: (client) => (client.active ? <ClientActions accountId={accountId} client={client} /> : ' '),
    },
  ]
  return (
    <div className={classes.table}>
      <DataTable
        label={t('clients.listLabel')}
        columns={columns}
        rows={clients}
        rowKey={({ id }) => id}
        skeletonRows={3}
      />
    </div>
  )
}

function Name({ client }: { client: Client }) {
  return (
    <>
      {client.name}
      <span className={classes.id}>
        <Code>{client.clientId}</Code>
      </span>
    </>
  )
}

function State({ client: { active, secrets, keys, allowedAddresses } }: { client: Client }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!active) return <Pill tone="neutral">{t('clients.inactive')}</Pill>
  const ending = secrets.filter(({ endsSoon }) => endsSoon)
  const isStuck = keys.length === 0 && secrets.every(({ ended }) => ended)
  return (
    <span className={classes.pills}>
      {isStuck ? (
        <Pill tone="bad">{t('clients.noneInForce')}</Pill>
      ) : (
        <Pill tone="good">{t('clients.active')}</Pill>
      )}
      {ending.map(({ id, expiresAt }) => (
        <Pill key={id} tone="warning">
          {t('clients.secretEnds', { date: expiresAt && format.day(expiresAt) })}
        </Pill>
      ))}
      {keys.length > 0 && <Pill tone="neutral">{t('clients.keyCount', { count: keys.length })}</Pill>}
      {allowedAddresses.length > 0 && <Pill tone="neutral">{t('clients.fenced')}</Pill>}
    </span>
  )
}
