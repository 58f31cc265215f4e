import { buffer } from 'node:stream/consumers'
import { readScan, type ScannedPage, type ScannedType, type ScannedWord } from '@vigie/ocr'
import { openVerifiedStream, type ObjectStore } from '../../../platform/files/index.ts'
import type { PdfContent } from './pdf-content.ts'

/** How pages without text are read; what is set by the operator. */
export interface ScanSettings {
  readonly languages: readonly string[]
  readonly dataFolder: string | null
}

export interface StoredPicture {
  readonly key: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string | null
}

const readableTypes: ReadonlySet<string> = new Set<ScannedType>([
  'application/pdf',
  'image/jpeg',
  'image/png',
])
const isReadable = (type: string | null): type is ScannedType => type !== null && readableTypes.has(type)

/** A page of text has hundreds of letters; a scanner or a phone may have printed a line of its own. */
const fewLetters = 100

/** Whether there is something to see where there is nothing to read. */
export function isPicture(contentType: string | null, content: PdfContent | null): boolean {
  if (!isReadable(contentType)) return false
  // A PDF that could not even be opened is no picture.
  if (contentType === 'application/pdf' && content === null) return false
  return (content?.text.match(/\p{L}/gu)?.length ?? 0) < fewLetters
}

/** Below, a page is guessed rather than read. */
const legible = 60

/** What the pages of a picture say; null where they cannot be read. */
export async function readPicture(
  { key, size, sha256, contentType }: StoredPicture,
  store: ObjectStore,
  settings: ScanSettings,
): Promise<PdfContent | null> {
  if (!isReadable(contentType)) return null
  return readScanned(
    await buffer(await openVerifiedStream(store, key, { size, sha256 })),
    contentType,
    settings,
  )
}

/** The same of bytes at hand. */
export async function readScanned(
  bytes: Uint8Array,
  contentType: ScannedType,
  { languages, dataFolder }: ScanSettings,
): Promise<PdfContent | null> {
  const { pages, limit } = await readScan(bytes, { type: contentType, languages, dataFolder })
  const read = pages.filter(({ confidence }) => confidence >= legible)
  if (read.length === 0) return null
  const sure = read.map((page) => ({ ...page, runs: page.runs.filter(isSure) }))
  return {
    isPicture: true,
    scanned: sure,
    text: sure.map(textOf).join('\n\n'),
    pages: sure,
    facts: { ...nothingKnown, isWhole: limit === null && read.length === pages.length },
  }
}

/** A picture tells nothing of how it was made. */
const nothingKnown = {
  producer: '',
  creator: '',
  createdAt: null,
  modifiedAt: null,
  isChangedAfterSave: false,
  coveredTexts: 0,
  hiddenTexts: 0,
  annotations: 0,
}

const sureWord = 40
const sureNumber = 80

/** A word that was misread is still understood; a misread digit makes another number, so it rather counts as not read. */
function isSure({ text, confidence }: ScannedWord): boolean {
  return confidence >= (/\d/.test(text) ? sureNumber : sureWord)
}

const textOf = ({ runs }: Pick<ScannedPage, 'runs'>) => runs.map(({ text }) => text).join(' ')
