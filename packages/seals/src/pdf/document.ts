import { createHash } from 'node:crypto'
import { SealFault, tooMuch, unreadable } from '../fault.ts'
import { Budget, limits } from '../limits.ts'
import { readObjectStream } from './object-stream.ts'
import { PdfParser } from './parser.ts'
import { isArray, dictOf, PdfDict, PdfRef, PdfStream, writeValue, type PdfValue } from './values.ts'
import { readSections, type XrefEntry, type XrefSection } from './xref.ts'

/** The file as it was when it ended at some place: every revision is a document of its own. */
export class PdfDocument {
  readonly bytes: Buffer
  /** Newest first. */
  readonly sections: readonly XrefSection[]
  readonly trailer: PdfDict
  /** Behind the last `%%EOF`. */
  readonly end: number
  readonly budget: Budget
  private readonly objects = new Map<number, PdfValue>()
  private readonly containers = new Map<number, ReadonlyMap<number, PdfValue>>()
  private readonly resolving = new Set<number>()

  constructor(bytes: Buffer, budget: Budget, readsHidden = true) {
    this.bytes = bytes
    this.budget = budget
    const { newest, end } = findStart(bytes, budget)
    this.end = end
    this.sections = readSections(bytes, budget, { newest, readsHidden })
    const [first] = this.sections
    if (!first) throw unreadable('the file has no cross-reference')
    this.trailer = first.trailer
  }

  get isEncrypted(): boolean {
    return this.sections.some(({ trailer }) => trailer.get('Encrypt') !== null)
  }

  get catalog(): PdfDict {
    const catalog = this.resolve(this.trailer.get('Root'))
    if (!(catalog instanceof PdfDict)) throw unreadable('the file has no catalog')
    return catalog
  }

  entry(num: number): XrefEntry | null {
    for (const { entries } of this.sections) {
      const found = entries.get(num)
      if (found) return found
    }
    return null
  }

  numbers(): Set<number> {
    return new Set(this.sections.flatMap(({ entries }) => [...entries.keys()]))
  }

  /** What a reference leads to; an object that does not exist is null, as the standard has it. */
  resolve(value: PdfValue): PdfValue {
    let found = value
    for (let steps = 0; found instanceof PdfRef; steps += 1) {
      if (steps > limits.nesting) throw unreadable('references run in a circle')
      found = this.object(found.num, found.gen)
    }
    return found
  }

  get(dict: PdfDict, key: string): PdfValue {
    return this.resolve(dict.get(key))
  }

  dict(value: PdfValue): PdfDict | null {
    return dictOf(this.resolve(value))
  }

  array(value: PdfValue): readonly PdfValue[] | null {
    const found = this.resolve(value)
    return isArray(found) ? found : null
  }

  object(num: number, gen = 0): PdfValue {
    const entry = this.entry(num)
    if (!entry || entry.kind === 'FREE') return null
    if (entry.kind === 'PLAIN' && entry.gen !== gen) return null
    const known = this.objects.get(num)
    if (known !== undefined) return known
    if (this.resolving.has(num)) throw unreadable('an object contains itself')
    this.resolving.add(num)
    try {
      const value =
        entry.kind === 'PLAIN' ? this.readAt(num, entry.offset) : this.unpack(num, entry.container)
      this.objects.set(num, value)
      return value
    } finally {
      this.resolving.delete(num)
    }
  }

  private readAt(num: number, offset: number): PdfValue {
    if (offset <= 0 || offset >= this.bytes.length) throw unreadable('an object lies outside the file')
    const found = new PdfParser(this.bytes, this.budget, offset).readObject()
    if (found.num !== num) throw unreadable('another object stands where the file says')
    return found.value
  }

  private unpack(num: number, container: number): PdfValue {
    let inside = this.containers.get(container)
    if (!inside) {
      const entry = this.entry(container)
      const stream = entry?.kind === 'PLAIN' ? this.object(container, entry.gen) : null
      if (!(stream instanceof PdfStream)) throw unreadable('packed objects are not where the file says')
      inside = readObjectStream(this, stream)
      this.containers.set(container, inside)
    }
    return inside.get(num) ?? null
  }

  /** The bytes of a stream as they stand; a length that is not true is a fault. */
  rawBytes(stream: PdfStream): Buffer {
    const length = this.get(stream.dict, 'Length')
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) {
      throw unreadable('a stream has no length')
    }
    const end = stream.start + length
    if (end > this.bytes.length) throw unreadable('a stream reaches outside the file')
    if (!new PdfParser(this.bytes, this.budget, end).takeWord('endstream')) {
      throw unreadable('a stream has a wrong length')
    }
    return this.bytes.subarray(stream.start, end)
  }

  /** Equal texts mean equal objects, contents of streams included. */
  fingerprint(value: PdfValue): string {
    if (!(value instanceof PdfStream)) return writeValue(value)
    return `${writeValue(value)} ${createHash('sha256').update(this.rawBytes(value)).digest('hex')}`
  }

  /** Without what hybrid files hide from programs that know no cross-reference streams. */
  asOldPrograms(): PdfDocument {
    return new PdfDocument(this.bytes, this.budget, false)
  }

  /** The document that ended at this place. */
  asOf(end: number): PdfDocument {
    return new PdfDocument(this.bytes.subarray(0, end), this.budget)
  }
}

/** The cross-reference that the end of the file names. */
function findStart(bytes: Buffer, budget: Budget): { newest: number; end: number } {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw unreadable('the file does not begin as a PDF')
  const place = bytes.lastIndexOf('startxref')
  if (place < 0) throw unreadable('the file does not say where its structure begins')
  const parser = new PdfParser(bytes, budget, place)
  parser.takeWord('startxref')
  const newest = parser.readInteger()
  const mark = bytes.indexOf('%%EOF', parser.at)
  if (mark < 0 || bytes.subarray(parser.at, mark).toString('latin1').trim() !== '') {
    throw unreadable('the file has no proper end')
  }
  return { newest, end: mark + 5 }
}

export function openDocument(bytes: Buffer): PdfDocument {
  if (bytes.length > limits.fileBytes) throw tooMuch('the file is too large')
  const document = new PdfDocument(bytes, new Budget())
  if (document.isEncrypted) throw new SealFault('ENCRYPTED', 'the file is protected by a password')
  return document
}
