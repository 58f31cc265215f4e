import { KeyUsageFlags } from '@peculiar/asn1-x509'
import type { Strength } from '../crypto/algorithms.ts'
import type { Trust, TrustCode } from '../verdict.ts'
import type { Certificate } from '../x509/certificate.ts'
import { findPath, type PathAnswer } from './find-path.ts'
import { checkRevocation, type RevocationProofs } from './revocation.ts'
import type { TrustStore } from './trust-store.ts'

export interface TrustQuestion {
  readonly certificate: Certificate
  readonly strength: Strength
  readonly purpose: 'SIGNING' | 'TIMESTAMPING'
  /** When it is proven to have been used, or now. */
  readonly time: Date
}

export interface TrustContext {
  readonly store: TrustStore
  readonly pool: readonly Certificate[]
  readonly proofs: RevocationProofs
  readonly now: Date
}

export interface TrustAnswer {
  readonly trust: Trust
  readonly code: TrustCode
  readonly reason: string
  readonly path: Extract<PathAnswer, { kind: 'PATH' }> | null
}

const levels: Readonly<Record<TrustCode, Trust>> = {
  VOUCHED: 'TRUSTED',
  NOBODY_TRUSTED: 'UNTRUSTED',
  NO_WAY: 'UNTRUSTED',
  NOT_FOR_SIGNING: 'UNTRUSTED',
  REVOKED: 'UNTRUSTED',
  EXPIRED: 'UNKNOWN',
  WEAK: 'UNKNOWN',
  LIST_OUTDATED: 'UNKNOWN',
  NO_REVOCATION_PROOF: 'UNKNOWN',
  NOT_JUDGED: 'UNKNOWN',
}

const answer = (code: TrustCode, reason: string, path: TrustAnswer['path'] = null): TrustAnswer => ({
  trust: levels[code],
  code,
  reason,
  path,
})

export const notJudged = (reason: string): TrustAnswer => answer('NOT_JUDGED', reason)

export function judgeTrust(question: TrustQuestion, context: TrustContext): TrustAnswer {
  const { certificate, purpose, time } = question
  if (
    purpose === 'SIGNING' &&
    !certificate.allows(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)
  ) {
    return answer('NOT_FOR_SIGNING', 'The certificate is not made for signing.')
  }
  const path = findPath(certificate, { pool: context.pool, store: context.store, time })
  if (path.kind === 'NONE') return answer(context.store.isEmpty ? 'NOBODY_TRUSTED' : 'NO_WAY', path.reason)
  if (path.kind === 'EXPIRED') return answer('EXPIRED', path.reason)
  const revocation = checkAlongPath(path, context.proofs, time)
  if (revocation === 'REVOKED') return answer('REVOKED', 'A certificate had been revoked.', path)
  if (question.strength !== 'STRONG') {
    return answer('WEAK', 'The signature uses an algorithm that is no longer safe.', path)
  }
  if (context.store.staleFrom !== null && context.store.staleFrom < context.now) {
    return answer('LIST_OUTDATED', 'The trusted list is out of date and must be imported again.', path)
  }
  if (revocation === 'UNKNOWN') {
    return answer(
      'NO_REVOCATION_PROOF',
      'The file brings no proof that the certificates were not revoked.',
      path,
    )
  }
  return answer('VOUCHED', 'A trusted authority vouches for the signer.', path)
}

/** The anchor itself cannot be asked about: taking it out of the list is how it is revoked. */
function checkAlongPath(
  { certificates }: Extract<PathAnswer, { kind: 'PATH' }>,
  proofs: RevocationProofs,
  time: Date,
): 'GOOD' | 'REVOKED' | 'UNKNOWN' {
  let worst: 'GOOD' | 'UNKNOWN' = 'GOOD'
  for (const [i, certificate] of certificates.slice(0, -1).entries()) {
    const issuer = certificates[i + 1]
    if (!issuer) continue
    const { kind } = checkRevocation({ certificate, issuer }, proofs, time)
    if (kind === 'REVOKED') return 'REVOKED'
    if (kind === 'UNKNOWN') worst = 'UNKNOWN'
  }
  return worst
}
