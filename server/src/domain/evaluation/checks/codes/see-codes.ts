import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { buffer } from 'node:stream/consumers'
import type { SeenCode } from '@vigie/codes'
import { readScan, type ScannedType, type SeenOnPage } from '@vigie/ocr'
import { openVerifiedStream, type ObjectStore } from '../../../../platform/files/index.ts'

/** A code on a page of a file, counted from 1. */
export interface PlacedCode extends SeenCode {
  readonly page: number
}

interface StoredFile {
  readonly key: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string | null
}

/** What the process that draws pages loads to see codes; from the sources (tests) that is their own. */
export const codeLooker = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('../../../../../../packages/codes/src/look.ts', import.meta.url))
  : createRequire(import.meta.url).resolve('@vigie/codes/look')

/** A page takes half a second of the processor. */
const limits = { pageSeconds: 8, seconds: 20, patienceSeconds: 120 }
const largest = 32 * 1024 * 1024
const types: ReadonlySet<string | null> = new Set<ScannedType>(['application/pdf', 'image/jpeg', 'image/png'])
const isDrawn = (type: string | null): type is ScannedType => types.has(type)

/** The codes on these pages of a file; none where it cannot be drawn within the limits. */
export async function seeCodes(
  { key, size, sha256, contentType }: StoredFile,
  only: readonly number[],
  store: ObjectStore,
): Promise<PlacedCode[]> {
  if (!isDrawn(contentType) || size > largest) return []
  const bytes = await buffer(await openVerifiedStream(store, key, { size, sha256 }))
  const { seen = [] } = await readScan(bytes, {
    type: contentType,
    words: false,
    looker: codeLooker,
    limits,
    only,
  })
  return placedCodes(seen)
}

const mostCodes = 16

/** What a process that opened a hostile file says is believed as far as it is a code at all. */
export function placedCodes(seen: readonly SeenOnPage[]): PlacedCode[] {
  return seen
    .flatMap(({ page, things }) => things.filter(isCode).map((code) => ({ ...toCode(code), page })))
    .filter(({ page }) => Number.isInteger(page) && page >= 1 && page <= 10_000)
    .slice(0, mostCodes)
}

const longest = 8_000
const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1

function isCode(thing: unknown): thing is SeenCode {
  if (typeof thing !== 'object' || thing === null) return false
  const { format, content, x, y, width, height } = thing as Record<keyof SeenCode, unknown>
  return (
    (format === 'QR' || format === 'DATA_MATRIX') &&
    typeof content === 'string' &&
    content.length <= longest &&
    [x, y, width, height].every(isFraction)
  )
}

const toCode = ({ format, content, x, y, width, height }: SeenCode): SeenCode => ({
  format,
  content,
  x,
  y,
  width,
  height,
})
