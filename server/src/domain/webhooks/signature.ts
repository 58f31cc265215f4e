import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A secret in the form Standard Webhooks gives it. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

export interface SignedMessage {
  readonly id: string
  /** Seconds since 1970, of this attempt: receivers refuse old ones. */
  readonly timestamp: number
  readonly body: string
}

/** What a request of ours bears besides its body. */
export function signHeaders(secrets: readonly string[], signed: SignedMessage): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Vigie-Webhooks',
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': signatureHeader(secrets, signed),
  }
}

/** One signature a secret: during a rotation receivers may hold either. */
function signatureHeader(secrets: readonly string[], { id, timestamp, body }: SignedMessage): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
