import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pill } from '../../ui/pill.tsx'
import type { Webhook } from './webhooks.queries.ts'

export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, stateSince, failingSince, lastSuccessAt } = webhook
  if (state === 'PAUSED') {
    return <Pill tone="neutral">{t('webhooks.health.paused', { since: format.day(stateSince) })}</Pill>
  }
  if (state === 'DISABLED') {
    return <Pill tone="bad">{t('webhooks.health.disabled', { since: format.day(stateSince) })}</Pill>
  }
  if (failingSince !== null) {
    return <Pill tone="warning">{t('webhooks.health.failing', { since: format.day(failingSince) })}</Pill>
  }
  if (lastSuccessAt === null) return <Pill tone="info">{t('webhooks.health.untried')}</Pill>
  return <Pill tone="good">{t('webhooks.health.good')}</Pill>
}

/** Why nothing is sent, or what goes wrong, and what helps; nothing when all is well. */
export function HealthNotice({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { state, stateReason, failingSince, consecutiveFailures } = webhook
  if (state !== 'ACTIVE' && stateReason !== null) {
    return (
      <Notice tone={state === 'DISABLED' ? 'bad' : 'info'}>
        <span>{t(`webhooks.reason.${stateReason}`)}</span>
      </Notice>
    )
  }
  if (failingSince === null) return null
  return (
    <Notice tone="warning">
      <span>{t('webhooks.failing', { count: consecutiveFailures })}</span>
    </Notice>
  )
}
