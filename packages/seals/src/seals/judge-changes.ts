import { compareRevisions } from '../changes/compare-revisions.ts'
import { worst, type Change } from '../changes/update.ts'
import { SealFault } from '../fault.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { attachedSeals } from '../pdf/seal-sites.ts'
import { writeValue } from '../pdf/values.ts'
import { forbidsSigning } from './certification.ts'
import type { ExaminedSeal } from './examine-seal.ts'

/** What happened to the document from each seal to the end of the file. Seals that are not good by themselves get none. */
export function judgeChanges(
  document: PdfDocument,
  seals: readonly ExaminedSeal[],
): Map<ExaminedSeal, Change> {
  const good = seals.filter(({ integrity, range }) => integrity === 'INTACT' && range !== null)
  const ends = [...new Set(good.map(({ range }) => range?.end ?? 0))].toSorted((a, b) => a - b)
  const steps = stepsBetween(document, ends, good)
  const answers = new Map<ExaminedSeal, Change>()
  for (const seal of good) {
    const from = ends.indexOf(seal.range?.end ?? 0)
    const later = steps.slice(from)
    answers.set(seal, checkOwnRevision(document, seal) ?? checkLater(seal, good, document) ?? worst(later))
  }
  return answers
}

/** Each revision that a good seal ends, compared with the next one; the last with the file as it is. */
function stepsBetween(
  document: PdfDocument,
  ends: readonly number[],
  good: readonly ExaminedSeal[],
): Change[] {
  const numbers = (those: readonly ExaminedSeal[]) => new Set(those.flatMap(({ site }) => site.num ?? []))
  const verified = numbers(good)
  const timeStamps = numbers(good.filter(({ kind }) => kind === 'TIMESTAMP'))
  return ends.map((end, i) => {
    try {
      const before = document.asOf(end)
      const after = document.asOf(ends[i + 1] ?? document.bytes.length)
      return compareRevisions({ before, after, verified, timeStamps })
    } catch (error) {
      if (!(error instanceof SealFault)) throw error
      return { kind: 'UNCLEAR', reason: `the revision that it covers cannot be read: ${error.message}` }
    }
  })
}

/** The revision that a seal covers must hold this very seal in its form. */
function checkOwnRevision(document: PdfDocument, { site, range }: ExaminedSeal): Change | null {
  try {
    const sealed = document.asOf(range?.end ?? 0)
    const own = attachedSeals(sealed).find(({ num }) => num === site.num)
    const isSame = own?.dict && site.dict && writeValue(own.dict) === writeValue(site.dict)
    if (isSame && site.isAttached) return null
    if (isSame) return { kind: 'FORBIDDEN', reason: 'the seal was taken out of the form' }
    return { kind: 'UNCLEAR', reason: 'the revision that it covers does not hold it' }
  } catch (error) {
    if (!(error instanceof SealFault)) throw error
    return { kind: 'UNCLEAR', reason: `the revision that it covers cannot be read: ${error.message}` }
  }
}

function checkLater(seal: ExaminedSeal, good: readonly ExaminedSeal[], document: PdfDocument): Change | null {
  const later = good.filter(({ range }) => (range?.end ?? 0) > (seal.range?.end ?? 0))
  if (later.some(({ range }) => (range?.holeStart ?? 0) < (seal.range?.end ?? 0))) {
    return { kind: 'FORBIDDEN', reason: 'the bytes of two seals overlap' }
  }
  const isClosed = seal.site.dict !== null && forbidsSigning(document, seal.site.dict)
  if (isClosed && later.some(({ kind }) => kind !== 'TIMESTAMP')) {
    return { kind: 'FORBIDDEN', reason: 'it was signed again, which the one who certified it does not allow' }
  }
  return null
}
