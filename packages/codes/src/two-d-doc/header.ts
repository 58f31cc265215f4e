import { fromC40 } from './c40.ts'
import { dayOfBytes, dayOfCount } from './dates.ts'

export interface Header {
  readonly version: number
  readonly form: 'TEXT' | 'BINARY'
  /** Who issued the certificate, such as FR03. */
  readonly authority: string
  /** Which of its certificates signed, by its name. */
  readonly certificate: string
  /** YYYY-MM-DD; null for a document without a date. */
  readonly issuedOn: string | null
  readonly signedOn: string | null
  /** Two signs, such as 03 for bank details. */
  readonly documentType: string
  readonly perimeter: string
  readonly country: string | null
  /** How many bytes it takes. */
  readonly length: number
}

const lengths: Readonly<Record<number, number>> = { 1: 22, 2: 22, 3: 24, 4: 26 }
const binaryLength = 19
const shape = /^DC\d{2}[A-Z0-9]{8}[0-9A-F]{8}[A-Z0-9]{2}/

/** Null for what is no 2D-Doc. */
export function readHeader(bytes: Uint8Array): Header | null {
  return bytes[0] === 0xdc ? readBinary(bytes) : readText(bytes)
}

function readText(bytes: Uint8Array): Header | null {
  const text = Buffer.from(bytes.subarray(0, 26)).toString('latin1')
  if (!shape.test(text)) return null
  const version = Number(text.slice(2, 4))
  const length = lengths[version]
  if (length === undefined || text.length < length) return null
  return {
    version,
    form: 'TEXT',
    authority: text.slice(4, 8),
    certificate: text.slice(8, 12),
    issuedOn: dayOfCount(text.slice(12, 16)),
    signedOn: dayOfCount(text.slice(16, 20)),
    documentType: text.slice(20, 22),
    // The first versions knew no other.
    perimeter: version >= 3 ? text.slice(22, 24) : '01',
    country: version >= 4 ? text.slice(24, 26) : null,
    length,
  }
}

function readBinary(bytes: Uint8Array): Header | null {
  if (bytes.length < binaryLength || bytes[1] !== 4) return null
  const names = fromC40(bytes.subarray(4, 10))
  const country = fromC40(bytes.subarray(2, 4))
  if (names === null || !/^[A-Z0-9]{4}[0-9A-F]{5}$/.test(names)) return null
  const hex = (from: number, to: number) =>
    Buffer.from(bytes.subarray(from, to)).toString('hex').toUpperCase()
  return {
    version: 4,
    form: 'BINARY',
    authority: names.slice(0, 4),
    certificate: names.slice(4),
    issuedOn: dayOfBytes(bytes.subarray(10, 13)),
    signedOn: dayOfBytes(bytes.subarray(13, 16)),
    documentType: hex(16, 17),
    perimeter: hex(17, 19),
    country,
    length: binaryLength,
  }
}
