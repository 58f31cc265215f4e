import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const made = Buffer.alloc(12 + data.length)
  made.writeUInt32BE(data.length, 0)
  made.write(type, 4, 'latin1')
  data.copy(made, 8)
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length)
  return made
}

export interface MadePng {
  width?: number
  height?: number
  chunks?: readonly [string, Buffer][]
}

/** Grey, eight bits; the pixels are there only for images that are small. */
export function png({ width = 4, height = 3, chunks = [] }: MadePng = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = width * height < 1_000_000 ? Buffer.alloc((width + 1) * height, 0) : Buffer.alloc(100)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...chunks.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

export interface MadeJpeg {
  width?: number
  height?: number
  exif?: Buffer
  comment?: string
}

/** One grey block, baseline: the shortest tables that a decoder accepts. */
export function jpeg({ width = 8, height = 8, exif, comment }: MadeJpeg = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const oneCode = (id: number) => Buffer.from([id, 1, ...Array.from({ length: 15 }, () => 0), 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(exif ? [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]))] : []),
    ...(comment === undefined ? [] : [segment(0xfe, Buffer.from(comment, 'latin1'))]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, frame),
    segment(0xc4, oneCode(0x00)),
    segment(0xc4, oneCode(0x10)),
    segment(0xda, Buffer.from([1, 1, 0x00, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0xd9]),
  ])
}

export interface MadeTiff {
  width?: number
  height?: number
  next?: number
  tags?: readonly (readonly [tag: number, type: number, count: number, value: number])[]
  stripAt?: number
  order?: 'II' | 'MM'
}

/** One strip of grey right behind the header, then the directory at byte 32. */
export function tiff(made: MadeTiff = {}): Buffer {
  const { width = 4, height = 4, next = 0, tags = [], stripAt = 8, order = 'II' } = made
  const little = order === 'II'
  const all = [
    [256, 3, 1, Math.min(width, 65_535)],
    [257, 3, 1, Math.min(height, 65_535)],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, stripAt],
    [278, 3, 1, Math.min(height, 65_535)],
    [279, 4, 1, 16],
    ...tags,
  ] as const
  const bytes = Buffer.alloc(32 + 2 + all.length * 12 + 4)
  const u16 = (value: number, at: number) =>
    little ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  bytes.write(order, 0, 'latin1')
  u16(42, 2)
  u32(32, 4)
  u16(all.length, 32)
  for (const [i, [tag, type, count, value]] of all.entries()) {
    const at = 34 + i * 12
    u16(tag, at)
    u16(type, at + 2)
    u32(count, at + 4)
    if (type === 3) u16(value, at + 8)
    else u32(value, at + 8)
  }
  u32(next, 34 + all.length * 12)
  return bytes
}
