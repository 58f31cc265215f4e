import { problemOf, UnreachableError } from './problem.ts'
import { currentToken, renewSession } from './session.ts'

export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly body?: object
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** The same key for each attempt of one wish: the server grants it once. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Asks the API as the signed-in person; an access token that has run out is renewed once, unseen. */
export async function call<T>(path: string, options: Call = {}): Promise<T> {
  let response = await send(path, options)
  if (response.status === 401 && (await renewSession())) response = await send(path, options)
  if (!response.ok) throw await problemOf(response)
  return (await response.json()) as T
}

async function send(path: string, options: Call): Promise<Response> {
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
  })
  const token = currentToken()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  const init: RequestInit = {
    method: options.method ?? 'GET',
    headers,
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: options.signal ?? null,
  }
  try {
    return await fetch(path + queryText(options.query), init)
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw new UnreachableError(error)
  }
}

function queryText(query: Call['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}

/** `crypto.randomUUID` exists only behind https or on localhost; an installation may have neither. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
