import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { readRetryAfter } from './retry-after.ts'

export interface Call {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body: string | null
  readonly schema: TSchema
  readonly notFound: readonly number[]
  readonly accept: readonly number[]
  readonly acceptText: readonly number[]
  readonly maxBytes: number
  readonly maxText: number | undefined
}

export interface Fault {
  readonly kind: 'FAULT'
  readonly reason: string
  /** Worth another attempt: what failed may pass. */
  readonly passing: boolean
  /** False when the service is well and only this question was refused. */
  readonly unwell: boolean
  /** False when the service was not asked at all. */
  readonly asked: boolean
  readonly retryAfterMs: number | null
}

export type Exchange = { kind: 'OK'; value: unknown; bytes: number } | { kind: 'NOT_FOUND' } | Fault

/** One request and its whole answer. Reasons are sentences of ours: what the service says is not repeated. */
export async function exchange(call: Call, signal: AbortSignal, now: () => Date): Promise<Exchange> {
  let response: Response
  const { method, headers, body } = call
  try {
    response = await fetch(call.url, { method, headers, body, signal, redirect: 'manual' })
  } catch {
    return fault('could not be reached', true)
  }
  try {
    return await settle(call, response, now)
  } catch (error) {
    if (error instanceof Unreadable) return fault(error.message)
    return fault('the answer broke off', true)
  } finally {
    // A body left unread would hold its connection.
    if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined)
  }
}

async function settle(call: Call, response: Response, now: () => Date): Promise<Exchange> {
  const { status } = response
  if (call.notFound.includes(status)) return { kind: 'NOT_FOUND' }
  const isText = call.acceptText.includes(status)
  const isAccepted = isText || call.accept.includes(status)
  if (!isAccepted && (status < 200 || status > 299)) return refusal(status, response.headers, now())
  const { text, bytes } = await readBounded(response, call.maxBytes)
  const value = isText ? tidy(text) : parse(text, call.maxText)
  if (!validatorOf(call.schema).Check(value)) throw new Unreadable('the answer has an unexpected shape')
  return { kind: 'OK', value, bytes }
}

function refusal(status: number, headers: Headers, now: Date): Fault {
  if (status >= 300 && status <= 399) return fault('answered with a redirect')
  const isPassing = status === 429 || status >= 500
  const isUnwell = isPassing || status === 401 || status === 403 || status === 408
  const retryAfterMs = isPassing ? readRetryAfter(headers.get('retry-after'), now) : null
  return { ...fault(`answered with status ${status}`, isPassing), unwell: isUnwell, retryAfterMs }
}

async function readBounded(response: Response, maxBytes: number): Promise<{ text: string; bytes: number }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest of the body.
    if (bytes > maxBytes) throw new Unreadable('the answer is too large')
    chunks.push(chunk)
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)), bytes }
  } catch {
    throw new Unreadable('the answer is not text')
  }
}

function parse(text: string, longest: number | undefined): unknown {
  try {
    return tidy(JSON.parse(text), longest)
  } catch {
    throw new Unreadable('the answer is not JSON')
  }
}

class Unreadable extends Error {}

export function fault(reason: string, passing = false): Fault {
  return { kind: 'FAULT', reason, passing, unwell: true, asked: true, retryAfterMs: null }
}

const validators = new WeakMap<TSchema, ReturnType<typeof Compile<TSchema>>>()

function validatorOf(schema: TSchema): ReturnType<typeof Compile<TSchema>> {
  const known = validators.get(schema)
  if (known) return known
  const compiled = Compile(schema)
  validators.set(schema, compiled)
  return compiled
} /** Longer than any text a register has to say; nested JSON of announcements included. */
const maxString = 32_768

/** Cuts endless strings and takes out what no database text can hold, in place. */
function tidy(value: unknown, longest: number = maxString): unknown {
  if (typeof value === 'string') return tidyText(value, longest)
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  for (const [key, member] of Object.entries(holder)) {
    const tidied = tidy(member, longest)
    if (tidied !== member) holder[key] = tidied
  }
  return holder
}

function tidyText(text: string, longest: number): string {
  const cut = text.length > longest ? text.slice(0, longest) : text
  return cut.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
