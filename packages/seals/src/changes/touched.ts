import type { PdfDocument } from '../pdf/document.ts'
import type { XrefEntry } from '../pdf/xref.ts'
import { reachAll } from './reach.ts'

/**
 * Objects a reader of the earlier revision could meet that are another thing in the later one. An object that did not
 * exist but was spoken of counts too: hidden contents are revealed that way.
 */
export function touchedObjects(before: PdfDocument, after: PdfDocument): Set<number> {
  const touched = new Set<number>()
  for (const num of reachAll(before)) {
    if (isSamePlace(before, after, num)) continue
    if (contentOf(before, num) !== contentOf(after, num)) touched.add(num)
  }
  return touched
}

function isSamePlace(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const [a, b] = [before.entry(num), after.entry(num)]
  if (!isEqual(a, b)) return false
  return a?.kind !== 'PACKED' || isEqual(before.entry(a.container), after.entry(a.container))
}

function isEqual(a: XrefEntry | null, b: XrefEntry | null): boolean {
  if (a === null || b === null) return a === b
  if (a.kind === 'PLAIN' && b.kind === 'PLAIN') return a.offset === b.offset && a.gen === b.gen
  if (a.kind === 'PACKED' && b.kind === 'PACKED') return a.container === b.container && a.index === b.index
  return a.kind === b.kind
}

function contentOf(document: PdfDocument, num: number): string {
  const entry = document.entry(num)
  const gen = entry?.kind === 'PLAIN' ? entry.gen : 0
  return `${gen} ${document.fingerprint(document.object(num, gen))}`
}
