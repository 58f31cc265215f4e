import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { AsnConvert, AsnProp, AsnPropTypes } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'

/** Of object identifiers; those that node:crypto cannot do are left out. */
const digests: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '1.3.36.3.2.1': 'ripemd160',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.6': 'sha512-256',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
}
const strongDigests = new Set([
  'sha256',
  'sha384',
  'sha512',
  'sha512-256',
  'sha3-256',
  'sha3-384',
  'sha3-512',
])

const strongCurves = new Set([
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
])

type Family = 'RSA' | 'PSS' | 'ECDSA' | 'PLAIN_ECDSA' | 'EDWARDS'
interface Scheme {
  readonly family: Family
  /** Null where the digest beside the signature says it, or none is needed. */
  readonly digest: string | null
}

const scheme = (family: Family, digest: string | null = null): Scheme => ({ family, digest })
const schemes: Readonly<Record<string, Scheme>> = {
  '1.2.840.113549.1.1.1': scheme('RSA'),
  '1.2.840.113549.1.1.4': scheme('RSA', 'md5'),
  '1.2.840.113549.1.1.5': scheme('RSA', 'sha1'),
  '1.2.840.113549.1.1.14': scheme('RSA', 'sha224'),
  '1.2.840.113549.1.1.11': scheme('RSA', 'sha256'),
  '1.2.840.113549.1.1.12': scheme('RSA', 'sha384'),
  '1.2.840.113549.1.1.13': scheme('RSA', 'sha512'),
  '2.16.840.1.101.3.4.3.14': scheme('RSA', 'sha3-256'),
  '2.16.840.1.101.3.4.3.15': scheme('RSA', 'sha3-384'),
  '2.16.840.1.101.3.4.3.16': scheme('RSA', 'sha3-512'),
  '1.2.840.113549.1.1.10': scheme('PSS'),
  '1.2.840.10045.2.1': scheme('ECDSA'),
  '1.2.840.10045.4.1': scheme('ECDSA', 'sha1'),
  '1.2.840.10045.4.3.1': scheme('ECDSA', 'sha224'),
  '1.2.840.10045.4.3.2': scheme('ECDSA', 'sha256'),
  '1.2.840.10045.4.3.3': scheme('ECDSA', 'sha384'),
  '1.2.840.10045.4.3.4': scheme('ECDSA', 'sha512'),
  '2.16.840.1.101.3.4.3.10': scheme('ECDSA', 'sha3-256'),
  '2.16.840.1.101.3.4.3.11': scheme('ECDSA', 'sha3-384'),
  '2.16.840.1.101.3.4.3.12': scheme('ECDSA', 'sha3-512'),
  '0.4.0.127.0.7.1.1.4.1.1': scheme('PLAIN_ECDSA', 'sha1'),
  '0.4.0.127.0.7.1.1.4.1.3': scheme('PLAIN_ECDSA', 'sha256'),
  '0.4.0.127.0.7.1.1.4.1.4': scheme('PLAIN_ECDSA', 'sha384'),
  '0.4.0.127.0.7.1.1.4.1.5': scheme('PLAIN_ECDSA', 'sha512'),
  '1.3.101.112': scheme('EDWARDS'),
  '1.3.101.113': scheme('EDWARDS'),
}

// Decorators are no erasable syntax, so they are called by hand.
class PssParameters {
  hashAlgorithm?: AlgorithmIdentifier
  maskGenAlgorithm?: AlgorithmIdentifier
  saltLength = 20
  trailerField = 1
}
AsnProp({ type: AlgorithmIdentifier, context: 0, optional: true })(PssParameters.prototype, 'hashAlgorithm')
AsnProp({ type: AlgorithmIdentifier, context: 1, optional: true })(
  PssParameters.prototype,
  'maskGenAlgorithm',
)
AsnProp({ type: AsnPropTypes.Integer, context: 2, defaultValue: 20 })(PssParameters.prototype, 'saltLength')
AsnProp({ type: AsnPropTypes.Integer, context: 3, defaultValue: 1 })(PssParameters.prototype, 'trailerField')

/** The name of a digest for node:crypto, or null where it is not known. */
export const digestName = (oid: string): string | null => digests[oid] ?? null

/** WEAK is what may have been forged with great effort by whoever made the document; BROKEN proves nothing. */
export type Strength = 'STRONG' | 'WEAK' | 'BROKEN'

const strengths: readonly Strength[] = ['STRONG', 'WEAK', 'BROKEN']

export const weakest = (...all: readonly Strength[]): Strength =>
  strengths[Math.max(...all.map((each) => strengths.indexOf(each)))] ?? 'BROKEN'

export function strengthOfDigest(name: string): Strength {
  if (strongDigests.has(name)) return 'STRONG'
  return name === 'md5' ? 'BROKEN' : 'WEAK'
}

export interface SignatureToCheck {
  readonly signed: Uint8Array
  readonly signature: Uint8Array
  readonly algorithm: AlgorithmIdentifier
  /** Of the digest that stands beside the signature, for algorithms that name none. */
  readonly digest: string | null
  /** The public key as certificates hold it. */
  readonly publicKey: Uint8Array
}

export type SignatureAnswer =
  | { readonly kind: 'VALID'; readonly strength: Strength }
  | { readonly kind: 'INVALID' }
  | { readonly kind: 'UNSUPPORTED' }

export function checkSignature(check: SignatureToCheck): SignatureAnswer {
  const how = schemeOf(check)
  if (!how) return { kind: 'UNSUPPORTED' }
  try {
    const key = createPublicKey({ key: Buffer.from(check.publicKey), format: 'der', type: 'spki' })
    if (!fitsKey(how.family, key)) return { kind: 'INVALID' }
    const isValid = verify(how.digest, check.signed, { key, ...how.options }, check.signature)
    return isValid ? { kind: 'VALID', strength: strengthOf(how.digest, key) } : { kind: 'INVALID' }
  } catch {
    // OpenSSL does not know the curve, the digest or the form of the key.
    return { kind: 'UNSUPPORTED' }
  }
}

interface Way {
  readonly family: Family
  readonly digest: string | null
  readonly options: { padding?: number; saltLength?: number; dsaEncoding?: 'der' | 'ieee-p1363' }
}

function schemeOf({ algorithm, digest: beside }: SignatureToCheck): Way | null {
  const found = schemes[algorithm.algorithm]
  if (!found) return null
  const { family } = found
  if (family === 'EDWARDS') return { family, digest: null, options: {} }
  if (family === 'PSS') return pssOf(algorithm)
  const digest = found.digest ?? beside
  if (digest === null) return null
  if (family === 'RSA') return { family, digest, options: { padding: constants.RSA_PKCS1_PADDING } }
  return { family, digest, options: { dsaEncoding: family === 'ECDSA' ? 'der' : 'ieee-p1363' } }
}

/** The mask uses the same digest in every profile that is allowed, and OpenSSL assumes so. */
function pssOf({ parameters }: AlgorithmIdentifier): Way | null {
  const { hashAlgorithm, maskGenAlgorithm, saltLength } = parameters
    ? AsnConvert.parse(parameters, PssParameters)
    : new PssParameters()
  const digest = hashAlgorithm ? digestName(hashAlgorithm.algorithm) : 'sha1'
  const mask = maskGenAlgorithm?.parameters
    ? digestName(AsnConvert.parse(maskGenAlgorithm.parameters, AlgorithmIdentifier).algorithm)
    : 'sha1'
  if (digest === null || digest !== mask) return null
  return { family: 'PSS', digest, options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } }
}

function fitsKey(family: Family, key: KeyObject): boolean {
  const type = key.asymmetricKeyType ?? ''
  if (family === 'RSA') return type === 'rsa'
  if (family === 'PSS') return type === 'rsa' || type === 'rsa-pss'
  if (family === 'EDWARDS') return type === 'ed25519' || type === 'ed448'
  return type === 'ec'
}

function strengthOf(digest: string | null, key: KeyObject): Strength {
  return weakest(digest === null ? 'STRONG' : strengthOfDigest(digest), strengthOfKey(key))
}

function strengthOfKey(key: KeyObject): Strength {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {}
  if (modulusLength !== undefined && modulusLength < 1024) return 'BROKEN'
  if (modulusLength !== undefined) return modulusLength >= 2048 ? 'STRONG' : 'WEAK'
  return namedCurve === undefined || strongCurves.has(namedCurve) ? 'STRONG' : 'WEAK'
}
