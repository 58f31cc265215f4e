import { retrying, type Fetch, type RetryPolicy } from './retrying.ts'
import type { Session } from './session.ts'

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
  fetch: Fetch,
  retries: RetryPolicy,
): () => Promise<{ token: string; seconds: number }> {
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope) form.set('scope', scope.join(' '))
  const send = () =>
    fetch(
      new Request(`${baseUrl}/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${basic}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form.toString(),
      }),
    )
  return async () => {
    // Not tied to one call's signal: others may be waiting for the same token.
    const { signal } = new AbortController()
    const answer = await retrying(send, retries, { signal, repeatUnanswered: true })
    const body = (await answer.json()) as { access_token: string; expires_in: number }
    return { token: body.access_token, seconds: body.expires_in }
  }
}
