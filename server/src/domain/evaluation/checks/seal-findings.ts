import type { FileVerdict, SealVerdict } from '@vigie/seals'
import type { PdfContent } from './pdf-content.ts'

/** What a reviewer is told about seals; whoever sent the file is told nothing of it. */
export const sealCodes = [
  'SEAL_BROKEN',
  'SEAL_CHANGED_AFTER',
  'SEAL_NOT_JUDGED',
  'SEAL_WEAK',
  'SEAL_REVOKED',
  'SEAL_NOT_TRUSTED',
] as const
type SealFinding = (typeof sealCodes)[number]

/** That a file has no seal is nothing against it, nor is any seal where nobody is named who could be trusted. */
export function sealFindings({ integrity, signatures }: FileVerdict): SealFinding[] {
  const found = new Set(signatures.flatMap(findingsOf))
  // Such as a file whose end was cut off: no seal is left that could be told about by itself.
  if (integrity === 'CHANGED' && found.size === 0) found.add('SEAL_BROKEN')
  if (integrity === 'REVIEW' && found.size === 0) found.add('SEAL_NOT_JUDGED')
  return [...found]
}

function findingsOf({ integrityCode, trustCode, isWeak }: SealVerdict): SealFinding[] {
  if (integrityCode === 'BROKEN') return ['SEAL_BROKEN']
  if (integrityCode === 'CHANGED_AFTER') return ['SEAL_CHANGED_AFTER']
  if (integrityCode === 'NOT_JUDGED') return ['SEAL_NOT_JUDGED']
  return [
    ...(isWeak ? (['SEAL_WEAK'] as const) : []),
    ...(trustCode === 'REVOKED' ? (['SEAL_REVOKED'] as const) : []),
    // Anybody can make a certificate with the name of an office in it.
    ...(trustCode === 'NO_WAY' || trustCode === 'NOT_FOR_SIGNING' ? (['SEAL_NOT_TRUSTED'] as const) : []),
  ]
}

/** A program that seals notes the time of its save a little before or after that of the seal. */
const usualMs = 10 * 60_000

/**
 * Sealing a file, adding proofs and having it time-stamped are saves too. Where the seal of a trusted signer holds, those
 * that left the text as it was first saved are no doubt about the file. A time-stamp explains nothing by itself: anybody
 * gets one for anything.
 */
export function explainSaves(content: PdfContent, seal: FileVerdict): PdfContent {
  const { facts, firstSave } = content
  const isVouched = seal.integrity === 'INTACT' && seal.trust === 'TRUSTED'
  const isSigned = seal.signatures.some(({ kind }) => kind !== 'TIMESTAMP')
  if (!isVouched || !isSigned || firstSave?.hasSameText === false) return content
  const modifiedAt = firstSave ? firstSave.modifiedAt : facts.modifiedAt
  const isSealing = modifiedAt !== null && seal.signatures.some(({ time }) => isAround(time, modifiedAt))
  return {
    ...content,
    facts: {
      ...facts,
      isChangedAfterSave: firstSave === undefined && facts.isChangedAfterSave,
      modifiedAt: isSealing ? facts.createdAt : modifiedAt,
    },
  }
}

/** Times of seals are in UTC and do not say so. */
function isAround(time: string | null, moment: string): boolean {
  return time !== null && Math.abs(Date.parse(`${time}Z`) - Date.parse(moment)) <= usualMs
}
