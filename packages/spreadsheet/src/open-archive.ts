import type { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { WorkbookRefusal, type ReadLimits } from './refusal.ts'

export interface Archive {
  /** Null where there is no such part. Names are compared without case, as spreadsheets do. */
  read(name: string): Promise<AsyncIterable<Buffer> | null>
  has(pattern: RegExp): boolean
  close(): void
}

const unreadable = (why: string) => new WorkbookRefusal('UNREADABLE', why)
const tooLarge = (why: string) => new WorkbookRefusal('TOO_LARGE', why)

/** Lists the parts of a workbook and refuses it for whatever the list already shows; nothing is unpacked yet. */
export async function openArchive(path: string, limits: ReadLimits): Promise<Archive> {
  const archive = await refuseDamage(() =>
    yauzl.openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }),
  )
  try {
    if (archive.entryCount > limits.maxEntries) throw tooLarge('the archive holds too many parts')
    const entries = await refuseDamage(async () => {
      const listed: yauzl.Entry[] = []
      for await (const entry of archive.eachEntry()) listed.push(entry)
      return listed
    })
    for (const entry of entries) refuseEntry(entry)
    refuseSizes(entries, limits)
    await refuseOverlaps(archive, entries)
    return archiveOf(archive, entries, limits)
  } catch (error) {
    archive.close()
    throw error
  }
}

function archiveOf(archive: yauzl.ZipFile, entries: readonly yauzl.Entry[], limits: ReadLimits): Archive {
  const byName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]))
  if (byName.size < entries.length) throw unreadable('two parts share a name')
  // What the list says of sizes may be a lie; this counts what comes.
  const unpacked = { bytes: 0 }
  return {
    async read(name) {
      const entry = byName.get(name.toLowerCase())
      if (!entry) return null
      const stream = await refuseDamage(() => archive.openReadStreamPromise(entry))
      return countBytes(stream, unpacked, limits)
    },
    has: (pattern) => entries.some(({ fileName }) => pattern.test(fileName)),
    close: () => archive.close(),
  }
}

async function* countBytes(
  stream: Readable,
  unpacked: { bytes: number },
  { maxUnpackedBytes }: ReadLimits,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked.bytes += chunk.length
      if (unpacked.bytes > maxUnpackedBytes) throw tooLarge('the workbook unpacks to too much')
      yield chunk
    }
  } catch (error) {
    throw error instanceof WorkbookRefusal ? error : unreadable('a part of the archive is damaged')
  }
}

async function refuseDamage<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw error instanceof WorkbookRefusal ? error : unreadable('it is no archive, or a damaged one')
  }
}

function refuseEntry(entry: yauzl.Entry): void {
  if (entry.isEncrypted()) throw new WorkbookRefusal('OLD_OR_ENCRYPTED', 'the archive is encrypted')
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw unreadable('the archive is packed in an unusual way')
}

const judgedAlone = 10_000_000

function refuseSizes(entries: readonly yauzl.Entry[], { maxUnpackedBytes, maxRatio }: ReadLimits): void {
  let unpacked = 0
  for (const { compressedSize, uncompressedSize } of entries) {
    unpacked += uncompressedSize
    if (uncompressedSize > judgedAlone && uncompressedSize > compressedSize * maxRatio)
      throw tooLarge('a part of the archive unpacks to an excessive size')
  }
  if (unpacked > maxUnpackedBytes) throw tooLarge('the workbook unpacks to too much')
}

/** Parts that share their bytes are the other way to make much of little. */
async function refuseOverlaps(archive: yauzl.ZipFile, entries: readonly yauzl.Entry[]): Promise<void> {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end) throw tooLarge('parts of the archive share their bytes')
    const local = await refuseDamage(() => archive.readLocalFileHeaderPromise(entry))
    end = local.fileDataStart + entry.compressedSize
  }
}
