import { centralHeader, endRecords, localHeader, type RecordEntry } from './zip-records.ts'

/** A file as it was measured on upload: nothing is read again to plan the archive. */
export interface ZipEntry {
  name: string
  size: number
  crc32: number
  /** Lower-case hexadecimal; checked while the entry passes. */
  sha256: string
  modifiedAt: Date
}

/** One stretch of the archive: bytes we have, or those of a file. */
export type ZipSegment = { start: number; length: number } & (
  | { kind: 'BYTES'; bytes: Buffer }
  | { kind: 'ENTRY'; index: number }
)

export interface ZipPlan {
  entries: readonly ZipEntry[]
  segments: readonly ZipSegment[]
  /** Exact, for Content-Length and for ranges. The same entries always give the same bytes. */
  totalLength: number
}

export function zipPlan(entries: readonly ZipEntry[]): ZipPlan {
  refuseUnsafeNames(entries)
  const segments: ZipSegment[] = []
  const directory: Buffer[] = []
  let headers: Buffer[] = []
  let offset = 0
  const endHeaders = () => {
    const bytes = Buffer.concat(headers)
    segments.push({ kind: 'BYTES', bytes, start: offset - bytes.length, length: bytes.length })
    headers = []
  }
  const add = (bytes: Buffer) => {
    headers.push(bytes)
    offset += bytes.length
  }
  for (const [index, { name, size, crc32, modifiedAt }] of entries.entries()) {
    const record: RecordEntry = { name: Buffer.from(name), size, crc32, modifiedAt, offset }
    directory.push(centralHeader(record))
    add(localHeader(record))
    if (size === 0) continue
    endHeaders()
    segments.push({ kind: 'ENTRY', index, start: offset, length: size })
    offset += size
  }
  const start = offset
  for (const header of directory) add(header)
  add(endRecords(entries.length, start, offset - start))
  endHeaders()
  return { entries, segments, totalLength: offset }
}

/** The names come from zipEntryNames; this is the second lock on the door. */
function refuseUnsafeNames(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>()
  for (const { name } of entries) {
    const parts = name.split('/')
    const unsafe = /[\p{Cc}\p{Surrogate}\\:]/u.test(name) || Buffer.byteLength(name) > 0xff_ff
    if (unsafe || parts.some((part) => part === '' || /^\.+$/.test(part))) {
      throw new RangeError('An entry of a ZIP has an unsafe name.')
    }
    const folded = name.normalize('NFC').toLowerCase()
    if (seen.has(folded)) throw new RangeError('Two entries of a ZIP share a name.')
    seen.add(folded)
  }
}
