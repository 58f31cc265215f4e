import type { Change } from '../changes/update.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { judgeTrust, notJudged, type TrustAnswer, type TrustContext } from '../trust/judge-trust.ts'
import { isQualified, isQualifiedStamp } from '../trust/qualified.ts'
import type { ChangesAfter, IntegrityCode, SealVerdict } from '../verdict.ts'
import { personOf } from '../x509/names.ts'
import type { ExaminedSeal } from './examine-seal.ts'
import { levelOf } from './level.ts'
import { proveTime, type ProvenTime } from './prove-time.ts'

export interface Surroundings {
  readonly document: PdfDocument
  /** Good time-stamps of the document. */
  readonly stamps: readonly ExaminedSeal[]
  readonly trust: TrustContext
}

/** A seal, what happened after it and who stands behind it, as one answer. */
export function describeSeal(seal: ExaminedSeal, change: Change | null, around: Surroundings): SealVerdict {
  const whole = wholeIntegrity(seal, change)
  const proven = proveTime(seal, around.stamps, around.trust)
  const trust = trustOf(seal, whole.integrity, proven, around.trust)
  return {
    field: seal.site.field,
    kind: seal.kind,
    signer: signerOf(seal),
    time: proven.time?.toISOString() ?? null,
    timeSource: proven.source,
    level: levelOf(seal, around.stamps, around.document),
    qualified: qualifiedOf(seal, trust, proven, around.trust),
    ...whole,
    changes: changesOf(change),
    trust: trust.trust,
    trustCode: trust.code,
    trustReason: trust.reason,
    isWeak: seal.strength === null ? null : seal.strength !== 'STRONG',
    coveredBytes: seal.range?.end ?? null,
  }
}

const codes: Readonly<Record<SealVerdict['integrity'], IntegrityCode>> = {
  INTACT: 'HOLDS',
  CHANGED: 'BROKEN',
  REVIEW: 'NOT_JUDGED',
}

function wholeIntegrity(
  { integrity, reason }: ExaminedSeal,
  change: Change | null,
): Pick<SealVerdict, 'integrity' | 'integrityCode' | 'reason'> {
  if (integrity !== 'INTACT' || !change) return { integrity, integrityCode: codes[integrity], reason }
  if (change.kind === 'FORBIDDEN')
    return {
      integrity: 'CHANGED',
      integrityCode: 'CHANGED_AFTER',
      reason: `Since the seal, ${change.reason}.`,
    }
  if (change.kind === 'UNCLEAR')
    return { integrity: 'REVIEW', integrityCode: 'NOT_JUDGED', reason: `Since the seal, ${change.reason}.` }
  const since = change.kind === 'PERMITTED' ? ` Since then, ${change.reason}.` : ''
  return { integrity, integrityCode: 'HOLDS', reason: `${reason}${since}` }
}

function changesOf(change: Change | null): ChangesAfter {
  return !change || change.kind === 'UNCLEAR' ? 'UNKNOWN' : change.kind
}

function signerOf({ signer }: ExaminedSeal): SealVerdict['signer'] {
  if (!signer) return null
  const issuer = personOf(signer.issuerName)
  return {
    ...personOf(signer.subjectName),
    issuer: issuer.name ?? issuer.organisation,
    serial: signer.serial.toString('hex'),
  }
}

function trustOf(
  { signer, strength, kind }: ExaminedSeal,
  integrity: SealVerdict['integrity'],
  { judgedAt }: ProvenTime,
  context: TrustContext,
): TrustAnswer {
  if (integrity !== 'INTACT' || !signer || !strength) {
    return notJudged('Not judged, because the seal itself does not hold.')
  }
  const purpose = kind === 'TIMESTAMP' ? 'TIMESTAMPING' : 'SIGNING'
  return judgeTrust({ certificate: signer, strength, purpose, time: judgedAt }, context)
}

function qualifiedOf(
  { signer, kind, stamp }: ExaminedSeal,
  { path }: TrustAnswer,
  { judgedAt }: ProvenTime,
  { store }: TrustContext,
): boolean | null {
  if (!store.hasLists || !signer) return null
  const services = path?.anchor.services ?? []
  if (kind === 'TIMESTAMP') return stamp !== null && isQualifiedStamp(services, stamp.time)
  return isQualified(signer, services, judgedAt)
}
