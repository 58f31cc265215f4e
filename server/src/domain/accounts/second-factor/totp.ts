import { Secret, TOTP } from 'otpauth'
import { seal, unseal } from '../secrets.ts'

/** RFC 6238 as every authenticator app speaks it. */
const stepSeconds = 30
const digits = 6
const secretBytes = 20
// One step to either side: clocks of telephones differ, and typing takes a while.
const window = 1
export const totpLabel = 'totp'

export const totpCode = /^\d{6}$/

export interface NewTotp {
  readonly secret: string
  readonly uri: string
  readonly sealed: Buffer
}

export function newTotp(key: Uint8Array, email: string): NewTotp {
  const secret = new Secret({ size: secretBytes })
  return { ...showSecret(secret, email), sealed: seal(key, totpLabel, secret.bytes) }
}

/** What was made before, to be shown again; null when it was sealed under another key. */
export function describeTotp(
  key: Uint8Array,
  email: string,
  sealed: Uint8Array,
): Omit<NewTotp, 'sealed'> | null {
  const plain = unseal(key, totpLabel, sealed)
  return plain && showSecret(new Secret({ buffer: new Uint8Array(plain).buffer }), email)
}

function showSecret(secret: Secret, email: string): Omit<NewTotp, 'sealed'> {
  const totp = new TOTP({ issuer: 'Vigie', label: email, secret, digits, period: stepSeconds })
  return { secret: secret.base32, uri: totp.toString() }
}

/**
 * The time step whose code was given, or null. A step that was used before does not count again, so that a code somebody
 * looked at over a shoulder is worth nothing.
 */
export function matchTotpStep(
  key: Uint8Array,
  sealed: Uint8Array,
  given: { readonly code: string; readonly now: Date; readonly lastStep: number | null },
): number | null {
  const plain = unseal(key, totpLabel, sealed)
  if (!plain || !totpCode.test(given.code)) return null
  const secret = new Secret({ buffer: new Uint8Array(plain).buffer })
  const totp = new TOTP({ secret, digits, period: stepSeconds })
  const timestamp = given.now.getTime()
  const delta = totp.validate({ token: given.code, timestamp, window })
  if (delta === null) return null
  const step = Math.floor(timestamp / 1000 / stepSeconds) + delta
  return given.lastStep !== null && step <= given.lastStep ? null : step
}
