import { Readable } from 'node:stream'
import { RangeNotSatisfiable, type ByteRange } from '../object-store.ts'
import { verifyChunks } from '../verified-stream.ts'
import type { ZipPlan } from './zip-plan.ts'

export type OpenEntry = (index: number, range?: ByteRange) => Readable | Promise<Readable>

/**
 * The bytes of the planned archive, or a range of them, one entry open at a time. Each entry that passes whole is
 * checked against its SHA-256 and its last chunk held back until it fits; of one that a range cuts only the number of
 * bytes is checked here, and the reader of the archive checks its CRC-32. On a fault the stream fails with
 * FileIntegrityFailure and the caller cuts the connection: no archive looks whole that is not.
 */
export function zipStream(plan: ZipPlan, open: OpenEntry, range?: ByteRange): Readable {
  const { start, end = plan.totalLength - 1 } = range ?? { start: 0 }
  if (!Number.isSafeInteger(start) || start < 0 || start >= plan.totalLength || end < start) {
    throw new RangeNotSatisfiable('of the archive')
  }
  return Readable.from(bytesOf(plan, open, { start, end }), { objectMode: false })
}

async function* bytesOf(plan: ZipPlan, open: OpenEntry, range: Required<ByteRange>): AsyncGenerator<Buffer> {
  for (const segment of plan.segments) {
    const from = Math.max(range.start - segment.start, 0)
    const to = Math.min(range.end - segment.start, segment.length - 1)
    if (from > to) continue
    if (segment.kind === 'BYTES') yield segment.bytes.subarray(from, to + 1)
    else yield* entryBytes(plan, open, segment.index, { start: from, end: to })
  }
}

async function* entryBytes(
  plan: ZipPlan,
  open: OpenEntry,
  index: number,
  range: Required<ByteRange>,
): AsyncGenerator<Buffer> {
  const entry = plan.entries[index]!
  const whole = range.start === 0 && range.end === entry.size - 1
  const body = await (whole ? open(index) : open(index, range))
  const expected = { size: range.end - range.start + 1, ...(whole && { sha256: entry.sha256 }) }
  try {
    yield* verifyChunks(body, expected, `entry ${index} of an archive`)
  } finally {
    body.destroy()
  }
}
