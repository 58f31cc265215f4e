import type { Settings } from './config-readers.ts'

export interface WebhooksConfig {
  /** Hosts of the operator's own network that webhooks may lead to, by http too. */
  readonly allowedHosts: readonly { readonly host: string; readonly port: number | null }[]
  readonly timeoutMs: number
  /** Endpoints served at the same time, and requests to one of them. */
  readonly endpointsAtOnce: number
  readonly requestsAtOnce: number
  readonly disableAfterDays: number
  readonly logDays: number
  readonly testsPerSecond: number
}

export function readWebhooks(settings: Settings): WebhooksConfig {
  return {
    allowedHosts: settings.hosts('WEBHOOK_ALLOWED_HOSTS'),
    timeoutMs: settings.integer('WEBHOOK_TIMEOUT_SECONDS', 15, { min: 1, max: 60 }) * 1_000,
    endpointsAtOnce: settings.integer('WEBHOOK_ENDPOINTS_AT_ONCE', 8, { min: 1, max: 64 }),
    requestsAtOnce: settings.integer('WEBHOOK_REQUESTS_AT_ONCE', 4, { min: 1, max: 32 }),
    disableAfterDays: settings.integer('WEBHOOK_DISABLE_AFTER_DAYS', 5, { min: 1, max: 365 }),
    logDays: settings.integer('WEBHOOK_LOG_DAYS', 30, { min: 1, max: 3_650 }),
    testsPerSecond: settings.integer('RATE_WEBHOOK_TESTS_PER_SECOND', 1, { min: 1, max: 100_000 }),
  }
}
