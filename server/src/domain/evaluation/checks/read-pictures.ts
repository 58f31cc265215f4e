import { buffer } from 'node:stream/consumers'
import { readScan, type ScannedPage, type ScannedType, type ScannedWord, type ScanProgress } from '@vigie/ocr'
import { openVerifiedStream, type ObjectStore } from '../../../platform/files/index.ts'
import { codeLooker, placedCodes, type PlacedCode } from './codes/see-codes.ts'
import type { PdfContent } from './pdf-content.ts'

/** How pages without text are read; what is set by the operator. */
export interface ScanSettings {
  readonly languages: readonly string[]
  readonly dataFolder: string | null
}

/** What recognises letters and sees codes; of another engine nothing is taken over. */
export const engineOf = ({ languages }: ScanSettings): string => `scans/2 ${languages.join('+')}`

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

export interface PictureReading {
  /** Null where nothing could be read. */
  readonly content: PdfContent | null
  /** Pages with something on them that could not be read, counted from 1. */
  readonly unreadablePages: readonly number[]
  /** Also of pages whose words could not be read. */
  readonly codes: readonly PlacedCode[]
}

/** What the pages of a picture say. */
export async function readPicture(
  { key, size, sha256, contentType }: StoredPicture,
  store: ObjectStore,
  settings: ScanSettings,
  onBegin?: (progress: ScanProgress) => void,
): Promise<PictureReading> {
  if (!isReadable(contentType)) return { content: null, unreadablePages: [], codes: [] }
  const bytes = await buffer(await openVerifiedStream(store, key, { size, sha256 }))
  return readScanned(bytes, contentType, settings, onBegin)
}

/** The same of bytes at hand. */
export async function readScanned(
  bytes: Uint8Array,
  contentType: ScannedType,
  { languages, dataFolder }: ScanSettings,
  onBegin?: (progress: ScanProgress) => void,
): Promise<PictureReading> {
  const options = { type: contentType, languages, dataFolder, looker: codeLooker }
  const { pages, limit, seen = [] } = await readScan(bytes, { ...options, ...(onBegin && { onBegin }) })
  const codes = placedCodes(seen)
  const read = pages.filter(({ confidence }) => confidence >= legible)
  const unreadable = pages.filter((page) => !read.includes(page) && page.runs.length > 0)
  const unreadablePages = unreadable.map(({ number }) => number)
  if (read.length === 0) return { content: null, unreadablePages, codes }
  const sure = read.map((page) => ({ ...page, runs: page.runs.filter(isSure) }))
  const facts = { ...nothingKnown, isWhole: limit === null && read.length === pages.length }
  const inPlace = inTheirPlaces(sure)
  const text = inPlace.map((page) => `${textOf(page)}\n\f`).join('')
  const content = { isPicture: true, scanned: sure, text, pages: inPlace, facts } as const
  return { content, unreadablePages, codes }
}

/** Beyond, nothing was meant to be read by people. */
const mostPages = 10_000

/** Which page something stands on is told by counting: those that were not read are empty ones. */
function inTheirPlaces(pages: readonly ScannedPage[]): PdfContent['pages'] {
  const last = Math.min(mostPages, Math.max(...pages.map(({ number }) => number)))
  const unread = { width: 0, height: 0, runs: [] }
  return Array.from({ length: last }, (_, at) => pages.find(({ number }) => number === at + 1) ?? unread)
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

const textOf = ({ runs }: PdfContent['pages'][number]) => runs.map(({ text }) => text).join(' ')
