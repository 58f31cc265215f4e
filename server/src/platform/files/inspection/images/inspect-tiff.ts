import type { ByteSource } from '../byte-source.ts'
import { refuseMarkup } from '../foreign-content.ts'
import { mismatch, type InspectionLimits, type InspectionWarning } from '../verdict.ts'
import { refuseTooManyPixels } from './image-rules.ts'
import { readerOf, walkTiff, type TiffDirectory, type TiffEntry } from './tiff-directories.ts'

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
