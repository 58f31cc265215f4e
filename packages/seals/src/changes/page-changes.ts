import type { PdfDocument } from '../pdf/document.ts'
import { nameOf, PdfRef, writeValue, type PdfDict, type PdfValue } from '../pdf/values.ts'
import { widgetsOf } from './form-changes.ts'
import { reachAll } from './reach.ts'
import { differingKeys, forbidden, type Change, type Update } from './update.ts'

/** A page may gain the widgets of further good signatures, and nothing else. */
export function explainPages(update: Update, explained: Set<number>): Change | null {
  const { before, after } = update
  const allowed = newWidgets(update)
  for (const num of reachAll(before)) {
    const page = before.dict(before.object(num))
    if (!page || nameOf(page.get('Type')) !== 'Page') continue
    const now = after.dict(after.object(num))
    if (!now || !gainsOnly(update, { page, now }, allowed)) continue
    explained.add(num)
    const annotations = page.get('Annots')
    if (annotations instanceof PdfRef) explained.add(annotations.num)
  }
  return allowed.size > 64 ? forbidden('too many fields were added') : null
}

function gainsOnly({ before, after }: Update, { page, now }: Pair, allowed: ReadonlySet<string>): boolean {
  if (differingKeys(page, now).some((key) => key !== 'Annots')) return false
  const old = itemsOf(before, page.get('Annots'))
  const items = itemsOf(after, now.get('Annots'))
  const rest = items.filter((item) => !allowed.has(item))
  return old.length === rest.length && old.every((item, i) => item === rest[i])
}

interface Pair {
  readonly page: PdfDict
  readonly now: PdfDict
}

const itemsOf = (document: PdfDocument, value: PdfValue) => (document.array(value) ?? []).map(writeValue)

/** Of the fields that the update added; `checkNewFields` has seen to it that they are good signatures. */
function newWidgets({ before, after }: Update): Set<string> {
  const fields = (document: PdfDocument) =>
    document.array(document.dict(document.catalog.get('AcroForm'))?.get('Fields') ?? null) ?? []
  const added = fields(after).slice(fields(before).length)
  return new Set(added.flatMap((field) => widgetsOf(after, field)).map(writeValue))
}
