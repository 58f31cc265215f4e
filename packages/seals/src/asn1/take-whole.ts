import { unreadable } from '../fault.ts'

const deepest = 60
const endMark = 0

const broken = () => unreadable('it is not encoded by the rules of ASN.1')

/**
 * The one ASN.1 value at the start of the bytes, without the zeros that fill up its place. It must be encoded by the
 * rules in all its parts: libraries are lenient, each in its own way, and would read different signatures.
 */
export function takeWhole(bytes: Buffer): Buffer {
  const end = walk(bytes, { at: 0, limit: bytes.length }, 0)
  if (bytes[0] === endMark) throw unreadable('it is empty')
  if (bytes.subarray(end).some((byte) => byte !== 0)) throw unreadable('foreign bytes follow it')
  return bytes.subarray(0, end)
}

/** Checks the value that begins here; gives the place behind it. */
function walk(bytes: Buffer, { at, limit }: { at: number; limit: number }, depth: number): number {
  if (depth > deepest) throw unreadable('it is nested too deeply')
  const { tag, start, end } = readHeader(bytes, at, limit)
  const isConstructed = (tag & 0x20) !== 0
  if (end === null) {
    if (!isConstructed) throw broken()
    return walkToMark(bytes, { at: start, limit }, depth)
  }
  if (isConstructed) {
    for (let inside = start; inside < end;) inside = walk(bytes, { at: inside, limit: end }, depth + 1)
  } else if (tag === 0x02) requireShortestInteger(bytes.subarray(start, end))
  return end
}

/** A length that is told by two zeros at the end: BER, which CMS allows. */
function walkToMark(bytes: Buffer, { at, limit }: { at: number; limit: number }, depth: number): number {
  let inside = at
  while (bytes[inside] !== 0 || bytes[inside + 1] !== 0)
    inside = walk(bytes, { at: inside, limit }, depth + 1)
  return inside + 2
}

function readHeader(
  bytes: Buffer,
  at: number,
  limit: number,
): { tag: number; start: number; end: number | null } {
  const tag = bytes[at] ?? 0
  const length = bytes[at + 1]
  if (length === undefined || at + 2 > limit || (tag & 0x1f) === 0x1f) throw broken()
  if (length === 0x80) return { tag, start: at + 2, end: null }
  const digits = length > 0x80 ? length - 0x80 : 0
  const start = at + 2 + digits
  if (digits > 4 || start > limit) throw broken()
  const end = start + (digits === 0 ? length : bytes.readUIntBE(at + 2, digits))
  if (end > limit) throw broken()
  return { tag, start, end }
}

function requireShortestInteger(digits: Buffer): void {
  const [first, second = 0] = digits
  const isPadded = (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)
  if (first === undefined || (digits.length > 1 && isPadded)) {
    throw unreadable('it holds a number that is not encoded by the rules of ASN.1')
  }
}
