import { piecesOf, type ByteSource } from '../byte-source.ts'
import { refuseMarkup } from '../foreign-content.ts'
import { mismatch, type InspectionLimits, type InspectionWarning } from '../verdict.ts'
import { refuseTooManyPixels, trailingWarnings } from './image-rules.ts'
import { walkTiff } from './inspect-tiff.ts'

const maxSegments = 10_000
const truncated = () => mismatch('the JPEG is cut short or damaged')

const startOfScan = 0xda
const endOfImage = 0xd9
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

export async function inspectJpeg(
  source: ByteSource,
  limits: InspectionLimits,
): Promise<InspectionWarning[]> {
  const warnings: InspectionWarning[] = []
  let hasFrame = false
  let at = 2
  for (let count = 0; ; count += 1) {
    if (count > maxSegments) throw mismatch('the JPEG has too many segments')
    const { marker, next } = await markerAt(source, at)
    if (marker === endOfImage) {
      if (!hasFrame) throw truncated()
      await refuseMarkup(source)
      return [...warnings, ...(await trailingWarnings(source, next))]
    }
    at = next
    if (standsAlone(marker)) continue
    const head = await source.read(next, 8)
    const length = head.length < 2 ? 0 : head.readUInt16BE(0)
    if (length < 2 || next + length > source.size) throw truncated()
    if (isFrame(marker)) {
      if (head.length < 7) throw truncated()
      refuseTooManyPixels(head.readUInt16BE(5), head.readUInt16BE(3), limits)
      hasFrame = true
    }
    if (marker === 0xe1 && (await hasLocation(source, next + 2, length - 2))) warnings.push('IMAGE_LOCATION')
    at = marker === startOfScan ? await endOfScan(source, next + length) : next + length
  }
}

async function markerAt(source: ByteSource, at: number): Promise<{ marker: number; next: number }> {
  const bytes = await source.read(at, 64)
  if (bytes[0] !== 0xff) throw truncated()
  const index = bytes.findIndex((byte) => byte !== 0xff)
  const marker = bytes[index]
  if (marker === undefined || marker === 0) throw truncated()
  return { marker, next: at + index + 1 }
}

/** Compressed data runs to the next marker that is neither an escaped byte nor a restart. */
async function endOfScan(source: ByteSource, start: number): Promise<number> {
  let afterFlag = false
  for await (const { at, bytes } of piecesOf(source, start)) {
    for (let i: number = afterFlag ? 0 : bytes.indexOf(0xff); i >= 0 && i < bytes.length;) {
      const byte: number = bytes[i] ?? 0
      if (afterFlag && byte !== 0 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd7)) return at + i - 1
      afterFlag = byte === 0xff
      i = afterFlag ? i + 1 : bytes.indexOf(0xff, i + 1)
    }
  }
  throw truncated()
}

async function hasLocation(source: ByteSource, at: number, length: number): Promise<boolean> {
  const exif = await source.read(at, length)
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false
  const bytes = exif.subarray(6)
  const inside: ByteSource = {
    size: bytes.length,
    read: async (position, count) => bytes.subarray(position, position + count),
    close: async () => {},
  }
  // Sloppy camera data is no reason to refuse a photograph: viewers ignore it too.
  const found = await walkTiff(inside).catch(() => undefined)
  return found?.hasLocation ?? false
}
