import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { ByteRange } from '../object-store.ts'
import { FileIntegrityFailure } from '../verified-stream.ts'

/**
 * A stored file is a row of segments, each 64 KiB of plain bytes (the last one may be shorter, and is there even for
 * an empty file) under AES-256-GCM, followed by its tag. The nonce of a segment is the file's prefix, the segment's
 * number and whether it is the last: one that is moved, left out, added or taken from elsewhere does not open.
 */
export const segmentBytes = 64 * 1024
const cipherName = 'aes-256-gcm'
const tagBytes = 16
const sealedBytes = segmentBytes + tagBytes
const keyBytes = 32
const prefixBytes = 7
const nonceBytes = prefixBytes + 5

export const secretBytes = keyBytes + prefixBytes

/** What opens one file: its key and the prefix of its nonces, never used for another. */
export interface FileSecret {
  readonly secret: Uint8Array
  /** Authenticated with every segment. */
  readonly objectKey: string
}

export function newFileSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** How many bytes a file of this size takes in the store. */
export function encryptedSize(size: number): number {
  return size + (lastSegment(size) + 1) * tagBytes
}

function lastSegment(size: number): number {
  return Math.max(0, Math.ceil(size / segmentBytes) - 1)
}

export async function* encryptSegments(
  chunks: AsyncIterable<Buffer>,
  file: FileSecret,
): AsyncGenerator<Buffer> {
  let [index, pending]: [number, Buffer | undefined] = [0, undefined]
  for await (const piece of regroup(chunks, segmentBytes)) {
    if (pending) yield encryptSegment(pending, file, { index: index++, isLast: false })
    pending = piece
  }
  yield encryptSegment(pending ?? Buffer.alloc(0), file, { index, isLast: true })
}

/** Where in the store the segments lie that hold a range of the plain bytes, and which of them that range is. */
export interface SegmentSpan {
  readonly first: number
  readonly last: number
  readonly isWhole: boolean
  /** What to ask the store for; open at its end where the file ends, so that bytes added there are noticed. */
  readonly stored: ByteRange
  /** Of the plain bytes of these segments: how many to pass over, and how many to hand out. */
  readonly skip: number
  readonly length: number
}

/** Of a file with this many plain bytes; the range begins within them. */
export function spanOf(size: number, { start, end = size - 1 }: ByteRange): SegmentSpan {
  const until = Math.min(end, size - 1)
  const [first, last] = [Math.floor(start / segmentBytes), Math.max(0, Math.floor(until / segmentBytes))]
  const toEnd = last === lastSegment(size)
  return {
    first,
    last,
    isWhole: first === 0 && toEnd,
    stored: { start: first * sealedBytes, ...(!toEnd && { end: (last + 1) * sealedBytes - 1 }) },
    skip: start - first * segmentBytes,
    length: until - start + 1,
  }
}

/** The plain bytes of a span. No byte of a segment is handed out before its tag was found right. */
export async function* decryptSegments(
  body: AsyncIterable<Buffer>,
  file: FileSecret & { readonly size: number },
  { first, last, skip, length }: SegmentSpan,
): AsyncGenerator<Buffer> {
  const final = lastSegment(file.size)
  const damage = () => new FileIntegrityFailure(`object ${file.objectKey}`)
  const end = skip + length
  let [index, passed] = [first, 0]
  let pending: Buffer | undefined
  for await (const piece of regroup(body, sealedBytes)) {
    if (index > last) throw damage()
    if (pending) yield pending
    const plain = decryptSegment(piece, file, { index, isLast: index === final })
    if (!plain) throw damage()
    pending = plain.subarray(Math.max(0, skip - passed), Math.max(0, end - passed))
    passed += plain.length
    index += 1
  }
  if (index !== last + 1 || passed < end) throw damage()
  if (last === final && first * segmentBytes + passed !== file.size) throw damage()
  if (pending && pending.length > 0) yield pending
}

interface Place {
  readonly index: number
  readonly isLast: boolean
}

function encryptSegment(plain: Buffer, { secret, objectKey }: FileSecret, place: Place): Buffer {
  const cipher = createCipheriv(cipherName, secret.subarray(0, keyBytes), nonceOf(secret, place))
  cipher.setAAD(Buffer.from(objectKey))
  const sealed = cipher.update(plain)
  return Buffer.concat([sealed, cipher.final(), cipher.getAuthTag()])
}

function decryptSegment(sealed: Buffer, { secret, objectKey }: FileSecret, place: Place): Buffer | null {
  if (sealed.length < tagBytes) return null
  const body = sealed.length - tagBytes
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv(cipherName, secret.subarray(0, keyBytes), nonceOf(secret, place), options)
  decipher.setAAD(Buffer.from(objectKey))
  decipher.setAuthTag(sealed.subarray(body))
  const plain = decipher.update(sealed.subarray(0, body))
  try {
    decipher.final()
    return plain
  } catch {
    return null
  }
}

function nonceOf(secret: Uint8Array, { index, isLast }: Place): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.set(secret.subarray(keyBytes))
  nonce.writeUInt32BE(index, prefixBytes)
  nonce.writeUInt8(isLast ? 1 : 0, nonceBytes - 1)
  return nonce
}

/** The same bytes in pieces of exactly this size; the last may be shorter, and is never empty. */
async function* regroup(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(piece, filled, at)
      at += copied
      filled += copied
      if (filled < size) continue
      yield piece
      piece = Buffer.allocUnsafe(size)
      filled = 0
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}
