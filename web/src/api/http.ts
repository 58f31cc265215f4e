import { isProblem, problemOf, UnreachableError } from './problem.ts'
import { currentToken, giveFreshProof, renewSession } from './session.ts'

type QueryValue = string | number | boolean | null | undefined

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A form or a file goes as it is, anything else as JSON. */
  readonly body?: unknown
  /** Lists are joined by commas, as the API reads them. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>
  /** The same key for each attempt of one wish: the server grants it once. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/**
 * Asks the API as the signed-in person. An access token that has run out is renewed once, unseen; where a fresh proof
 * is wanted, the person is asked for it, and the request goes out again.
 */
export async function call<T>(path: string, options: Call = {}): Promise<T> {
  const response = await answerOf(path, options)
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}

/** The same for what is not JSON: a file, an export. */
export async function answerOf(path: string, options: Call = {}): Promise<Response> {
  let response = await send(path, options)
  let problem = response.ok ? null : await problemOf(response)
  // A wrong code is refused with 401 too; sent again it would only cost another try.
  const isOver = response.status === 401 && !isProblem(problem, 'SECOND_FACTOR_FAILED')
  if ((isOver && (await renewSession())) || (await isProved(problem))) {
    response = await send(path, options)
    problem = response.ok ? null : await problemOf(response)
  }
  if (problem !== null) throw problem
  return response
}

/** Whether the person gave the fresh proof that the server asked for; if not, its refusal stands. */
async function isProved(problem: Error | null): Promise<boolean> {
  return isProblem(problem, 'STEP_UP_REQUIRED') && giveFreshProof()
}

async function send(path: string, options: Call): Promise<Response> {
  const headers = new Headers({
    accept: 'application/json, */*;q=0.5',
    'accept-language': document.documentElement.lang,
  })
  const token = currentToken()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const { body } = options
  const asIs = body instanceof FormData || body instanceof Blob
  if (body !== undefined && !asIs) headers.set('content-type', 'application/json')
  if (body instanceof Blob && body.type !== '') headers.set('content-type', body.type)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  const init: RequestInit = {
    method: options.method ?? 'GET',
    headers,
    body: body === undefined ? null : asIs ? body : JSON.stringify(body),
    signal: options.signal ?? null,
  }
  try {
    return await fetch(path + queryText(options.query), init)
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw new UnreachableError(error)
  }
}

export function queryText(query: Call['query'] = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && (!Array.isArray(value) || value.length > 0),
  )
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}

/** `crypto.randomUUID` exists only behind https or on localhost; an installation may have neither. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
