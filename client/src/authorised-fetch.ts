import { VigieProblem } from './problem.ts'
import { retrying, type Fetch, type RetryPolicy } from './retrying.ts'
import type { TokenSource } from './tokens.ts'

const keyHeader = 'Idempotency-Key'

/** Adds the token and the key that makes a repeated POST harmless, and repeats what is worth repeating. */
export function authorisedFetch(fetch: Fetch, tokens: TokenSource, retries: RetryPolicy): Fetch {
  return async (request) => {
    const { method, signal } = request
    const body = request.body === null ? null : await request.arrayBuffer()
    const headers = new Headers(request.headers)
    if (method === 'POST' && !headers.has(keyHeader)) headers.set(keyHeader, crypto.randomUUID())
    const how = { signal, repeatUnanswered: method === 'GET' || method === 'HEAD' || method === 'POST' }
    let used = ''
    const attempt = (refused?: string) =>
      retrying(
        async () => {
          used = await tokens.token(refused)
          headers.set('authorization', `Bearer ${used}`)
          return fetch(new Request(request.url, { method, headers, body, signal }))
        },
        retries,
        how,
      )
    try {
      return await attempt()
    } catch (error) {
      const isExpired = error instanceof VigieProblem && error.code === 'AUTH_TOKEN_EXPIRED'
      if (!isExpired) throw error
      return attempt(used)
    }
  }
}
