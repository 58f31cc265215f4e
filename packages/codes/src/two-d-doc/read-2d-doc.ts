import { fromBase32 } from './base32.ts'
import { documentKinds } from './fields.ts'
import { readHeader, type Header } from './header.ts'
import { marks, readMessage, type Message } from './message.ts'

/** One way to take a code apart: what it says, which bytes were signed, and the signature over them. */
export interface SignedMessage extends Pick<Message, 'fields' | 'isWhole'> {
  readonly data: Uint8Array
  readonly signature: Uint8Array
}

export interface TwoDDoc extends Pick<Message, 'fields' | 'isWhole'> {
  readonly header: Header
  /** Such as BANK_DETAILS; null for a type that companies do not send. */
  readonly documentKind: string | null
  /** The ways to take it apart, of which one must hold. None: it is of a form that is not known here. */
  readonly ways: readonly SignedMessage[]
}

/** P-256, P-384 and P-521: two numbers each. */
const signatureLengths = [64, 96, 132]
const mostBytes = 4_000

/** What a code says; null for what is no 2D-Doc. Whatever follows the signature is not signed and is not read. */
export function read2dDoc(bytes: Uint8Array): TwoDDoc | null {
  const header = bytes.length > mostBytes ? null : readHeader(bytes)
  if (header === null) return null
  const ways = waysToRead(bytes, header)
  const { fields, isWhole } = ways[0] ?? nothingRead
  const documentKind = header.perimeter === '01' ? (documentKinds[header.documentType] ?? null) : null
  return { header, documentKind, fields, isWhole, ways }
}

const nothingRead: Pick<Message, 'fields' | 'isWhole'> = { fields: [], isWhole: false }
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

function waysToRead(bytes: Uint8Array, header: Header): SignedMessage[] {
  if (header.form === 'BINARY') return readBlocks(bytes, header)
  return header.version === 1 ? readFirstVersion(bytes, header) : readText(bytes, header)
}

function readText(bytes: Uint8Array, header: Header): SignedMessage[] {
  const end = bytes.indexOf(marks.signature.codePointAt(0)!)
  // The message of the fourth version may go on in bytes, which has no mark.
  if (end === -1) return []
  const head = latin(bytes.subarray(0, header.length))
  const message = latin(bytes.subarray(header.length, end))
  const { unmarked, fields, isWhole } = readMessage(message, header.perimeter)
  const [written = ''] = latin(bytes.subarray(end + 1)).split(marks.end)
  const signature = fromBase32(written.trim()) ?? new Uint8Array()
  return spellings(message, unmarked).map((text) => ({
    fields,
    isWhole,
    data: Buffer.from(head + text, 'latin1'),
    signature,
  }))
}

/** As it stands, and with a mark more where encoders may have left one out after signing: it says the same. */
function spellings(message: string, unmarked: readonly number[]): string[] {
  const withMark = unmarked.map((at) => message.slice(0, at) + marks.end + message.slice(at))
  const isMarked = message.endsWith(marks.end) || message.endsWith(marks.cut)
  return [message, ...withMark, ...(isMarked ? [] : [message + marks.end])]
}

/** Its signature follows the message as bytes, without a mark: how long it is, the certificate will say. */
function readFirstVersion(bytes: Uint8Array, header: Header): SignedMessage[] {
  return signatureLengths
    .filter((length) => bytes.length >= header.length + length)
    .map((length) => {
      const data = bytes.subarray(0, bytes.length - length)
      const { fields, isWhole } = readMessage(latin(data.subarray(header.length)), header.perimeter)
      return { fields, isWhole, data, signature: bytes.subarray(bytes.length - length) }
    })
}

const signatureBlock = 0xff

/**
 * Blocks of one byte that says what it is, one or three that say how long it is, and the value. What they mean is said
 * for few documents, and for none that companies send.
 */
function readBlocks(bytes: Uint8Array, header: Header): SignedMessage[] {
  let at = header.length
  while (at + 1 < bytes.length && bytes[at] !== signatureBlock) at = endOfBlock(bytes, at)
  if (bytes[at] !== signatureBlock) return []
  const length = bytes[at + 1] ?? 0
  const signature = bytes.subarray(at + 2, at + 2 + length)
  return [{ ...nothingRead, data: bytes.subarray(0, at), signature }]
}

function endOfBlock(bytes: Uint8Array, at: number): number {
  const short = bytes[at + 1] ?? 0
  if (short !== 0xff) return at + 2 + short
  return at + 4 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
}
