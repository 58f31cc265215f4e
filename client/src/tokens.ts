import { retrying, type Fetch, type RetryPolicy } from './retrying.ts'

export interface Credentials {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Ask for fewer roles than the client has, e.g. `['READER']`. */
  readonly scope?: readonly string[]
}

export interface TokenSource {
  /** A token in force; another than `refused`, when one was just refused. */
  token(refused?: string): Promise<string>
}

// Renewed while the former still works, so that no call has to wait for a refusal.
const marginMs = 60_000

/** One token for all calls, and one request for it however many wait. */
export function tokenSource(credentials: Credentials, fetch: Fetch, retries: RetryPolicy): TokenSource {
  let current: { token: string; until: number } | null = null
  let pending: Promise<string> | null = null
  const obtain = async () => {
    const { token, seconds } = await requestToken(credentials, fetch, retries)
    // A short-lived token is used for half its life at least.
    const margin = Math.min(marginMs, seconds * 500)
    current = { token, until: Date.now() + seconds * 1_000 - margin }
    return token
  }
  return {
    async token(refused) {
      if (current && current.token !== refused && Date.now() < current.until) return current.token
      pending ??= obtain().finally(() => {
        pending = null
      })
      return pending
    },
  }
}

async function requestToken(
  { baseUrl, clientId, clientSecret, scope }: Credentials,
  fetch: Fetch,
  retries: RetryPolicy,
): Promise<{ token: string; seconds: number }> {
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
  // Not tied to one call's signal: others may be waiting for the same token.
  const { signal } = new AbortController()
  const answer = await retrying(send, retries, { signal, repeatUnanswered: true })
  const body = (await answer.json()) as { access_token: string; expires_in: number }
  return { token: body.access_token, seconds: body.expires_in }
}
