import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { CodeBlock } from './code-block.tsx'
import { errorText } from './error-text.ts'
import { deliveryQuery, type Delivery, type DeliveryDetail as Detail } from './webhooks.queries.ts'
import classes from './webhooks.module.css'

interface Props {
  accountId: number
  endpointId: number
  delivery: Delivery
  mayChange: boolean
}

/** Every attempt with the kind of its answer, and the message itself. */
export function DeliveryDetail({ accountId, endpointId, delivery, mayChange }: Props) {
  const { t } = useTranslation()
  const query = useQuery(deliveryQuery(accountId, endpointId, delivery.deliveryId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('webhooks.detailFailed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <Skeleton height={160} m={20} />
  const { log, body, messageId } = query.data
  const isChanged = log.some((attempt) => !attempt.bodyUnchanged)
  return (
    <div className={classes.detail}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          webhook-id: {messageId}
        </Text>
        {mayChange && delivery.settledAt !== null && !delivery.test && (
          <Redeliver accountId={accountId} endpointId={endpointId} deliveryId={delivery.deliveryId} />
        )}
      </Group>
      {log.length === 0 && <Text size="sm">{t('webhooks.noAttempt')}</Text>}
      {log.map((attempt, index) => (
        <Attempt key={attempt.startedAt} number={index + 1} attempt={attempt} />
      ))}
      <div className={classes.result}>
        <Text size="sm" fw={550}>
          {t('webhooks.body')}
        </Text>
        {isChanged && (
          <Text size="sm" c="dimmed">
            {t('webhooks.bodyChanged')}
          </Text>
        )}
        <CodeBlock text={indented(body)} />
      </div>
    </div>
  )
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Attempt({ number, attempt }: { number: number; attempt: Detail['log'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { startedAt, durationMs: ms, status, error, requestHeaders } = attempt
  const { answerType, answerBytes } = attempt
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className={classes.attempt}>
      <div className={classes.attemptHead}>
        <strong>{t('webhooks.attempt', { number })}</strong>
        <span className={classes.muted}>{format.moment(startedAt)}</span>
        {status !== null && (
          <Pill tone={error === null ? 'good' : 'bad'}>{t('webhooks.status', { status })}</Pill>
        )}
        <span className={classes.muted}>{t('webhooks.duration', { ms })}</span>
        {answerBytes !== null && (
          <span className={classes.muted}>
            {[answerType, format.bytes(answerBytes)].filter((part) => part !== null).join(', ')}
          </span>
        )}
        {error !== null && <span>{errorText(t, error)}</span>}
      </div>
      <details>
        <summary className={classes.muted}>{t('webhooks.headers')}</summary>
        <CodeBlock text={headers.join('\n')} />
      </details>
    </div>
  )
}

function Redeliver(ids: { accountId: number; endpointId: number; deliveryId: number }) {
  const { t } = useTranslation()
  const redeliver = useApiMutation({
    mutationFn: () =>
      api
        .account(ids.accountId)
        .post('/webhooks/{endpointId}/deliveries/{deliveryId}/redeliver', { path: ids }),
    successMessage: t('webhooks.redelivered'),
    invalidates: [['webhook', ids.accountId, ids.endpointId]],
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRepeat size={15} aria-hidden="true" />}
      loading={redeliver.isPending}
      onClick={() => redeliver.mutate()}
    >
      {t('webhooks.redeliver')}
    </Button>
  )
}
