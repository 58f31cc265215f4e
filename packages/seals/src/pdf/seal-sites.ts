import { tooMuch } from '../fault.ts'
import { limits } from '../limits.ts'
import type { PdfDocument } from './document.ts'
import { PdfParser } from './parser.ts'
import { isArray, nameOf, PdfDict, PdfRef, PdfString, type PdfValue } from './values.ts'

/** A signature dictionary and where the document has it. */
export interface SealSite {
  readonly field: string
  /** Of the dictionary, or of the field that holds it directly. */
  readonly num: number | null
  /** Null where a field says that it is signed and holds no dictionary. */
  readonly dict: PdfDict | null
  /** Whether a field of the document as it is now holds it. */
  readonly isAttached: boolean
}

export interface SignatureField {
  readonly name: string
  readonly num: number | null
  readonly dict: PdfDict
}

/** All signature fields, signed or not, in the order of the form. */
export function signatureFields(document: PdfDocument): SignatureField[] {
  const form = document.dict(document.catalog.get('AcroForm'))
  const found: SignatureField[] = []
  const seen = new Set<number>()
  const walk = (value: PdfValue, parent: { name: string; type: string | null }, depth: number) => {
    if (value instanceof PdfRef) {
      if (seen.has(value.num)) return
      seen.add(value.num)
    }
    if (depth > limits.nesting || seen.size > limits.fields) throw tooMuch('the form has too many fields')
    const dict = document.dict(value)
    if (!dict) return
    const own = textOf(document.get(dict, 'T'))
    const name = [parent.name, own].filter(Boolean).join('.')
    const type = nameOf(document.get(dict, 'FT')) ?? parent.type
    const kids = document.array(dict.get('Kids')) ?? []
    if (type === 'Sig' && (dict.has('V') || kids.length === 0)) {
      found.push({ name, num: value instanceof PdfRef ? value.num : null, dict })
    }
    for (const kid of kids) walk(kid, { name, type }, depth + 1)
  }
  for (const field of document.array(form?.get('Fields') ?? null) ?? [])
    walk(field, { name: '', type: null }, 0)
  return found
}

/** Those of the form, then those that lie about in the file: a seal that was taken out of the form must be seen. */
export function findSeals(document: PdfDocument): SealSite[] {
  const attached = attachedSeals(document)
  const known = new Set(attached.map(({ num }) => num))
  const sites = [...attached, ...looseSeals(document).filter(({ num }) => !known.has(num))]
  if (sites.length > limits.signatures) throw tooMuch('the file has too many signatures')
  return sites
}

export function attachedSeals(document: PdfDocument): SealSite[] {
  return signatureFields(document).flatMap(({ name, num, dict }) => {
    const value = dict.get('V')
    if (value === null) return []
    const holder = value instanceof PdfRef ? value.num : num
    return [{ field: name, num: holder, dict: document.dict(value), isAttached: true }]
  })
}

/** Objects of any revision that have a byte range. */
function looseSeals(document: PdfDocument): SealSite[] {
  const objects = document.sections
    .flatMap(({ entries }) => [...entries])
    .flatMap(([num, entry]) => (entry.kind === 'PLAIN' ? [{ num, offset: entry.offset }] : []))
    .toSorted((a, b) => a.offset - b.offset)
  const found = new Map<number, SealSite>()
  for (
    let at = document.bytes.indexOf('/ByteRange');
    at >= 0;
    at = document.bytes.indexOf('/ByteRange', at + 1)
  ) {
    const holder = lastBefore(objects, at)
    const dict = holder ? dictAt(document, holder.offset) : null
    if (holder && dict?.has('ByteRange') && dict.has('Contents')) {
      found.set(holder.num, { field: '', num: holder.num, dict, isAttached: false })
    }
    if (found.size > limits.signatures) throw tooMuch('the file has too many signatures')
  }
  return [...found.values()]
}

function lastBefore<T extends { offset: number }>(sorted: readonly T[], place: number): T | null {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.offset ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return sorted[low - 1] ?? null
}

function dictAt(document: PdfDocument, offset: number): PdfDict | null {
  try {
    const { value } = new PdfParser(document.bytes, document.budget, offset).readObject()
    return value instanceof PdfDict ? value : null
  } catch {
    // Whatever stands there, it is no signature that anybody could read.
    return null
  }
}

export function textOf(value: PdfValue): string {
  if (!(value instanceof PdfString) || isArray(value)) return ''
  const { bytes } = value
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0
  const text = isWide ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : bytes.toString('latin1')
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 256)
}
