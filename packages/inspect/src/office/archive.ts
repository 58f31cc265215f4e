import { PassThrough, Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { piecesOf, type ByteSource } from '../byte-source.ts'
import { bomb, mismatch, Refusal, type InspectionLimits } from '../verdict.ts'

class SourceFault extends Error {}

class SourceReader extends yauzl.RandomAccessReader {
  private readonly source: ByteSource
  constructor(source: ByteSource) {
    super()
    this.source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const source = this.source
    async function* bytes(): AsyncGenerator<Buffer> {
      try {
        for await (const piece of piecesOf(source, start, end)) yield piece.bytes
      } catch (error) {
        throw new SourceFault('the source of the archive failed', { cause: error })
      }
    }
    // The library listens for errors of what it pipes only in part; a fault must reach the reader of the entry.
    const through = new PassThrough()
    const read = Readable.from(bytes(), { objectMode: false })
    read.on('error', (error) => through.destroy(error))
    through.on('close', () => read.destroy())
    return read.pipe(through)
  }
}

export interface Archive {
  entries: yauzl.Entry[]
  open(entry: yauzl.Entry): Promise<Readable>
}

/** Lists an archive from its directory, unpacking nothing, and refuses it for whatever the list already shows. */
export async function openArchive(source: ByteSource, limits: InspectionLimits): Promise<Archive> {
  const archive = await asMismatch(() =>
    yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
    }),
  )
  if (archive.entryCount > limits.maxArchiveEntries) throw bomb('the archive holds too many files')
  if (archive.comment.length > 0) throw mismatch('behind the archive follows something else')
  const entries = await asMismatch(async () => {
    const listed: yauzl.Entry[] = []
    for await (const entry of archive.eachEntry()) listed.push(entry)
    return listed
  })
  for (const entry of entries) refuseEntry(entry)
  refuseClashes(entries)
  refuseSizes(entries, limits)
  await refuseOverlaps(archive, entries, source.size)
  return { entries, open: (entry) => asMismatch(() => archive.openReadStreamPromise(entry)) }
}

/** A fault of the archive is the sender's; one of our store is ours and must stay one. */
export async function asMismatch<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof SourceFault) throw error.cause
    throw error instanceof Refusal ? error : mismatch('the archive is damaged or holds unsafe names')
  }
}

function refuseEntry(entry: yauzl.Entry): void {
  if (entry.isEncrypted()) throw new Refusal('ENCRYPTED', 'the archive is encrypted')
  const unixType = (entry.externalFileAttributes >>> 16) & 0xf000
  if (unixType !== 0 && unixType !== 0x8000 && unixType !== 0x4000) throw mismatch('the archive holds a link')
  // oxlint-disable-next-line eslint/no-control-regex -- control characters are what it looks for
  if (/[\x00-\x1f\x7f\\:]|(?:^|\/)\.{1,2}(?:\/|$)|^\/|\/\//.test(entry.fileName) || entry.fileName === '') {
    throw mismatch('the archive holds unsafe names')
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw mismatch('the archive is compressed in an unusual way')
  }
}

function refuseClashes(entries: yauzl.Entry[]): void {
  const names = entries.map(({ fileName }) => fileName.normalize('NFC').toLowerCase())
  if (new Set(names).size < names.length) throw mismatch('two files of the archive share a name')
}

const judgedAlone = 10_000_000

function refuseSizes(entries: yauzl.Entry[], { maxUnpackedBytes, maxRatio }: InspectionLimits): void {
  let [packed, unpacked] = [0, 0]
  for (const { compressedSize, uncompressedSize } of entries) {
    packed += compressedSize
    unpacked += uncompressedSize
    const excessive = uncompressedSize > judgedAlone && uncompressedSize > compressedSize * maxRatio
    if (excessive) throw bomb('a file of the archive unpacks to an excessive size')
  }
  // Small files of a few repeated lines pack very well and harm nobody.
  const excessive = unpacked > 1_000_000 && unpacked > packed * maxRatio
  if (unpacked > maxUnpackedBytes || excessive) throw bomb('the archive unpacks to an excessive size')
}

async function refuseOverlaps(archive: yauzl.ZipFile, entries: yauzl.Entry[], size: number): Promise<void> {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  if (inOrder[0]?.relativeOffsetOfLocalHeader !== 0)
    throw mismatch('before the archive stands something else')
  let end = 0
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end) throw bomb('files of the archive share their bytes')
    const local = await asMismatch(() => archive.readLocalFileHeaderPromise(entry))
    if (!local.fileName.equals(entry.fileNameRaw)) throw mismatch('the archive names a file in two ways')
    end = local.fileDataStart + entry.compressedSize
    if (end > size) throw mismatch('the archive is cut short')
  }
}
