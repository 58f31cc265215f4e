import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { isTestAuthority, isTestName } from './trust/known-certificates.ts'
import type { SignedMessage, TwoDDoc } from './two-d-doc/read-2d-doc.ts'

/** One that a code names, with the time in which all certificates on the way to its authority are valid. */
export interface KnownCertificate {
  readonly from: Date
  readonly until: Date
  readonly publicKey: KeyObject
  /** Whoever had its key may have signed anything, on whatever day. */
  readonly isRevoked: boolean
}

export type Unjudged =
  /** Nobody was named as trusted. */
  | 'NO_LIST'
  /** Beyond its next update. */
  | 'LIST_OUTDATED'
  | 'AUTHORITY_UNKNOWN'
  /** Its authority or its certificate is for trials. */
  | 'TEST_ONLY'
  | 'CERTIFICATE_UNKNOWN'
  | 'CERTIFICATE_REVOKED'
  /** None of its certificates was valid when it says that it was signed. */
  | 'CERTIFICATE_NOT_VALID'
  /** A form, or a kind of key, that is not known here. */
  | 'FORM_UNKNOWN'

export type Judgement =
  | { readonly verdict: 'VALID'; readonly way: SignedMessage; readonly by: KnownCertificate }
  | { readonly verdict: 'INVALID' }
  | { readonly verdict: 'NOT_JUDGED'; readonly reason: Unjudged }

export interface CodeTrust {
  /** Null: nobody was named. */
  readonly list: { readonly nextUpdate: Date | null; readonly authorities: ReadonlySet<string> } | null
  /** Those of this authority with this name. */
  readonly certificates: readonly KnownCertificate[]
  readonly now: Date
  /** For tests: what is for trials counts too. */
  readonly acceptsTests?: boolean
}

const unjudged = (reason: Unjudged): Judgement => ({ verdict: 'NOT_JUDGED', reason })
const dayMs = 86_400_000

/** Whether the signature holds. Never “wrong” where the key it must be checked with is not known for certain. */
export function judge2dDoc({ header, ways }: TwoDDoc, trust: CodeTrust): Judgement {
  const { list, certificates, now, acceptsTests = false } = trust
  if (!acceptsTests && (isTestAuthority(header.authority) || isTestName(header.certificate)))
    return unjudged('TEST_ONLY')
  if (list === null) return unjudged('NO_LIST')
  if (list.nextUpdate !== null && list.nextUpdate < now) return unjudged('LIST_OUTDATED')
  if (!list.authorities.has(header.authority)) return unjudged('AUTHORITY_UNKNOWN')
  if (certificates.length === 0) return unjudged('CERTIFICATE_UNKNOWN')
  const standing = certificates.filter(({ isRevoked }) => !isRevoked)
  if (standing.length === 0) return unjudged('CERTIFICATE_REVOKED')
  const inTime = standing.filter((each) => header.signedOn !== null && isValidOn(each, header.signedOn))
  if (inTime.length === 0) return unjudged('CERTIFICATE_NOT_VALID')
  const known = inTime.flatMap((by) => schemeOf(by) ?? [])
  if (known.length === 0 || ways.length === 0) return unjudged('FORM_UNKNOWN')
  for (const way of ways) {
    const fitting = known.find((scheme) => isSigned(way, scheme))
    if (fitting) return { verdict: 'VALID', way, by: fitting.by }
  }
  return { verdict: 'INVALID' }
}

/** At any time of that day: a code names the day of its signature only. */
function isValidOn({ from, until }: KnownCertificate, day: string): boolean {
  const begin = Date.parse(`${day}T00:00:00Z`)
  return from.getTime() < begin + dayMs && until.getTime() >= begin
}

interface Scheme {
  readonly by: KnownCertificate
  readonly digest: string
  /** Of its signatures, in bytes. */
  readonly length: number
}

const curves: Readonly<Record<string, Pick<Scheme, 'digest' | 'length'>>> = {
  prime256v1: { digest: 'sha256', length: 64 },
  secp384r1: { digest: 'sha384', length: 96 },
  secp521r1: { digest: 'sha512', length: 132 },
}

function schemeOf(by: KnownCertificate): Scheme | null {
  const { asymmetricKeyType, asymmetricKeyDetails } = by.publicKey
  const scheme = curves[asymmetricKeyDetails?.namedCurve ?? '']
  return asymmetricKeyType === 'ec' && scheme ? { by, ...scheme } : null
}

function isSigned({ data, signature }: SignedMessage, { by, digest, length }: Scheme): boolean {
  if (signature.length !== length) return false
  return verify(digest, data, { key: by.publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

/** A certificate as it is kept, its key in DER. */
export function knownCertificate({
  publicKey,
  ...kept
}: Omit<KnownCertificate, 'publicKey'> & { readonly publicKey: Buffer }): KnownCertificate {
  return { ...kept, publicKey: createPublicKey({ key: publicKey, format: 'der', type: 'spki' }) }
}
