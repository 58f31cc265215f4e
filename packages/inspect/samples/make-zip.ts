import { crc32, deflateRawSync } from 'node:zlib'

/** Data that many entries share, compressed only once. */
export interface PackedData {
  bytes: Buffer
  size: number
  crc: number
}

export function packedOnce(data: Buffer): PackedData {
  return { bytes: deflateRawSync(data), size: data.length, crc: crc32(data) }
}

/** One entry of an archive; everything after `data` is there to lie. */
export interface MadeEntry {
  name: string
  data: Buffer | string | PackedData
  stored?: boolean
  flags?: number
  method?: number
  unixMode?: number
  declaredSize?: number
  declaredPacked?: number
  localName?: string
  /** Points the directory at the local header of an earlier entry. */
  sameBytesAs?: number
  crc?: number
}

export interface MadeZip {
  prefix?: Buffer
  comment?: string
  trailing?: Buffer
  /** Written into the end record instead of the true number. */
  count?: number
}

export function makeZip(entries: readonly MadeEntry[], options: MadeZip = {}): Buffer {
  const {
    prefix = Buffer.alloc(0),
    comment = '',
    trailing = Buffer.alloc(0),
    count = entries.length,
  } = options
  const locals: Buffer[] = [prefix]
  const centrals: Buffer[] = []
  const offsets: number[] = []
  let at = prefix.length
  for (const entry of entries) {
    const packed = pack(entry)
    const offset = entry.sameBytesAs === undefined ? at : (offsets[entry.sameBytesAs] ?? 0)
    offsets.push(offset)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    describe(local, 4, packed)
    const localName = Buffer.from(entry.localName ?? entry.name)
    local.writeUInt16LE(localName.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x0201_4b50, 0)
    central.writeUInt16LE(0x0314, 4)
    describe(central, 6, packed)
    const name = Buffer.from(entry.name)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(((entry.unixMode ?? 0) << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    centrals.push(central, name)
    if (entry.sameBytesAs !== undefined) continue
    locals.push(local, localName, packed.bytes)
    at += local.length + localName.length + packed.bytes.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...locals, directory, end, Buffer.from(comment), trailing])
}

function contentOf({ data, stored = false }: MadeEntry): PackedData {
  if (typeof data !== 'string' && !Buffer.isBuffer(data)) return data
  const bytes = Buffer.from(data as string)
  return stored ? { bytes, size: bytes.length, crc: crc32(bytes) } : packedOnce(bytes)
}

type Packed = ReturnType<typeof pack>

function pack(entry: MadeEntry) {
  const { bytes, size, crc } = contentOf(entry)
  return {
    bytes,
    flags: entry.flags ?? 0x0800,
    method: entry.method ?? (entry.stored ? 0 : 8),
    crc: entry.crc ?? crc,
    size: entry.declaredSize ?? size,
    packedSize: entry.declaredPacked ?? bytes.length,
  }
}

function describe(header: Buffer, at: number, packed: Packed): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(packed.flags, at + 2)
  header.writeUInt16LE(packed.method, at + 4)
  header.writeUInt16LE(0, at + 6)
  header.writeUInt16LE(0x5c21, at + 8)
  header.writeUInt32LE(packed.crc, at + 10)
  header.writeUInt32LE(packed.packedSize, at + 14)
  header.writeUInt32LE(packed.size, at + 18)
}
