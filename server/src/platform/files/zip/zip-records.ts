// The records of a ZIP file (APPNOTE 6.3), for entries that are stored as they are.

export interface RecordEntry {
  name: Buffer
  size: number
  crc32: number
  modifiedAt: Date
  offset: number
}

const in32 = 0xffff_ffff
const in16 = 0xffff
/** Sizes known beforehand, names in UTF-8. */
const flags = 0x0800
const madeByUnix = 3 << 8
const regularFile = 0o100644

const version = (needs64: boolean) => (needs64 ? 45 : 20)

export function localHeader(entry: RecordEntry): Buffer {
  const needs64 = entry.size >= in32
  const extra = Buffer.concat([
    needs64 ? extra64([entry.size, entry.size]) : Buffer.alloc(0),
    timeExtra(entry),
  ])
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(0x0403_4b50, 0)
  fixed.writeUInt16LE(version(needs64), 4)
  writeCommon(fixed, 6, entry)
  fixed.writeUInt16LE(entry.name.length, 26)
  fixed.writeUInt16LE(extra.length, 28)
  return Buffer.concat([fixed, entry.name, extra])
}

export function centralHeader(entry: RecordEntry): Buffer {
  const bigSize = entry.size >= in32
  const bigOffset = entry.offset >= in32
  const large = [...(bigSize ? [entry.size, entry.size] : []), ...(bigOffset ? [entry.offset] : [])]
  const extra = Buffer.concat([large.length > 0 ? extra64(large) : Buffer.alloc(0), timeExtra(entry)])
  const fixed = Buffer.alloc(46)
  fixed.writeUInt32LE(0x0201_4b50, 0)
  fixed.writeUInt16LE(madeByUnix | 45, 4)
  fixed.writeUInt16LE(version(large.length > 0), 6)
  writeCommon(fixed, 8, entry)
  fixed.writeUInt16LE(entry.name.length, 28)
  fixed.writeUInt16LE(extra.length, 30)
  fixed.writeUInt32LE((regularFile << 16) >>> 0, 38)
  fixed.writeUInt32LE(bigOffset ? in32 : entry.offset, 42)
  return Buffer.concat([fixed, entry.name, extra])
}

/** Flags to sizes stand alike in both headers. */
function writeCommon(fixed: Buffer, at: number, { size, crc32, modifiedAt }: RecordEntry): void {
  fixed.writeUInt16LE(flags, at)
  fixed.writeUInt16LE(0, at + 2)
  const { date, time } = dosTime(modifiedAt)
  fixed.writeUInt16LE(time, at + 4)
  fixed.writeUInt16LE(date, at + 6)
  fixed.writeUInt32LE(crc32, at + 8)
  fixed.writeUInt32LE(Math.min(size, in32), at + 12)
  fixed.writeUInt32LE(Math.min(size, in32), at + 16)
}

export function endRecords(count: number, start: number, length: number): Buffer {
  const needs64 = count >= in16 || start >= in32 || length >= in32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(count, in16), 8)
  end.writeUInt16LE(Math.min(count, in16), 10)
  end.writeUInt32LE(Math.min(length, in32), 12)
  end.writeUInt32LE(Math.min(start, in32), 16)
  return needs64 ? Buffer.concat([endRecords64(count, start, length), end]) : end
}

function endRecords64(count: number, start: number, length: number): Buffer {
  const records = Buffer.alloc(56 + 20)
  records.writeUInt32LE(0x0606_4b50, 0)
  records.writeBigUInt64LE(44n, 4)
  records.writeUInt16LE(madeByUnix | 45, 12)
  records.writeUInt16LE(45, 14)
  records.writeBigUInt64LE(BigInt(count), 24)
  records.writeBigUInt64LE(BigInt(count), 32)
  records.writeBigUInt64LE(BigInt(length), 40)
  records.writeBigUInt64LE(BigInt(start), 48)
  records.writeUInt32LE(0x0706_4b50, 56)
  records.writeBigUInt64LE(BigInt(start + length), 64)
  records.writeUInt32LE(1, 72)
  return records
}

function extra64(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  for (const [i, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + i * 8)
  return extra
}

/** The exact moment, beside the old field that knows no time zone. */
function timeExtra({ modifiedAt }: RecordEntry): Buffer {
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(Math.min(Math.floor(modifiedAt.getTime() / 1000), 0x7fff_ffff), 5)
  return extra
}

function dosTime(at: Date): { date: number; time: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}
