import type { Config } from './config.ts'
import { withReserve } from './config-rates.ts'
import { createChannelSecrets, type ChannelDeps } from './domain/alerts/index.ts'
import {
  createEndpointSecrets,
  createSender,
  deliverEvents,
  type EndpointSecrets,
  type Send,
} from './domain/webhooks/index.ts'
import { startWorker, type Worker, type WorkerOptions } from './platform/jobs/index.ts'

/** What it takes to write to a webhook. */
export interface Webhooks {
  readonly send: Send
  readonly secrets: EndpointSecrets
  /** The same for rooms of Slack and Teams. */
  readonly rooms: ChannelDeps
}

export function openWebhooks({ webhooks }: Config, secretKey: Uint8Array): Webhooks {
  const { allowedHosts, timeoutMs } = webhooks
  const send = createSender({ allowedHosts, timeoutMs })
  const rooms = { send, secrets: createChannelSecrets(secretKey) }
  return { send, secrets: createEndpointSecrets(secretKey), rooms }
}

/** What its routes need besides. */
export function webhookSettings({ config, secretKey }: { config: Config; secretKey: Uint8Array }) {
  const { allowedHosts, testsPerSecond } = config.webhooks
  return { ...openWebhooks(config, secretKey), allowedHosts, testRate: withReserve(testsPerSecond) }
}

/** A worker of their own: receivers that hang must hold up nothing else of the product. */
export function startDelivery(
  { send, secrets }: Pick<Webhooks, 'send' | 'secrets'>,
  { webhooks }: Config,
  options: Pick<WorkerOptions, 'url' | 'log' | 'clock'>,
): Promise<Worker> {
  const deliver = deliverEvents({
    send,
    secrets,
    atOnce: webhooks.requestsAtOnce,
    disableAfterMs: webhooks.disableAfterDays * 86_400_000,
  })
  const handlers = { 'webhooks.deliver': deliver }
  return startWorker({ ...options, handlers, schedule: [], concurrency: webhooks.endpointsAtOnce })
}
