import { tooMuch, unreadable } from '../fault.ts'
import { limits, type Budget } from '../limits.ts'
import { PdfParser } from './parser.ts'
import { unpackStream } from './unpack.ts'
import { isArray, nameOf, PdfDict, PdfStream } from './values.ts'

export type XrefEntry =
  | { readonly kind: 'FREE' }
  | { readonly kind: 'PLAIN'; readonly offset: number; readonly gen: number }
  | { readonly kind: 'PACKED'; readonly container: number; readonly index: number }

/** One cross-reference section with its trailer. */
export interface XrefSection {
  /** Of its first sign: some files point to the blank before. */
  readonly offset: number
  /** Behind the table or stream and its trailer. */
  readonly end: number
  readonly entries: ReadonlyMap<number, XrefEntry>
  readonly trailer: PdfDict
  /** A table with a stream beside it, which only some programs read. */
  readonly isHybrid: boolean
}

interface Way {
  readonly newest: number
  /** Old programs do not read the streams that stand beside tables. */
  readonly readsHidden: boolean
}

/** All sections from the newest to the oldest. A chain that comes back to itself is a fault. */
export function readSections(bytes: Buffer, budget: Budget, { newest, readsHidden }: Way): XrefSection[] {
  const sections: XrefSection[] = []
  const seen = new Set<number>()
  let offset: number | null = newest
  let entries = 0
  while (offset !== null) {
    if (seen.has(offset)) throw unreadable('the cross-references run in a circle')
    if (seen.size >= limits.sections) throw tooMuch('the file has too many revisions')
    seen.add(offset)
    const section = readSection(bytes, budget, { newest: offset, readsHidden })
    entries += section.entries.size
    if (entries > limits.objects) throw tooMuch('the file has too many objects')
    sections.push(section)
    offset = offsetIn(section.trailer, 'Prev')
  }
  return sections
}

function offsetIn(trailer: PdfDict, key: string): number | null {
  const value = trailer.get(key)
  if (value === null) return null
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw unreadable('a cross-reference leads nowhere')
  }
  return value
}

function readSection(bytes: Buffer, budget: Budget, { newest: offset, readsHidden }: Way): XrefSection {
  if (offset < 0 || offset >= bytes.length) throw unreadable('a cross-reference leads outside the file')
  const parser = new PdfParser(bytes, budget, offset)
  parser.skipSpace()
  const start = parser.at
  if (!parser.takeWord('xref')) return readXrefStream(parser, budget)
  const entries = readTable(parser)
  if (!parser.takeWord('trailer')) throw unreadable('a cross-reference table has no trailer')
  const trailer = parser.readValue()
  if (!(trailer instanceof PdfDict) || trailer.hasDuplicates) throw unreadable('a trailer cannot be read')
  const beside = offsetIn(trailer, 'XRefStm')
  if (beside !== null && readsHidden) {
    addHidden(entries, readXrefStream(new PdfParser(bytes, budget, beside), budget))
  }
  return { offset: start, end: parser.at, entries, trailer, isHybrid: beside !== null }
}

/** The stream beside a table tells of objects that the table calls free or leaves out. */
function addHidden(entries: Map<number, XrefEntry>, beside: XrefSection): void {
  for (const [num, entry] of beside.entries) {
    if ((entries.get(num)?.kind ?? 'FREE') === 'FREE') entries.set(num, entry)
  }
}

function readTable(parser: PdfParser): Map<number, XrefEntry> {
  const entries = new Map<number, XrefEntry>()
  while (/^\d+$/.test(parser.peekWord())) {
    const first = parser.readInteger()
    const count = parser.readInteger()
    for (let num = first; num < first + count; num += 1) {
      if (entries.size > limits.objects) throw tooMuch('the file has too many objects')
      const offset = parser.readInteger()
      const gen = parser.readInteger()
      const isUsed = parser.takeWord('n')
      if (!isUsed && !parser.takeWord('f')) throw unreadable('a cross-reference table is damaged')
      // The first of two entries counts for some programs, the last for others.
      if (entries.has(num)) throw unreadable('a cross-reference table names an object twice')
      entries.set(num, isUsed ? { kind: 'PLAIN', offset, gen } : { kind: 'FREE' })
    }
  }
  return entries
}

function readXrefStream(parser: PdfParser, budget: Budget): XrefSection {
  parser.skipSpace()
  const offset = parser.at
  const { value } = parser.readObject()
  if (
    !(value instanceof PdfStream) ||
    nameOf(value.dict.get('Type')) !== 'XRef' ||
    value.dict.hasDuplicates
  ) {
    throw unreadable('no cross-reference stands where the file says')
  }
  const length = value.dict.get('Length')
  if (typeof length !== 'number' || length < 0) throw unreadable('a cross-reference stream has no length')
  const raw = parser.bytes.subarray(value.start, value.start + length)
  const bytes = unpackStream(value.dict, raw, budget)
  const after = new PdfParser(parser.bytes, budget, value.start + length)
  if (!after.takeWord('endstream')) throw unreadable('a cross-reference stream has a wrong length')
  after.takeWord('endobj')
  return { offset, end: after.at, entries: readRows(value.dict, bytes), trailer: value.dict, isHybrid: false }
}

function readRows(dict: PdfDict, bytes: Buffer): Map<number, XrefEntry> {
  const widths = numbersIn(dict, 'W')
  const size = dict.get('Size')
  const index = dict.has('Index') ? numbersIn(dict, 'Index') : [0, typeof size === 'number' ? size : 0]
  const [w0 = 0, w1 = 0, w2 = 0] = widths
  if (widths.length !== 3 || widths.some((width) => width > 6) || w1 === 0 || index.length % 2 !== 0) {
    throw unreadable('a cross-reference stream is damaged')
  }
  const entries = new Map<number, XrefEntry>()
  let at = 0
  for (let i = 0; i < index.length; i += 2) {
    const first = index[i] ?? 0
    const count = index[i + 1] ?? 0
    for (let num = first; num < first + count; num += 1) {
      if (at + w0 + w1 + w2 > bytes.length) throw unreadable('a cross-reference stream is too short')
      if (entries.has(num)) throw unreadable('a cross-reference stream names an object twice')
      const kind = w0 === 0 ? 1 : bytes.readUIntBE(at, w0)
      const second = bytes.readUIntBE(at + w0, w1)
      const third = w2 === 0 ? 0 : bytes.readUIntBE(at + w0 + w1, w2)
      entries.set(num, entryOf(kind, second, third))
      at += w0 + w1 + w2
    }
  }
  return entries
}

function entryOf(kind: number, second: number, third: number): XrefEntry {
  if (kind === 0) return { kind: 'FREE' }
  if (kind === 1) return { kind: 'PLAIN', offset: second, gen: third }
  if (kind === 2) return { kind: 'PACKED', container: second, index: third }
  throw unreadable('a cross-reference stream is damaged')
}

function numbersIn(dict: PdfDict, key: string): number[] {
  const value = dict.get(key)
  if (!isArray(value)) throw unreadable('a cross-reference stream is damaged')
  return value.map((each) => {
    if (typeof each !== 'number' || !Number.isSafeInteger(each) || each < 0 || each > 0xff_ff_ff_ff) {
      throw unreadable('a cross-reference stream is damaged')
    }
    return each
  })
}
