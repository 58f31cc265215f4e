import type { PdfDocument } from '../pdf/document.ts'
import type { Level } from '../verdict.ts'
import type { ExaminedSeal } from './examine-seal.ts'
import { hasProofs } from './proof-store.ts'

/** How long a signature can be proven, by what the file holds; whether the proofs convince is told by its trust. */
export function levelOf(
  seal: ExaminedSeal,
  stamps: readonly ExaminedSeal[],
  document: PdfDocument,
): Level | null {
  if (!seal.isPades) return null
  const later = stamps.filter(({ range }) => (range?.end ?? 0) > (seal.range?.end ?? 0))
  if (!seal.stamp && later.length === 0) return 'B'
  if (!hasProofs(document)) return 'T'
  const isStamped = later.some(({ range }) => range && hasProofs(document.asOf(range.end)))
  return isStamped ? 'LTA' : 'LT'
}
