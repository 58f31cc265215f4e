import type { ByteSource } from '../byte-source.ts'
import { refuseMarkup } from '../foreign-content.ts'
import { mismatch, type InspectionLimits, type InspectionWarning } from '../verdict.ts'
import { refuseTooManyPixels, trailingWarnings } from './image-rules.ts'

const signatureBytes = 8
const frameBytes = 12
const maxChunks = 100_000
const truncated = () => mismatch('the PNG is cut short or damaged')

export async function inspectPng(source: ByteSource, limits: InspectionLimits): Promise<InspectionWarning[]> {
  const head = await source.read(signatureBytes, 25)
  if (head.length < 25 || head.readUInt32BE(0) !== 13 || head.toString('latin1', 4, 8) !== 'IHDR')
    throw truncated()
  refuseTooManyPixels(head.readUInt32BE(8), head.readUInt32BE(12), limits)
  const end = await endOfChunks(source)
  await refuseMarkup(source)
  return await trailingWarnings(source, end)
}

/** Steps over the chunks by their lengths; gives the place after the last. */
async function endOfChunks(source: ByteSource): Promise<number> {
  let at = signatureBytes
  let hasData = false
  for (let count = 0; count < maxChunks; count += 1) {
    const frame = await source.read(at, 8)
    if (frame.length < 8) throw truncated()
    const length = frame.readUInt32BE(0)
    const type = frame.toString('latin1', 4, 8)
    if (!/^[A-Za-z]{4}$/.test(type)) throw truncated()
    at += frameBytes + length
    if (at > source.size) throw truncated()
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') {
      if (!hasData) throw truncated()
      return at
    }
  }
  throw mismatch('the PNG has too many chunks')
}
