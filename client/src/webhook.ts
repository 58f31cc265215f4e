import type { VigieEvent } from './event-types.ts'

export type { EventName, VigieEvent } from './event-types.ts'

interface Envelope<Type extends string, Data> {
  readonly type: Type
  /** With its zone, unlike the times within `data`. */
  readonly timestamp: string
  readonly data: Data & { readonly accountId: number }
}

type EventMessage<Event> = Event extends { eventName: infer Name extends string }
  ? Envelope<Name, Event>
  : never

/** What a webhook brings. `type` tells which: the name of an event, or a class and a name with a point between. */
export type WebhookMessage =
  | EventMessage<VigieEvent>
  | Envelope<`administration.${string}` | `screening.${string}`, Readonly<Record<string, unknown>>>
  | Envelope<'webhook.test', { readonly endpointId: number; readonly test: true; readonly message: string }>

/** Why a message is not to be trusted. Answer it with 400 and do nothing. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal'
  readonly reason: 'HEADER_MISSING' | 'SECRET_INVALID' | 'SIGNATURE_INVALID' | 'TIMESTAMP_INVALID'

  constructor(reason: WebhookRefusal['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export interface VerifyOptions {
  /** How far the time of a message may be off, 300 by default. */
  readonly toleranceSeconds?: number
  /** Instead of the present, for tests. */
  readonly now?: Date
}

type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The message, once it is known to come from the service and to be of now. `body` is what was received, byte for byte:
 * a body that was parsed and written anew has another signature. While a secret is being changed, give both.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const isOf = Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (!/^\d+$/.test(timestamp) || !isOf) {
    throw new WebhookRefusal('TIMESTAMP_INVALID', 'The message is too old or too new, or a clock is wrong.')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const bytes = typeof body === 'string' ? body : (body as Uint8Array<ArrayBuffer>)
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer()
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? (decode(one.slice(3)) ?? []) : []))
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    if (await isSignedWith(secret, signed, given)) return JSON.parse(text) as WebhookMessage
  }
  throw new WebhookRefusal('SIGNATURE_INVALID', 'None of the signatures was made with one of the secrets.')
}

async function isSignedWith(
  secret: string,
  signed: ArrayBuffer,
  given: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const bytes = decode(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) {
    throw new WebhookRefusal('SECRET_INVALID', 'A secret is whsec_ and base64, as the service gave it.')
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const verdicts = await Promise.all(given.map((one) => crypto.subtle.verify('HMAC', key, one, signed)))
  return verdicts.includes(true)
}

function headerOf(headers: GivenHeaders, name: string): string {
  const values =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const value = typeof values === 'string' ? values : values?.[0]
  if (value === undefined || value === '') {
    throw new WebhookRefusal('HEADER_MISSING', `The message has no ${name}.`)
  }
  return value
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
