import type { ByteSource } from '../byte-source.ts'
import { refuseMarkup } from '../foreign-content.ts'
import { mismatch, type InspectionLimits, type InspectionWarning } from '../verdict.ts'
import { refuseTooManyPixels } from './image-rules.ts'

const maxParts = 200_000

export async function inspectTiff(
  source: ByteSource,
  limits: InspectionLimits,
): Promise<InspectionWarning[]> {
  const { directories, hasLocation, littleEndian } = await walkTiff(source)
  if (directories.length === 0) throw mismatch('the TIFF holds no image')
  for (const directory of directories) {
    refuseTooManyPixels(directory.width, directory.height, limits)
    await refuseMissingParts(source, directory, littleEndian)
  }
  await refuseMarkup(source)
  return hasLocation ? ['IMAGE_LOCATION'] : []
}

async function refuseMissingParts(
  source: ByteSource,
  { offsets, byteCounts }: TiffDirectory,
  littleEndian: boolean,
): Promise<void> {
  if (!offsets || !byteCounts || offsets.count !== byteCounts.count || offsets.count > maxParts) {
    throw mismatch('the TIFF does not say where its image is')
  }
  const places = await numbersOf(source, offsets, littleEndian)
  const lengths = await numbersOf(source, byteCounts, littleEndian)
  const outside = places.some((place, i) => place === 0 || place + (lengths[i] ?? 0) > source.size)
  if (outside) throw mismatch('the TIFF is cut short or damaged')
}

async function numbersOf(source: ByteSource, entry: TiffEntry, littleEndian: boolean): Promise<number[]> {
  if (entry.type !== 3 && entry.type !== 4) throw mismatch('the TIFF is cut short or damaged')
  const { u16, u32 } = readerOf(littleEndian)
  const width = entry.type === 3 ? 2 : 4
  const bytes = await source.read(entry.at, entry.count * width)
  const count = Math.floor(bytes.length / width)
  return Array.from({ length: count }, (_, i) => (width === 2 ? u16(bytes, i * 2) : u32(bytes, i * 4)))
}

interface TiffDirectory {
  width: number
  height: number
  offsets: TiffEntry | undefined
  byteCounts: TiffEntry | undefined
}

interface TiffEntry {
  type: number
  count: number
  /** Where its values stand in the file. */
  at: number
  value: number
}

const tags = {
  width: 256,
  height: 257,
  stripOffsets: 273,
  stripCounts: 279,
  tileOffsets: 324,
  tileCounts: 325,
}
const subDirectories = new Set([330, 34665])
const location = 34853
const maxDirectories = 2_000
const maxEntries = 4_000
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const damaged = () => mismatch('the TIFF is cut short or damaged')

interface TiffWalk {
  directories: TiffDirectory[]
  hasLocation: boolean
  littleEndian: boolean
}

/** Follows the chain of directories; one that comes back on itself or leaves the file is refused. */
export async function walkTiff(source: ByteSource): Promise<TiffWalk> {
  const head = await source.read(0, 8)
  const order = head.toString('latin1', 0, 2)
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) throw damaged()
  const littleEndian = order === 'II'
  const numbers = readerOf(littleEndian)
  if (numbers.u16(head, 2) !== 42) throw mismatch('the TIFF is of a kind that is not read here')
  const walk: TiffWalk = { directories: [], hasLocation: false, littleEndian }
  const seen = new Set<number>()
  const waiting = [numbers.u32(head, 4)]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0) continue
    if (seen.has(at)) throw mismatch('the directories of the TIFF form a loop')
    seen.add(at)
    if (seen.size > maxDirectories) throw mismatch('the TIFF has too many directories')
    waiting.push(...(await readDirectory(source, at, walk)))
  }
  return walk
}

function readerOf(littleEndian: boolean) {
  return {
    u16: (bytes: Buffer, at: number) => (littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    u32: (bytes: Buffer, at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  }
}

/** Adds the directory to the walk; gives the places of those that follow from it. */
async function readDirectory(source: ByteSource, at: number, walk: TiffWalk): Promise<number[]> {
  const { u16, u32 } = readerOf(walk.littleEndian)
  const counted = await source.read(at, 2)
  const count = counted.length < 2 ? 0 : u16(counted, 0)
  if (count === 0 || count > maxEntries) throw damaged()
  const body = await source.read(at + 2, count * 12 + 4)
  if (body.length < count * 12 + 4) throw damaged()
  const entries = new Map<number, TiffEntry>()
  const next: number[] = [u32(body, count * 12)]
  for (let i = 0; i < count; i += 1) {
    const entryAt = i * 12
    const tag = u16(body, entryAt)
    const type = u16(body, entryAt + 2)
    const values = u32(body, entryAt + 4)
    const size = (sizes[type] ?? 0) * values
    const inline = size <= 4
    const value = type === 3 && values === 1 ? u16(body, entryAt + 8) : u32(body, entryAt + 8)
    if (!inline && value + size > source.size) throw damaged()
    entries.set(tag, { type, count: values, at: inline ? at + 2 + entryAt + 8 : value, value })
    if (tag === location) walk.hasLocation = true
    if (subDirectories.has(tag) && values === 1) next.push(value)
  }
  const [width, height] = [entries.get(tags.width)?.value, entries.get(tags.height)?.value]
  if (width === undefined || height === undefined) return next
  const offsets = entries.get(tags.stripOffsets) ?? entries.get(tags.tileOffsets)
  const byteCounts = entries.get(tags.stripCounts) ?? entries.get(tags.tileCounts)
  walk.directories.push({ width, height, offsets, byteCounts })
  return next
}
