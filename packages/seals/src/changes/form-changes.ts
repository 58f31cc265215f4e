import type { PdfDocument } from '../pdf/document.ts'
import { signatureFields } from '../pdf/seal-sites.ts'
import { PdfDict, PdfRef, writeValue, type PdfValue } from '../pdf/values.ts'
import { differingKeys, forbidden, type Change, type Update } from './update.ts'

/** What a signature field may gain when it is signed. */
const signingKeys = new Set(['V', 'AP', 'M', 'F', 'AS', 'MK', 'DA', 'DR'])
/** Entries of a form that its signing may change. */
const formKeys = new Set(['Fields', 'SigFlags', 'DR', 'DA'])
/** A field that acts when somebody looks at it is more than a signature. */
const actingKeys = ['A', 'AA']

/** The form may gain signature fields and signatures that are good, and nothing else. */
export function explainForm(update: Update, explained: Set<number>): Change | null {
  const { before, after } = update
  const [old, now] = [before.catalog.get('AcroForm'), after.catalog.get('AcroForm')]
  const oldForm = before.dict(old) ?? new PdfDict()
  const newForm = after.dict(now) ?? new PdfDict()
  const differing = differingKeys(oldForm, newForm).filter((key) => !formKeys.has(key))
  if (differing.length > 0) return forbidden(`the form was changed (${differing.join(', ')})`)
  const oldFields = before.array(oldForm.get('Fields')) ?? []
  const newFields = after.array(newForm.get('Fields')) ?? []
  const known = newFields.slice(0, oldFields.length)
  if (writeValue(known) !== writeValue(oldFields)) return forbidden('fields of the form were exchanged')
  const problem =
    checkNewFields(update, newFields.slice(oldFields.length)) ?? explainSigned(update, explained)
  if (problem) return problem
  for (const value of [old, oldForm.get('Fields')]) if (value instanceof PdfRef) explained.add(value.num)
  return null
}

function checkNewFields(update: Update, added: readonly PdfValue[]): Change | null {
  for (const value of added) {
    const dict = update.after.dict(value)
    if (!dict || !isSigned(update, dict)) return forbidden('a field was added that holds no good signature')
    for (const widget of widgetsOf(update.after, value)) {
      const look = update.after.dict(widget)
      if (look && actingKeys.some((key) => look.has(key))) return forbidden('a field that acts was added')
      if (look && isTimeStamp(update, dict) && isVisible(update.after, look)) {
        return forbidden('a time-stamp that shows was added')
      }
    }
  }
  return null
}

/** Fields that stood there empty and are signed now. */
function explainSigned(update: Update, explained: Set<number>): Change | null {
  const { before, after } = update
  for (const { num, dict } of signatureFields(before)) {
    const now = num === null ? null : after.dict(after.object(num))
    if (num === null || !now || dict.get('V') !== null || now.get('V') === null) continue
    if (!isSigned(update, now)) return forbidden('a field was filled without a good signature')
    const nums = [
      num,
      ...widgetsOf(before, new PdfRef(num, 0)).flatMap((it) => (it instanceof PdfRef ? [it.num] : [])),
    ]
    for (const each of nums) {
      const [a, b] = [before.dict(before.object(each)), after.dict(after.object(each))]
      const differing = a && b ? differingKeys(a, b).filter((key) => !signingKeys.has(key)) : ['all']
      if (differing.length > 0) return forbidden(`a signature field was changed (${differing.join(', ')})`)
      explained.add(each)
    }
  }
  return null
}

/** The field itself where it is its own widget. */
export function widgetsOf(document: PdfDocument, field: PdfValue): readonly PdfValue[] {
  const kids = document.array(document.dict(field)?.get('Kids') ?? null)
  return kids && kids.length > 0 ? kids : [field]
}

function isSigned({ verified }: Update, field: PdfDict): boolean {
  const value = field.get('V')
  return value instanceof PdfRef && verified.has(value.num)
}

function isTimeStamp({ timeStamps }: Update, field: PdfDict): boolean {
  const value = field.get('V')
  return value instanceof PdfRef && timeStamps.has(value.num)
}

function isVisible(document: PdfDocument, widget: PdfDict): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = (document.array(widget.get('Rect')) ?? []).map((each) =>
    Number(document.resolve(each)),
  )
  const flags = Number(document.get(widget, 'F') ?? 0)
  const isHidden = (flags & 0b10_0010) !== 0
  return !isHidden && left !== right && bottom !== top && widget.has('AP')
}
