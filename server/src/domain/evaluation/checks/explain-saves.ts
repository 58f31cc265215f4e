import type { FileVerdict } from '@vigie/seals'
import type { PdfContent } from './pdf-content.ts'

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
