import type { Clock } from '../../platform/kernel/index.ts'
import { Token } from './dnb.schema.ts'
import type { Outbound } from './outbound/index.ts'

/** A token is renewed this long before its end, so that none ends on its way. */
const marginMs = 60_000
const assumedSeconds = 3_600

export type Granted =
  | { kind: 'OK'; token: string }
  | { kind: 'UNAVAILABLE'; reason: string; retryAfterSeconds: number | null }

export interface TokenSource {
  token(): Promise<Granted>
  /** The service no longer takes this one. */
  forget(token: string): void
}

/** One token for everyone who asks; while it is being fetched, all wait for that one fetch. */
export function tokenSource(service: Outbound, credentials: string, clock: Clock): TokenSource {
  let cached: { token: string; until: number } | null = null
  let fetching: Promise<Granted> | null = null
  const fetchToken = async (): Promise<Granted> => {
    const answer = await service.ask({
      path: '/v2/token',
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: { grant_type: 'client_credentials' },
      schema: Token,
      notFound: [],
    })
    if (answer.kind === 'UNAVAILABLE') return answer
    if (answer.kind === 'NOT_FOUND') {
      return { kind: 'UNAVAILABLE', reason: `${service.name}: no token`, retryAfterSeconds: null }
    }
    const { access_token: token, expiresIn, expires_in: alternative } = answer.value
    const seconds = expiresIn ?? alternative ?? assumedSeconds
    cached = { token, until: clock.now().getTime() + seconds * 1_000 - marginMs }
    return { kind: 'OK', token }
  }
  return {
    async token() {
      if (cached && clock.now().getTime() < cached.until) return { kind: 'OK', token: cached.token }
      fetching ??= fetchToken().finally(() => {
        fetching = null
      })
      return fetching
    },
    forget(token) {
      if (cached?.token === token) cached = null
    },
  }
}
