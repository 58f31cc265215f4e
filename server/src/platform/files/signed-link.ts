import { createHmac, timingSafeEqual } from 'node:crypto'

export interface LinkClaims {
  accountId: number
  fileId: number
  /** What the link may be used for; a link for one purpose is refused for another by its user. */
  purpose: string
  /** For whom it was made, such as `user:12`: the right is checked again at use. */
  principal: string
  expiresAt: Date
}

type Payload = [accountId: number, fileId: number, purpose: string, principal: string, expiresAtMs: number]

/** Keeps a MAC made here from being valid anywhere else the same secret might serve. */
const domain = 'vigie-link-v1\n'

export function signLink(secret: Uint8Array, claims: LinkClaims): string {
  const { accountId, fileId, purpose, principal, expiresAt } = claims
  const values: Payload = [accountId, fileId, purpose, principal, expiresAt.getTime()]
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${payload}.${macOf(secret, payload)}`
}

export function verifyLink(secret: Uint8Array, token: string, now: Date): LinkClaims | 'INVALID' | 'EXPIRED' {
  const dot = token.lastIndexOf('.')
  const payload = token.slice(0, Math.max(dot, 0))
  // Compared as text: base64url has several spellings of one value, and only ours is accepted.
  const given = Buffer.from(token.slice(dot + 1))
  const expected = Buffer.from(macOf(secret, payload))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'INVALID'
  const values = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload
  const [accountId, fileId, purpose, principal, expiresAtMs] = values
  if (now.getTime() >= expiresAtMs) return 'EXPIRED'
  return { accountId, fileId, purpose, principal, expiresAt: new Date(expiresAtMs) }
}

function macOf(secret: Uint8Array, payload: string): string {
  if (secret.length < 32) throw new RangeError('The secret of signed links needs at least 32 bytes.')
  return createHmac('sha256', secret).update(domain).update(payload).digest('base64url')
}
