import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedMessage {
  readonly id: string
  /** Seconds since 1970, as the header has them. */
  readonly timestamp: string
  readonly body: Buffer
  /** Space-separated, each `v1,` and a base64 digest. */
  readonly signatures: string
}

const toleranceSeconds = 5 * 60
const maxSignatures = 10

/** As Standard Webhooks has it: fresh, and signed with one of the secrets. */
export function isSigned(message: SignedMessage, secrets: readonly string[], now: Date): boolean {
  if (!/^\d{1,12}$/.test(message.timestamp) || message.id === '' || message.id.length > 200) return false
  if (Math.abs(now.getTime() / 1_000 - Number(message.timestamp)) > toleranceSeconds) return false
  const given = message.signatures
    .split(' ')
    .slice(0, maxSignatures)
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []))
  const expected = secrets.map((secret) => digestOf(message, secret))
  return expected.some((one) =>
    given.some((other) => other.length === one.length && timingSafeEqual(other, one)),
  )
}

function digestOf({ id, timestamp, body }: SignedMessage, secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}
