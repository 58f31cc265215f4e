import type { Settings } from './config-readers.ts'

/** Requests a second, or a day where the name says so. */
export interface RatesConfig {
  readonly account: number
  readonly token: number
  readonly writes: number
  readonly search: number
  readonly searchesPerDay: number
  readonly badTokens: number
  readonly files: number
}

export function readRates(settings: Settings): RatesConfig {
  return {
    account: settings.integer('RATE_ACCOUNT_PER_SECOND', 400, { min: 1, max: 100_000 }),
    token: settings.integer('RATE_TOKEN_PER_SECOND', 200, { min: 1, max: 100_000 }),
    writes: settings.integer('RATE_WRITES_PER_SECOND', 200, { min: 1, max: 100_000 }),
    search: settings.integer('RATE_SEARCH_PER_SECOND', 5, { min: 1, max: 100_000 }),
    searchesPerDay: settings.integer('RATE_SEARCH_PER_DAY', 10_000, { min: 1, max: 1_000_000_000 }),
    badTokens: settings.integer('RATE_BAD_TOKENS_PER_SECOND', 5, { min: 1, max: 100_000 }),
    files: settings.integer('RATE_FILES_PER_SECOND', 20, { min: 1, max: 100_000 }),
  }
}

export const withReserve = (perSecond: number) => ({ perSecond, burst: perSecond * 2 })

/** What the HTTP server is given of them. */
export function ratePolicies(rates: RatesConfig) {
  return {
    account: withReserve(rates.account),
    route: withReserve(rates.token),
    write: withReserve(rates.writes),
    badTokens: { perSecond: rates.badTokens, burst: rates.badTokens * 20 },
  }
}
