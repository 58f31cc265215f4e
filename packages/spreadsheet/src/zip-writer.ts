import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly text: AsyncIterable<string> | Iterable<string>
}

interface WrittenPart {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

// Sizes follow the content, names are in UTF-8.
const flags = 0x0808
const deflated = 8
const needsVersion = 20
// 1980-01-01, so that the same rows make the same file.
const dosDate = 0x21
const in32 = 0xffff_ffff
/** Small pieces of text would each cost a turn of the packer. */
const pieceLength = 64 * 1024

/** An archive as it is written: one part after the other, none of them held in memory. */
export async function* zipParts(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: WrittenPart[] = []
  let offset = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const head = headerOf(0x0403_4b50, name)
    yield head
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const bytes of packText(part.text, sums)) yield bytes
    if (sums.size > in32 || offset > in32) throw new RangeError('A part of the archive is larger than 4 GiB.')
    yield descriptorOf(sums)
    written.push({ name, ...sums, offset })
    offset += head.length + sums.packed + 16
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield Buffer.concat([directory, endOf(written.length, offset, directory.length)])
}

interface Sums {
  crc: number
  size: number
  packed: number
}

/** Packs no faster than it is read. */
async function* packText(text: ZipPart['text'], sums: Sums): AsyncGenerator<Buffer> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of joinText(text)) {
      const bytes = Buffer.from(piece)
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      yield bytes
    }
  }
  const source = Readable.from(pieces(), { objectMode: false, highWaterMark: pieceLength })
  const packer = createDeflateRaw({ level: 5 })
  source.on('error', (error) => packer.destroy(error))
  packer.on('close', () => source.destroy())
  source.pipe(packer)
  for await (const bytes of packer as AsyncIterable<Buffer>) {
    sums.packed += bytes.length
    yield bytes
  }
}

async function* joinText(text: ZipPart['text']): AsyncGenerator<string> {
  let piece = ''
  for await (const more of text) {
    piece += more
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function headerOf(signature: number, name: Buffer): Buffer {
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(signature, 0)
  fixed.writeUInt16LE(needsVersion, 4)
  fixed.writeUInt16LE(flags, 6)
  fixed.writeUInt16LE(deflated, 8)
  fixed.writeUInt16LE(dosDate, 12)
  fixed.writeUInt16LE(name.length, 26)
  return Buffer.concat([fixed, name])
}

function descriptorOf({ crc, packed, size }: Sums): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, crc, packed, size, offset }: WrittenPart): Buffer {
  const fixed = Buffer.alloc(46)
  fixed.writeUInt32LE(0x0201_4b50, 0)
  fixed.writeUInt16LE(needsVersion, 4)
  fixed.writeUInt16LE(needsVersion, 6)
  fixed.writeUInt16LE(flags, 8)
  fixed.writeUInt16LE(deflated, 10)
  fixed.writeUInt16LE(dosDate, 14)
  fixed.writeUInt32LE(crc, 16)
  fixed.writeUInt32LE(packed, 20)
  fixed.writeUInt32LE(size, 24)
  fixed.writeUInt16LE(name.length, 28)
  fixed.writeUInt32LE(offset, 42)
  return Buffer.concat([fixed, name])
}

function endOf(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(start, 16)
  return end
}
