import { createPublicKey } from 'node:crypto'
import type { JWK } from 'jose'

/** What a client may sign its assertions with. Nothing symmetric: we would have to keep what it signs with. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export const maxClientKeys = 5

type UncheckedKey = Readonly<Record<string, unknown>>

/** Public keys as they are kept, each with a kid of its own. */
export interface ClientKeys {
  readonly keys: JWK[]
}

export interface KeyFault {
  readonly pointer: string
  readonly code: 'KEY_PRIVATE' | 'KEY_KIND' | 'KEY_ALGORITHM' | 'KEY_ID' | 'KEY_UNREADABLE' | 'KEY_SIZE'
}

const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const kidShape = /^[\x21-\x7e]{1,128}$/
const smallestModulus = 2048
const largestModulus = 8192

/** Public parts only: whatever else a key brings along is not kept. */
const kinds: Readonly<Record<string, { parts: readonly string[]; algorithms: readonly string[] }>> = {
  'RSA:': { parts: ['n', 'e'], algorithms: ['RS256', 'PS256'] },
  'EC:P-256': { parts: ['crv', 'x', 'y'], algorithms: ['ES256'] },
  'OKP:Ed25519': { parts: ['crv', 'x'], algorithms: ['EdDSA'] },
}

/** Reads the keys of a JWKS (RFC 7517), or says of each that is not accepted what is wrong with it. */
export function readClientKeys(given: readonly UncheckedKey[]): ClientKeys | { readonly faults: KeyFault[] } {
  const faults: KeyFault[] = []
  const keys: JWK[] = []
  const kids = new Set<unknown>()
  for (const [index, key] of given.entries()) {
    const kind = kindOf(key)
    const code = kids.has(key['kid']) ? 'KEY_ID' : findKeyFault(key, kind)
    kids.add(key['kid'])
    if (code) faults.push({ pointer: `/jwks/keys/${index}`, code })
    else keys.push(publicPart(key, kind?.parts ?? []))
  }
  return faults.length > 0 ? { faults } : { keys }
}

function kindOf({ kty, crv }: UncheckedKey): (typeof kinds)[string] | undefined {
  if (kty === 'RSA') return kinds['RSA:']
  return typeof kty === 'string' && typeof crv === 'string' ? kinds[`${kty}:${crv}`] : undefined
}

function findKeyFault(key: UncheckedKey, kind: (typeof kinds)[string] | undefined): KeyFault['code'] | null {
  if (privateParts.some((part) => Object.hasOwn(key, part))) return 'KEY_PRIVATE'
  if (!kind) return 'KEY_KIND'
  const { kid, alg, use = 'sig' } = key
  if (use !== 'sig' || (alg !== undefined && !kind.algorithms.some((one) => one === alg)))
    return 'KEY_ALGORITHM'
  if (typeof kid !== 'string' || !kidShape.test(kid)) return 'KEY_ID'
  if (kind.parts.some((part) => typeof key[part] !== 'string')) return 'KEY_UNREADABLE'
  return sizeFault(publicPart(key, kind.parts))
}

function sizeFault(key: JWK): KeyFault['code'] | null {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: { ...key }, format: 'jwk' })
    const bits = asymmetricKeyDetails?.modulusLength
    const fits = bits === undefined || (bits >= smallestModulus && bits <= largestModulus)
    return fits ? null : 'KEY_SIZE'
  } catch {
    return 'KEY_UNREADABLE'
  }
}

function publicPart(key: UncheckedKey, parts: readonly string[]): JWK {
  const names = ['kty', 'kid', ...(key['alg'] === undefined ? [] : ['alg']), ...parts]
  return Object.fromEntries(names.map((name) => [name, key[name]]))
}
