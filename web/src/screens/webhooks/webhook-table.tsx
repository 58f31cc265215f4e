import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { WebhookHealth } from './webhook-health.tsx'
import type { Webhook } from './webhooks.queries.ts'
import classes from './webhooks.module.css'

interface Props {
  accountId: number
  webhooks: readonly Webhook[] | null
}

export function WebhookTable({ accountId, webhooks }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Webhook>[] = [
    {
      key: 'address',
      label: t('webhooks.address'),
      render: ({ endpointId, url, description }) => (
        <>
          <Link
            to="/account/$accountId/settings/webhooks/$endpointId"
            params={{ accountId, endpointId }}
            className={classes.address}
          >
            {url}
          </Link>
          {description !== '' && <span className={classes.purpose}>{description}</span>}
        </>
      ),
    },
    {
      key: 'events',
      label: t('webhooks.events'),
      render: ({ eventNames: { length: count }, classes: sent }) => (
        <>
          {!sent.includes('EVENTS') && t('webhooks.noEvents')}
          {sent.includes('EVENTS') &&
            (count === 0 ? t('webhooks.allEvents') : t('webhooks.eventCount', { count }))}
          {sent.includes('SCREENING') && <span className={classes.purpose}>{t('webhooks.hitsSent')}</span>}
        </>
      ),
    },
    { key: 'state', label: t('webhooks.state'), render: (webhook) => <WebhookHealth webhook={webhook} /> },
    {
      key: 'lastSuccess',
      label: t('webhooks.lastSuccess'),
      render: ({ lastSuccessAt }) =>
        lastSuccessAt === null ? t('webhooks.never') : format.ago(lastSuccessAt),
    },
  ]
  return (
    <DataTable
      label={t('webhooks.listLabel')}
      columns={columns}
      rows={webhooks}
      rowKey={({ endpointId }) => endpointId}
      skeletonRows={3}
    />
  )
}
