import type { Settings } from './config-readers.ts'

/** A yente service of the operator, asked instead of or beside imported lists. */
export interface YenteConfig {
  readonly url: string
  readonly apiKey: string | null
  /** By what it is a list of; null: the service is not asked for it. */
  readonly datasets: {
    readonly SANCTIONS: string | null
    readonly EXPOSED_PERSONS: string | null
  }
  readonly algorithm: string
  /** From which score of the service on its answers are looked at. */
  readonly threshold: number
  readonly timeoutMs: number
  readonly requestsPerSecond: number
  /** A new version of its data screens every portfolio again, at most once in so many hours. */
  readonly versionHours: number
}

export function readYente(settings: Settings): YenteConfig | null {
  const url = readAddress(settings)
  const datasets = {
    SANCTIONS: readName(settings, 'YENTE_SANCTIONS_DATASET', 'sanctions'),
    EXPOSED_PERSONS: readName(settings, 'YENTE_EXPOSED_PERSONS_DATASET', 'peps'),
  }
  if (datasets.SANCTIONS === null && datasets.EXPOSED_PERSONS === null) {
    settings.fault('YENTE_SANCTIONS_DATASET and YENTE_EXPOSED_PERSONS_DATASET cannot both be none.')
  } else if (datasets.SANCTIONS === datasets.EXPOSED_PERSONS) {
    settings.fault('YENTE_SANCTIONS_DATASET and YENTE_EXPOSED_PERSONS_DATASET must be two datasets.')
  }
  const read = {
    apiKey: settings.optional('YENTE_API_KEY'),
    datasets,
    algorithm: readName(settings, 'YENTE_ALGORITHM', 'best') ?? 'best',
    threshold: settings.integer('YENTE_THRESHOLD_PERCENT', 50, { min: 10, max: 95 }) / 100,
    timeoutMs: settings.integer('YENTE_TIMEOUT_SECONDS', 60, { min: 1, max: 600 }) * 1_000,
    requestsPerSecond: settings.integer('YENTE_REQUESTS_PER_SECOND', 2, { min: 1, max: 1_000 }),
    versionHours: settings.integer('YENTE_VERSION_HOURS', 24, { min: 1, max: 720 }),
  }
  return url === null ? null : { url, ...read }
}

function readAddress(settings: Settings): string | null {
  const address = settings.url('YENTE_URL', ['http', 'https'])
  if (address === null) return null
  const { username, password, search, hash } = new URL(address)
  if ([username, password, search, hash].every((part) => part === '')) return address
  settings.fault('YENTE_URL must have neither credentials nor a query; a key goes into YENTE_API_KEY.')
  return null
}

/** Null for `none`. */
function readName(settings: Settings, name: string, fallback: string): string | null {
  const text = settings.text(name, fallback)
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(text)) {
    settings.fault(`${name} must be letters, digits, dashes and underscores.`)
  }
  return text === 'none' ? null : text
}
