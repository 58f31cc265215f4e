import { retrying } from './retrying.ts'
import { sendOnce, type Session, type Transport } from './session.ts'

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Ask for fewer roles than the client has, e.g. `['READER']`. */
  readonly scope?: readonly string[]
}

// Renewed while the former still works, so that no call has to wait for a refusal.
const marginMs = 60_000

/** One token for all calls, and one request for it however many wait. */
export function clientSession(
  requestToken: () => Promise<{ token: string; seconds: number }>,
): Required<Session> {
  let current: { authorization: string; until: number } | null = null
  let pending: Promise<string> | null = null
  const obtain = async () => {
    const { token, seconds } = await requestToken()
    // A short-lived token is used for half its life at least.
    const margin = Math.min(marginMs, seconds * 500)
    const authorization = `Bearer ${token}`
    current = { authorization, until: Date.now() + seconds * 1_000 - margin }
    return authorization
  }
  return {
    async headers() {
      if (current && Date.now() < current.until) return { authorization: current.authorization }
      pending ??= obtain().finally(() => {
        pending = null
      })
      return { authorization: await pending }
    },
    async recover({ code }, refused) {
      if (code !== 'AUTH_TOKEN_EXPIRED') return false
      // Another call may have renewed it meanwhile.
      if (current?.authorization === refused.get('authorization')) current = null
      return true
    },
  }
}

/** Asks the token address of the service, as OAuth 2 has it. */
export function tokenRequest(
  baseUrl: string,
  { clientId, clientSecret, scope }: ClientCredentials,
  transport: Omit<Transport, 'session'>,
  timeoutMs: number,
): () => Promise<{ token: string; seconds: number }> {
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope) form.set('scope', scope.join(' '))
  const path = '/oauth2/token'
  const call = {
    method: 'POST',
    path,
    url: `${baseUrl}${path}`,
    headers: { authorization: `Basic ${basic}` },
    body: new Blob([form.toString()], { type: 'application/x-www-form-urlencoded' }),
    // Not tied to one call's signal: others may be waiting for the same token.
    signal: undefined,
    timeoutMs,
  }
  return async () => {
    const how = { signal: undefined, repeatUnanswered: true }
    const answer = await retrying((nth) => sendOnce(transport, call, nth), transport.retries, how)
    const body = (await answer.json()) as { access_token: string; expires_in: number }
    return { token: body.access_token, seconds: body.expires_in }
  }
}
