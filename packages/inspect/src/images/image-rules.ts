import { fileTypeFromBuffer } from 'file-type'
import type { ByteSource } from '../byte-source.ts'
import { bomb, mismatch, type InspectionLimits, type InspectionWarning } from '../verdict.ts'

export function refuseTooManyPixels(width: number, height: number, limits: InspectionLimits): void {
  if (width === 0 || height === 0) throw mismatch('the image has no width or no height')
  if (width * height > limits.maxPixels) throw bomb(`the image has more than ${limits.maxPixels} pixels`)
}

/** Phones append a second picture or a film to a photograph; anything else that has a type of its own is refused. */
export async function trailingWarnings(source: ByteSource, end: number): Promise<InspectionWarning[]> {
  const tail = await source.read(end, 64 * 1024)
  const from = tail.findIndex((byte) => byte !== 0)
  if (from < 0) return []
  const rest = tail.subarray(from)
  const found = await fileTypeFromBuffer(rest)
  if (found && !/^(?:image|video)\//.test(found.mime))
    throw mismatch(`behind the image follows ${found.mime}`)
  if (rest.includes('PK\x03\x04') || rest.includes('%PDF-')) {
    throw mismatch('behind the image follows another file')
  }
  return ['IMAGE_BYTES_AFTER_END']
}
