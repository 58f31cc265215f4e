import type { Settings } from './config-readers.ts'

export interface DataHubConfig {
  /** Where accounts may have providers asked; nowhere unless the operator says so. */
  readonly allowedOrigins: readonly string[]
  readonly timeoutMs: number
  readonly pushesPerSecond: number
}

export function readDataHub(settings: Settings): DataHubConfig {
  return {
    allowedOrigins: settings.list('DATAHUB_ALLOWED_HOSTS').flatMap((entry) => {
      const origin = originOf(entry)
      if (origin === null)
        settings.fault('DATAHUB_ALLOWED_HOSTS must be a list of host or host:port, or http://host:port.')
      return origin === null ? [] : [origin]
    }),
    timeoutMs: settings.integer('DATAHUB_TIMEOUT_SECONDS', 15, { min: 1, max: 120 }) * 1_000,
    pushesPerSecond: settings.integer('RATE_DATAHUB_PUSHES_PER_SECOND', 10, { min: 1, max: 100_000 }),
  }
}

/** By https, unless the operator writes http for a service of their own network. */
function originOf(entry: string): string | null {
  const address = /^https?:\/\//.test(entry) ? entry : `https://${entry}`
  if (!/^https?:\/\/[^/?#@\s]+$/.test(address) || !URL.canParse(address)) return null
  return new URL(address).origin
}
