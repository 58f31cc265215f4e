import { VigieProblem } from './problem.ts'
import { retrying, type Fetch, type RetryPolicy } from './retrying.ts'

/** On whose behalf requests are sent. An API client has one of its own; a page brings that of the person signed in. */
export interface Session {
  /** Sent with each request: a token, the reader's language. Read anew for each attempt. */
  headers(): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** After a refusal: true when the request is worth sending once more, e.g. because the token was renewed. */
  recover?(problem: VigieProblem, refused: Headers): Promise<boolean>
}

const keyHeader = 'Idempotency-Key'

/** Names one wish, so that the service grants it once however often it is sent. */
export function newIdempotencyKey(): string {
  // `crypto.randomUUID` exists only behind https or on localhost; a page may have neither.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Adds the session's headers and the key that makes a repeated POST harmless, and repeats what is worth repeating. */
export function sessionFetch(fetch: Fetch, session: Session, retries: RetryPolicy): Fetch {
  return async (request) => {
    const { method, signal } = request
    const needsKey = method === 'POST' && retries.attempts > 1 && !request.headers.has(keyHeader)
    if (needsKey) request.headers.set(keyHeader, newIdempotencyKey())
    const how = { signal, repeatUnanswered: method === 'GET' || method === 'HEAD' || method === 'POST' }
    let sent = request.headers
    const attempt = () =>
      retrying(
        async () => {
          const copy = request.clone()
          for (const [name, value] of Object.entries(await session.headers())) copy.headers.set(name, value)
          sent = copy.headers
          return fetch(copy)
        },
        retries,
        how,
      )
    try {
      return await attempt()
    } catch (error) {
      const isCured = error instanceof VigieProblem && (await session.recover?.(error, sent)) === true
      if (!isCured) throw error
      return attempt()
    }
  }
}
