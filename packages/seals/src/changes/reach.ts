import { tooMuch } from '../fault.ts'
import { limits } from '../limits.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { PdfDict, refsIn, type PdfValue } from '../pdf/values.ts'

/** Numbers of all objects that these values lead to, also of those that do not exist. */
export function reach(document: PdfDocument, from: readonly PdfValue[]): Set<number> {
  const found = new Set<number>()
  const waiting: PdfValue[] = [...from]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const { num, gen } of refsIn(value)) {
      if (found.has(num)) continue
      found.add(num)
      if (found.size > limits.objects) throw tooMuch('the file has too many objects')
      waiting.push(document.object(num, gen))
    }
  }
  return found
}

/** Everything that a reader of the document could meet. */
export function reachAll(document: PdfDocument): Set<number> {
  return reach(document, [document.trailer.get('Root'), document.trailer.get('Info')])
}

/** What is met only through one entry of the catalog. */
export function reachOnlyBy(document: PdfDocument, keys: readonly string[]): Set<number> {
  const { catalog } = document
  const root = document.trailer.get('Root')
  const owned = reach(
    document,
    keys.map((key) => catalog.get(key)),
  )
  const rest = new PdfDict()
  for (const [key, value] of catalog.entries) if (!keys.includes(key)) rest.entries.set(key, value)
  const others = reach(document, [rest, document.trailer.get('Info')])
  for (const num of others) owned.delete(num)
  for (const { num } of refsIn(root)) owned.delete(num)
  return owned
}
