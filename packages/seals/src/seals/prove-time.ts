import type { TimeStamp } from '../cms/time-stamp.ts'
import { judgeTrust, type TrustAnswer, type TrustContext } from '../trust/judge-trust.ts'
import type { TimeSource } from '../verdict.ts'
import type { ExaminedSeal } from './examine-seal.ts'

export interface ProvenTime {
  /** At which the certificate of the signer must have been valid: as early as it is proven, else now. */
  readonly judgedAt: Date
  readonly time: Date | null
  readonly source: TimeSource | null
}

/**
 * Goes from the newest time-stamp of the document to the oldest: each is judged at the time that the newer one proves, so
 * that a stamp whose certificate has expired since still counts when it was stamped again in time.
 */
export function proveTime(
  seal: ExaminedSeal,
  stamps: readonly ExaminedSeal[],
  context: TrustContext,
): ProvenTime {
  const later = stamps
    .filter(({ range }) => (range?.end ?? 0) > (seal.range?.end ?? 0))
    .toSorted((a, b) => (b.range?.end ?? 0) - (a.range?.end ?? 0))
    .flatMap(({ stamp }) => stamp ?? [])
  // Its own time is what a time-stamp says; when it must have been valid is proven by later ones only.
  const own = seal.stamp && seal.kind !== 'TIMESTAMP' ? [seal.stamp] : []
  let judgedAt = context.now
  let trusted: Date | null = null
  for (const stamp of [...later, ...own]) {
    if (!isTrustworthy(judgeStamp(stamp, judgedAt, context))) continue
    judgedAt = stamp.time < judgedAt ? stamp.time : judgedAt
    trusted = judgedAt
  }
  if (trusted && seal.kind !== 'TIMESTAMP') return { judgedAt, time: trusted, source: 'TRUSTED_TIMESTAMP' }
  const stamp = seal.stamp ?? later.at(-1) ?? null
  if (stamp) return { judgedAt, time: stamp.time, source: 'TIMESTAMP' }
  return { judgedAt, time: seal.claimedTime, source: seal.claimedTime ? 'CLAIMED' : null }
}

export function judgeStamp(stamp: TimeStamp, time: Date, context: TrustContext): TrustAnswer {
  const { authority: certificate, strength } = stamp
  return judgeTrust({ certificate, strength, purpose: 'TIMESTAMPING', time }, context)
}

/** The newest stamp can bring no proof about its own authority: that none is known to be revoked must do. */
function isTrustworthy({ trust, path }: TrustAnswer): boolean {
  return path !== null && trust !== 'UNTRUSTED'
}
