import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { isAhead } from '../../parts/secrets/is-ahead.ts'
import { eventLabel } from '../../parts/timeline/event-text.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useRights } from '../../ui/use-rights.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { SettingsActions } from './settings-actions.tsx'
import { TestSend } from './test-send.tsx'
import { HealthNotice, WebhookHealth } from './webhook-health.tsx'
import { webhookQuery, type Webhook } from './webhooks.queries.ts'
import classes from './webhooks.module.css'

const here = '/account/$accountId/settings/webhooks/$endpointId'

export function WebhookPage() {
  const { t } = useTranslation()
  const { accountId, endpointId } = useParams({ from: here })
  const { audit, administer } = useRights(accountId)
  const query = useQuery({ ...webhookQuery(accountId, endpointId), enabled: audit })
  const webhook = query.data
  const back = (
    <BackLink to="/account/$accountId/settings/webhooks" params={{ accountId }}>
      {t('webhooks.all')}
    </BackLink>
  )
  if (!audit) return <AskAdministrator detail={t('webhooks.reserved')} />
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('webhooks.oneFailed')} error={query.error} onRetry={retry} />
  }
  return (
    <>
      <PageHeader
        title={webhook?.url ?? '…'}
        pageTitle={t('webhooks.title')}
        back={back}
        lead={webhook?.description === '' ? undefined : webhook?.description}
        meta={webhook && <WebhookHealth webhook={webhook} />}
        actions={webhook && administer ? <TestSend accountId={accountId} webhook={webhook} /> : undefined}
      />
      <div className={classes.stack}>
        {webhook === undefined ? (
          <Skeleton height={230} radius={12} />
        ) : (
          <WebhookSettings accountId={accountId} webhook={webhook} mayChange={administer} />
        )}
        <DeliveryLog accountId={accountId} endpointId={endpointId} mayChange={administer} />
      </div>
    </>
  )
}

interface SettingsProps {
  accountId: number
  webhook: Webhook
  mayChange: boolean
}

function WebhookSettings({ accountId, webhook, mayChange }: SettingsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { eventNames, classes: sent, lastSuccessAt, createdAt, reached } = webhook
  const chosen = (
    <span className={classes.chips}>
      {eventNames.map((name) => (
        <span key={name} className={classes.chip}>
          {eventLabel(t, name)}
        </span>
      ))}
    </span>
  )
  return (
    <>
      <HealthNotice webhook={webhook} />
      <Panel
        title={t('webhooks.settings')}
        actions={mayChange ? <SettingsActions accountId={accountId} webhook={webhook} /> : undefined}
      >
        <Facts
          facts={[
            {
              label: t('webhooks.events'),
              value: useEventsText(webhook) ?? chosen,
            },
            {
              label: t('screening.title'),
              value: sent.includes('SCREENING') ? t('webhooks.hitsSent') : null,
              optional: true,
            },
            {
              label: t('webhooks.lastSuccess'),
              value: lastSuccessAt === null ? t('webhooks.never') : format.moment(lastSuccessAt),
            },
            { label: t('webhooks.reached'), value: format.number(reached) },
            { label: t('webhooks.created'), value: format.day(createdAt) },
            { label: t('webhooks.secret'), value: useRotation(webhook), optional: true },
          ]}
        />
      </Panel>
    </>
  )
}

/** Null where some were chosen. */
function useEventsText({ eventNames, classes: sent }: Webhook): string | null {
  const { t } = useTranslation()
  if (!sent.includes('EVENTS')) return t('webhooks.noEvents')
  return eventNames.length === 0 ? t('webhooks.allEvents') : null
}

function useRotation({ previousSecretUntil }: Webhook): string | null {
  const { t } = useTranslation()
  const format = useFormat()
  if (!isAhead(previousSecretUntil)) return null
  return t('webhooks.twoSecrets', { until: format.moment(previousSecretUntil) })
}
