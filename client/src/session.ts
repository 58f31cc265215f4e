import { bodyToSend, isRepeatableBody } from './body.ts'
import { VigieProblem } from './problem.ts'
import { retrying, type Fetch, type RetryPolicy } from './retrying.ts'
import { deadline, VigieTimeout } from './timeouts.ts'
import type { Watcher } from './watcher.ts'

/** On whose behalf requests are sent. An API client has one of its own; a page brings that of the person signed in. */
export interface Session {
  /** Sent with each request: a token, the reader's language. Read anew for each attempt. */
  headers(): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** After a refusal: true when the request is worth sending once more, e.g. because the token was renewed. */
  recover?(problem: VigieProblem, refused: Headers): Promise<boolean>
}

/**
 * Gives the token to send: of a person, or of another issuer. Asked before each request, so keep the token while it
 * lasts. After a refusal it is asked with the problem; when the answer is another token, the request is sent again.
 */
export type TokenProvider = (refusal?: VigieProblem) => string | Promise<string>

export function tokenSession(token: TokenProvider): Required<Session> {
  return {
    headers: async () => ({ authorization: `Bearer ${await token()}` }),
    recover: async (problem, refused) =>
      problem.status === 401 && `Bearer ${await token(problem)}` !== refused.get('authorization'),
  }
}

/** One call, as often as it has to be sent. */
export interface Outgoing {
  readonly method: string
  /** As the API describes it, without the values. */
  readonly path: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

export interface Transport {
  readonly fetch: Fetch
  readonly session: Session
  readonly retries: RetryPolicy
  readonly watcher: Watcher
}

const keyHeader = 'idempotency-key'

/** Names one wish, so that the service grants it once however often it is sent. */
export function newIdempotencyKey(): string {
  // `crypto.randomUUID` exists only behind https or on localhost; a page may have neither.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Adds the session's headers and the key that makes a repeated POST harmless, and repeats what is worth repeating. */
export async function sendInSession(transport: Transport, call: Outgoing): Promise<Response> {
  const { session } = transport
  const { method, signal } = call
  const isRepeatable = isRepeatableBody(call.body)
  const retries = isRepeatable ? transport.retries : { ...transport.retries, attempts: 1 }
  const headers = { ...call.headers }
  const needsKey = method === 'POST' && transport.retries.attempts > 1 && !(keyHeader in headers)
  if (needsKey) headers[keyHeader] = newIdempotencyKey()
  const how = { signal, repeatUnanswered: method === 'GET' || method === 'HEAD' || method === 'POST' }
  let sent = new Headers()
  const attempt = () =>
    retrying(
      async (nth) => {
        const own = await session.headers()
        return sendOnce(transport, { ...call, headers: { ...headers, ...own } }, nth, (given) => {
          sent = given
        })
      },
      retries,
      how,
    )
  try {
    return await attempt()
  } catch (error) {
    const isCured =
      isRepeatable && error instanceof VigieProblem && (await session.recover?.(error, sent)) === true
    if (!isCured) throw error
    return attempt()
  }
}

/** Each attempt makes its request anew: a copied one would keep the whole body in memory. */
export async function sendOnce(
  { fetch, watcher }: Pick<Transport, 'fetch' | 'watcher'>,
  call: Outgoing,
  nth: number,
  onSend: (headers: Headers) => void = () => undefined,
): Promise<Response> {
  const time = deadline(call.timeoutMs, call.signal)
  const { body, type, size } = bodyToSend(call.body, () => time.begin())
  const headers = new Headers(type === null ? {} : { 'content-type': type })
  for (const [name, value] of Object.entries(call.headers)) headers.set(name, value)
  onSend(headers)
  const init = { method: call.method, headers, body, ...(time.signal && { signal: time.signal }) }
  // Without it a stream cannot be sent; libraries of types do not know it yet.
  const request = new Request(call.url, { ...init, duplex: 'half' } as RequestInit)
  const told = watcher.begin({ method: call.method, path: call.path, attempt: nth })
  time.begin(size)
  const response = await fetch(request)
    .catch((error: unknown) => {
      const reason: unknown = time.signal?.reason
      throw told.fail(reason instanceof VigieTimeout ? reason : error)
    })
    .finally(() => time.end())
  return told.answer(response)
}
