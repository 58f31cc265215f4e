import { Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RoleNames } from '../../parts/roles/role-names.tsx'
import { isAhead } from '../../parts/secrets/is-ahead.ts'
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
    { key: 'scopes', label: t('clients.scopes'), render: ({ scopes }) => <RoleNames held={scopes} /> },
    { key: 'state', label: t('clients.state'), render: (client) => <State client={client} /> },
    {
      key: 'lastUsed',
      label: t('clients.lastUsed'),
      render: ({ lastUsedAt }) => (lastUsedAt === null ? t('clients.never') : format.ago(lastUsedAt)),
    },
    { key: 'created', label: t('clients.created'), render: ({ createdAt }) => format.day(createdAt) },
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
    <DataTable
      label={t('clients.listLabel')}
      columns={columns}
      rows={clients}
      rowKey={({ id }) => id}
      skeletonRows={3}
    />
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

function State({ client: { active, previousSecretUntil } }: { client: Client }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!active) return <Pill tone="neutral">{t('clients.inactive')}</Pill>
  if (!isAhead(previousSecretUntil)) return <Pill tone="good">{t('clients.active')}</Pill>
  return <Pill tone="warning">{t('clients.twoSecrets', { until: format.moment(previousSecretUntil) })}</Pill>
}
