import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export const secretKeyBytes = 32

/** One key per purpose, so that what was sealed or signed for one cannot be replayed for another. */
export function deriveKey(secretKey: Uint8Array, purpose: string): Uint8Array {
  if (secretKey.byteLength !== secretKeyBytes) {
    throw new Error(`The installation's secret key must be ${secretKeyBytes} bytes long.`)
  }
  return new Uint8Array(hkdfSync('sha256', secretKey, new Uint8Array(0), `vigie ${purpose}`, secretKeyBytes))
}

const sealVersion = 1
const nonceLength = 12
const tagLength = 16

/** AES-256-GCM; `label` is authenticated too, so a sealed value cannot be moved under another name. */
export function seal(key: Uint8Array, label: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(sealVersion), nonce, cipher.getAuthTag(), sealed])
}

/** Null when the value was sealed with another key or label, or has been altered. */
export function unseal(key: Uint8Array, label: string, sealed: Uint8Array): Buffer | null {
  const bodyStart = 1 + nonceLength + tagLength
  if (sealed.byteLength < bodyStart || sealed[0] !== sealVersion) return null
  const nonce = sealed.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(label))
  decipher.setAuthTag(sealed.subarray(1 + nonceLength, bodyStart))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()])
  } catch {
    return null
  }
}

/** The former secret key of the installation and the one that takes its place. */
export interface KeyChange {
  readonly from: Uint8Array
  readonly to: Uint8Array
}

export interface Resealing {
  readonly resealed: number
  /** What the former key did not open either; it stays as it is. */
  readonly unreadable: number
}

/** Seals a value for the same purpose under the other key; null when the former does not open it. */
export function reseal(
  { from, to }: KeyChange,
  purpose: string,
  { label, sealed }: { readonly label: string; readonly sealed: Uint8Array },
): Buffer | null {
  const plain = unseal(deriveKey(from, purpose), label, sealed)
  return plain && seal(deriveKey(to, purpose), label, plain)
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** 256 random bits in a form that survives headers, forms and copy-and-paste. */
export function randomToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

// A slow hash protects secrets that people choose. These have 256 random bits: no guessing is possible,
// so one SHA-256 is enough and the token endpoint stays fast.
export function hashSecret(secret: string): string {
  return sha256(secret).toString('hex')
}

export function secretMatches(secret: string, hash: string | null): boolean {
  const expected = Buffer.from(hash ?? hashSecret(''), 'hex')
  return timingSafeEqual(sha256(secret), expected) && hash !== null
}
