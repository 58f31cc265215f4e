import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FileIntegrityFailure } from '../verified-stream.ts'
import {
  decryptSegments,
  encryptSegments,
  newFileSecret,
  segmentBytes,
  spanOf,
  encryptedSize,
  type FileSecret,
} from './segments.ts'

const tagBytes = 16
const sealedBytes = segmentBytes + tagBytes
const objectKey = '7/0b9f1f6e-8f0e-4c9e-9a35-3d0c8f6f2a11'
const fileOf = (secret = newFileSecret()): FileSecret => ({ secret, objectKey })

async function encrypt(plain: Buffer, file: FileSecret, chunkBytes = 50_000): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of encryptSegments(chunked(plain, chunkBytes), file)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** What a reader of these stored bytes gets, and why it ended. */
async function read(
  stored: Buffer,
  file: FileSecret & { size: number },
  range: { start: number; end?: number } = { start: 0 },
): Promise<{ bytes: Buffer; fault: unknown }> {
  const span = spanOf(file.size, range)
  const { start, end } = span.stored
  const body = Readable.from(chunked(stored.subarray(start, end === undefined ? undefined : end + 1), 40_000))
  const got: Buffer[] = []
  let fault: unknown = null
  try {
    for await (const piece of decryptSegments(body, file, span)) got.push(piece)
  } catch (error) {
    fault = error
  }
  return { bytes: Buffer.concat(got), fault }
}

/** Sizes around the ends of segments, where mistakes live. */
const sizes = fc.oneof(
  fc.constantFrom(0, 1, segmentBytes - 1, segmentBytes, segmentBytes + 1, 2 * segmentBytes, 3 * segmentBytes),
  fc.integer({ min: 0, max: 200_000 }),
)

describe('Encrypted segments', () => {
  test('Any range of any file equals that of the plain bytes, however they came', async () => {
    const ends = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1_000, max: 150_000 }), ends, async (size, chunk, [a, b]) => {
        const [plain, file] = [randomBytes(size), fileOf()]
        const stored = await encrypt(plain, file, chunk)
        expect(stored.length).toBe(encryptedSize(size))
        const whole = await read(stored, { ...file, size })
        expect(whole.fault).toBeNull()
        expect(whole.bytes.equals(plain)).toBe(true)
        if (size === 0) return
        const start = Math.min(size - 1, Math.floor(a * size))
        const end = start + Math.floor(b * (size - start))
        const part = await read(stored, { ...file, size }, { start, end })
        expect(part.fault).toBeNull()
        expect(part.bytes.equals(plain.subarray(start, end + 1))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('Every single flipped bit of a small file blocks all of it', async () => {
    const [plain, file] = [randomBytes(90), fileOf()]
    const stored = await encrypt(plain, file)
    for (let bit = 0; bit < stored.length * 8; bit += 1) {
      const { bytes, fault } = await read(flip(stored, bit), { ...file, size: plain.length })
      expect(fault, `bit ${bit}`).toBeInstanceOf(FileIntegrityFailure)
      expect(bytes.length).toBe(0)
    }
  })

  test('A flipped bit in a large file passes the whole segments before it, and nothing from there on', async () => {
    const size = 3 * segmentBytes + 1_000
    const [plain, file] = [randomBytes(size), fileOf()]
    const stored = await encrypt(plain, file)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: stored.length * 8 - 1 }), async (bit) => {
        const { bytes, fault } = await read(flip(stored, bit), { ...file, size })
        expect(fault).toBeInstanceOf(FileIntegrityFailure)
        const damaged = Math.floor(bit / 8 / sealedBytes)
        expect(bytes.equals(plain.subarray(0, damaged * segmentBytes))).toBe(true)
        const within = damaged * segmentBytes + 10
        const range = await read(flip(stored, bit), { ...file, size }, { start: within, end: within + 5 })
        expect([range.bytes.length, range.fault instanceof FileIntegrityFailure]).toEqual([0, true])
      }),
      { numRuns: 60 },
    )
  })

  test('A truncated or extended file is detected before its last segment leaves', async () => {
    const size = 2 * segmentBytes
    const [plain, file] = [randomBytes(size), fileOf()]
    const stored = await encrypt(plain, file)
    const cuts = fc.oneof(
      fc.constantFrom(0, 1, tagBytes, sealedBytes - 1, sealedBytes, sealedBytes + 1, stored.length - 1),
      fc.integer({ min: 0, max: stored.length - 1 }),
    )
    const refused = async (other: Buffer, told = size) => {
      const { bytes, fault } = await read(other, { ...file, size: told })
      expect(fault).toBeInstanceOf(FileIntegrityFailure)
      expect(bytes.length).toBeLessThanOrEqual(segmentBytes)
    }
    await fc.assert(
      fc.asyncProperty(cuts, async (length) => refused(stored.subarray(0, length))),
      { numRuns: 40 },
    )
    for (const more of [1, tagBytes, sealedBytes]) await refused(Buffer.concat([stored, randomBytes(more)]))
    await refused(Buffer.concat([stored, stored.subarray(sealedBytes)]))
    // Who can also change the size we believe in gains nothing: the last segment says that it is the last.
    await refused(stored.subarray(0, sealedBytes), segmentBytes)
    await refused(stored, size - 1)
    await refused(stored, size + 1)
  })

  test('Segments that are swapped, or come from another file, do not open', async () => {
    const size = 3 * segmentBytes
    const plain = randomBytes(size)
    const [file, other] = [fileOf(), fileOf()]
    const [stored, foreign] = [await encrypt(plain, file), await encrypt(plain, other)]
    const segment = (from: Buffer, index: number) =>
      from.subarray(index * sealedBytes, (index + 1) * sealedBytes)
    const own = [0, 1, 2].map((index) => segment(stored, index))
    const orders = [
      [own[1], own[0], own[2]],
      [own[0], own[2], own[1]],
      [own[0], own[0], own[2]],
      [own[0], segment(foreign, 1), own[2]],
      [own[0], own[1], segment(foreign, 2)],
    ]
    for (const order of orders) {
      const { bytes, fault } = await read(Buffer.concat(order.map((one) => one!)), { ...file, size })
      expect(fault).toBeInstanceOf(FileIntegrityFailure)
      expect(plain.subarray(0, bytes.length).equals(bytes)).toBe(true)
      expect(bytes.length).toBeLessThan(size)
    }
  })

  test('A file does not open as another, even with its own secret', async () => {
    const [plain, file] = [randomBytes(1_000), fileOf()]
    const stored = await encrypt(plain, file)
    const elsewhere = { ...file, objectKey: objectKey.replace('7/', '8/'), size: 1_000 }
    expect((await read(stored, elsewhere)).fault).toBeInstanceOf(FileIntegrityFailure)
    const otherKey = { ...fileOf(), size: 1_000 }
    expect((await read(stored, otherKey)).fault).toBeInstanceOf(FileIntegrityFailure)
  })
})

function flip(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}
