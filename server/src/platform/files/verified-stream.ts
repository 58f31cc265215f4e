import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ObjectStoreError, RangeNotSatisfiable, type ByteRange, type ObjectStore } from './object-store.ts'

export class FileIntegrityFailure extends ObjectStoreError {
  constructor(what: string) {
    super(`The stored bytes of ${what} are not those that were acknowledged.`)
  }
}

export interface Acknowledged {
  size: number
  sha256: string
}

export interface VerifiedReadOptions extends Acknowledged {
  range?: ByteRange
}

/**
 * The object, its last chunk held back until the SHA-256 of the whole matched; otherwise the stream fails with
 * FileIntegrityFailure, and the caller cuts the connection so that nobody takes the part for the whole. Of a range
 * only the number of bytes is checked here; where files are encrypted, each segment of it checks itself.
 */
export async function openVerifiedStream(
  store: ObjectStore,
  key: string,
  { size, sha256, range }: VerifiedReadOptions,
): Promise<Readable> {
  if (range && range.start >= size) throw new RangeNotSatisfiable(key)
  const body = await store.get(key, range).catch((error: unknown) => {
    // The range fits what was acknowledged, so the object must have shrunk.
    throw error instanceof RangeNotSatisfiable ? new FileIntegrityFailure(`object ${key}`) : error
  })
  const [start, end] = [range?.start ?? 0, Math.min(range?.end ?? size - 1, size - 1)]
  const whole = start === 0 && end === size - 1
  const expected = { size: end - start + 1, ...(whole && { sha256 }) }
  return Readable.from(verifyChunks(body, expected, `object ${key}`), { objectMode: false })
}

/** Passes the chunks of a body on, the last one only when all fits what is expected of them. */
export async function* verifyChunks(
  body: Readable,
  expected: { size: number; sha256?: string },
  what: string,
): AsyncGenerator<Buffer> {
  const hash = expected.sha256 === undefined ? undefined : createHash('sha256')
  let size = 0
  let pending: Buffer | undefined
  for await (const piece of body) {
    const chunk = piece as Buffer
    size += chunk.length
    if (size > expected.size) throw new FileIntegrityFailure(what)
    hash?.update(chunk)
    if (pending) yield pending
    pending = chunk
  }
  if (size !== expected.size || (hash && hash.digest('hex') !== expected.sha256)) {
    throw new FileIntegrityFailure(what)
  }
  if (pending) yield pending
}
