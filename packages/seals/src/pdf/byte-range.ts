import { createHash } from 'node:crypto'
import type { PdfDocument } from './document.ts'
import { PdfString, type PdfDict } from './values.ts'

/** The bytes that a seal is about, and the hole in them for the seal itself. */
export interface ByteRange {
  readonly holeStart: number
  readonly holeEnd: number
  readonly end: number
}

export type RangeAnswer =
  | { readonly kind: 'EXACT'; readonly range: ByteRange }
  /** Not exactly the seal is left out, but nothing else than its contents and blanks. */
  | { readonly kind: 'ODD'; readonly range: ByteRange }
  | { readonly kind: 'WRONG'; readonly reason: string; readonly range: ByteRange | null }
  | { readonly kind: 'MISSING'; readonly reason: string }

const wrong = (reason: string, range: ByteRange | null = null): RangeAnswer => ({
  kind: 'WRONG',
  reason,
  range,
})

/** Two ranges from the first byte to the end of a revision, with a hole that is exactly the seal's own contents. */
export function checkByteRange(document: PdfDocument, dict: PdfDict): RangeAnswer {
  const numbers = document.array(dict.get('ByteRange'))?.map((each) => document.resolve(each))
  const contents = dict.get('Contents')
  if (!numbers) return { kind: 'MISSING', reason: 'it does not say which bytes it covers' }
  if (!(contents instanceof PdfString)) return { kind: 'MISSING', reason: 'it is empty' }
  if (contents.bytes.every((byte) => byte === 0)) return { kind: 'MISSING', reason: 'it is empty' }
  if (!contents.isHex) return { kind: 'MISSING', reason: 'it is written in a way that no seal may have' }
  if (numbers.length !== 4) return wrong('it does not cover two ranges of bytes')
  if (!numbers.every((each): each is number => Number.isSafeInteger(each)))
    return wrong('its ranges are no numbers')
  const [first, length, second, rest] = numbers as [number, number, number, number]
  if (first !== 0 || length <= 0 || rest <= 0 || second <= length) return wrong('its ranges are out of order')
  const range = { holeStart: length, holeEnd: second, end: second + rest }
  if (range.end > document.bytes.length) return wrong('it covers more bytes than the file has', range)
  if (contents.start === range.holeStart && contents.end === range.holeEnd) return { kind: 'EXACT', range }
  const [from, to] = [Math.min(range.holeStart, contents.start), Math.max(range.holeEnd, contents.end)]
  const isApart = range.holeEnd <= contents.start || range.holeStart >= contents.end
  const spare = [document.bytes.subarray(from, contents.start), document.bytes.subarray(contents.end, to)]
  const isBlank = spare.every((bytes) => bytes.toString('latin1').trim() === '')
  if (isApart) return wrong('the bytes that it leaves out are not its own contents', range)
  return isBlank ? { kind: 'ODD', range } : wrong('it leaves out more than its own contents', range)
}

/** Whether the covered bytes end where a revision ends. */
export function endsRevision(bytes: Buffer, { end }: ByteRange): boolean {
  return bytes
    .subarray(Math.max(0, end - 32), end)
    .toString('latin1')
    .trimEnd()
    .endsWith('%%EOF')
}

/** Computed once for each algorithm. */
export function digestOf(bytes: Buffer, { holeStart, holeEnd, end }: ByteRange): (name: string) => Buffer {
  const known = new Map<string, Buffer>()
  return (name) => {
    const digest =
      known.get(name) ??
      createHash(name).update(bytes.subarray(0, holeStart)).update(bytes.subarray(holeEnd, end)).digest()
    known.set(name, digest)
    return digest
  }
}
