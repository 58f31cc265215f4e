import type { PdfDocument } from '../pdf/document.ts'
import { writeValue, type PdfDict } from '../pdf/values.ts'

export type Change =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'PERMITTED'; readonly reason: string }
  | { readonly kind: 'FORBIDDEN'; readonly reason: string }
  | { readonly kind: 'UNCLEAR'; readonly reason: string }

export const forbidden = (reason: string): Change => ({ kind: 'FORBIDDEN', reason })

const order = ['NONE', 'PERMITTED', 'UNCLEAR', 'FORBIDDEN']

export function worst(changes: readonly Change[]): Change {
  return changes.reduce<Change>(
    (found, change) => (order.indexOf(change.kind) > order.indexOf(found.kind) ? change : found),
    { kind: 'NONE' },
  )
}

/** Two revisions, and which signature dictionaries of the later one are known to be good. */
export interface Update {
  readonly before: PdfDocument
  readonly after: PdfDocument
  readonly verified: ReadonlySet<number>
  /** Verified time-stamps of the document among them: these never show. */
  readonly timeStamps: ReadonlySet<number>
}

/** Keys with other values, references compared by their numbers. */
export function differingKeys(before: PdfDict, after: PdfDict): string[] {
  const keys = new Set([...before.entries.keys(), ...after.entries.keys()])
  const differing = [...keys].filter((key) => writeValue(before.get(key)) !== writeValue(after.get(key)))
  return after.hasDuplicates !== before.hasDuplicates ? [...differing, 'duplicate keys'] : differing
}
