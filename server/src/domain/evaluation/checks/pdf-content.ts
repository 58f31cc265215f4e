// Used by pdf-text-process.ts, which is a process of its own: files are hostile.
import type { ScannedPage } from '@vigie/ocr'
import type { FileFacts, Page, Run } from '@vigie/readers'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { mayShowCode } from './pdf-drawings.ts'
import { findUnseen } from './pdf-painting.ts'
import { isCoveredBySignature, namesSeal, revisionEnds } from './pdf-revisions.ts'

/** What the reader may use; of a process its only argument, in JSON. */
export interface PdfReadingLimits {
  readonly maxPages: number
  readonly maxCharacters: number
  readonly memoryMiB: number
}

export interface PdfContent {
  /** It was recognised in a picture, where the file itself holds no text. */
  readonly isPicture?: true
  /** Of a picture: its pages with how sure each word is. */
  readonly scanned?: readonly ScannedPage[]
  /** Of all pages that were read, each ended by a form feed. */
  readonly text: string
  /** The same with its places, as far as there are not too many. */
  readonly pages: readonly Page[]
  readonly facts: FileFacts
  /** Of a PDF: its pages with something drawn on them that may be a code, counted from 1. */
  readonly drawnPages?: readonly number[]
  /** Of a file that speaks of a seal and was saved again: what it was before. */
  readonly firstSave?: FirstSave
}

interface FirstSave {
  /** Whether it held the text that the whole file holds. */
  readonly hasSameText: boolean
  readonly modifiedAt: string | null
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>

const maxRuns = 20_000
const maxOperators = 200_000
/** Larger pictures are left out: nearly a whole page at the resolution of a screen. */
const maxPicturePixels = 2_000_000

let leftOut = 0
// The library tells only in its warnings that it left a picture out.
const listen = (message: unknown) => {
  if (String(message).includes('Image exceeded maximum')) leftOut += 1
}

/** The library uses what older engines lack. */
function fillGaps(): void {
  const buffers = ArrayBuffer.prototype as { transferToFixedLength?: (size?: number) => ArrayBuffer }
  buffers.transferToFixedLength ??= function (this: ArrayBuffer, size = this.byteLength) {
    const copy = new ArrayBuffer(size)
    new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(size, this.byteLength)))
    return copy
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  return getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: maxPicturePixels,
    verbosity: 1,
  })
}

/** What stands in a PDF and how it was made; of one file at a time, as the console is listened to meanwhile. */
export async function readContent(bytes: Buffer, limits: PdfReadingLimits): Promise<PdfContent> {
  fillGaps()
  leftOut = 0
  const { log, warn } = console
  Object.assign(console, { log: listen, warn: listen })
  try {
    return await readHeard(bytes, limits)
  } finally {
    Object.assign(console, { log, warn })
  }
}

async function readHeard(bytes: Buffer, limits: PdfReadingLimits): Promise<PdfContent> {
  // The library takes the bytes away from us.
  const ends = revisionEnds(bytes)
  const isCovered = isCoveredBySignature(bytes)
  const pdf = await open(bytes)
  const { text, pages, seen } = await readPages(pdf, limits)
  const isSavedAgain = ends.length > 1
  const firstSave =
    isSavedAgain && namesSeal(bytes) ? await readFirstSave(bytes.subarray(0, ends[0]), text, limits) : null
  const info = await infoOf(pdf)
  const facts: FileFacts = {
    producer: wordOf(info['Producer']),
    creator: wordOf(info['Creator']),
    createdAt: timeOf(info['CreationDate']),
    modifiedAt: timeOf(info['ModDate']),
    isChangedAfterSave: isSavedAgain && !(isCovered && firstSave?.hasSameText === true),
    coveredTexts: seen.covered,
    hiddenTexts: seen.hidden,
    annotations: seen.annotations,
    isWhole: seen.isWhole && leftOut === 0 && pdf.numPages <= limits.maxPages,
  }
  // A picture that was left out for its size may be on any page.
  const drawnPages = leftOut > 0 ? pages.map((_, at) => at + 1) : seen.drawnPages
  return { text, pages, facts, ...(drawnPages.length > 0 && { drawnPages }), ...(firstSave && { firstSave }) }
}

async function infoOf(pdf: Pdf): Promise<Record<string, unknown>> {
  return ((await pdf.getMetadata()) as { info: Record<string, unknown> }).info
}

async function readPages(pdf: Pdf, limits: PdfReadingLimits) {
  const { OPS } = await getResolvedPDFJS()
  let text = ''
  let runs = 0
  const pages: Page[] = []
  const seen = { covered: 0, hidden: 0, annotations: 0, isWhole: true, drawnPages: [] as number[] }
  for (let number = 1; number <= Math.min(pdf.numPages, limits.maxPages); number++) {
    const page = await pdf.getPage(number)
    const operators = await page.getOperatorList()
    if (mayShowCode(operators, OPS)) seen.drawnPages.push(number)
    if (operators.fnArray.length > maxOperators) seen.isWhole = false
    else {
      const { covered, hidden } = findUnseen(operators, OPS, page.view)
      seen.covered += covered
      seen.hidden += hidden
    }
    seen.annotations += (await page.getAnnotations()).filter(isLaidOver).length
    const read = await readPage(page)
    text += read.text
    runs += read.page.runs.length
    if (runs <= maxRuns) pages.push(read.page)
    else seen.isWhole = false
    page.cleanup()
    if (text.length >= limits.maxCharacters) break
  }
  if (text.length > limits.maxCharacters) seen.isWhole = false
  return { text: text.slice(0, limits.maxCharacters), pages, seen }
}

async function readPage(page: PdfPage): Promise<{ text: string; page: Page }> {
  const { items } = await page.getTextContent()
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  let text = ''
  const runs: Run[] = []
  for (const item of items) {
    if (!('str' in item)) continue
    text += item.hasEOL ? `${item.str}\n` : item.str
    if (item.str.trim() === '') continue
    const [, , , , x = 0, y = 0] = item.transform as number[]
    const { width, height } = item
    const font = fontName(page, item.fontName)
    runs.push({
      text: item.str,
      x: round(x - left),
      y: round(top - y - height),
      width: round(width),
      height,
      font,
    })
  }
  return { text: `${text}\n\f`, page: { width: right - left, height: top - bottom, runs } }
}

const round = (value: number): number => Math.round(value * 100) / 100

function fontName(page: PdfPage, id: string): string {
  if (!page.commonObjs.has(id)) return ''
  const { name } = page.commonObjs.get(id) as { name?: string }
  return (name ?? '').slice(0, 100)
}

/** Null where it cannot be read by itself. */
async function readFirstSave(
  bytes: Uint8Array,
  text: string,
  limits: PdfReadingLimits,
): Promise<FirstSave | null> {
  try {
    const pdf = await open(bytes)
    const first = await readPages(pdf, limits)
    return { hasSameText: first.text === text, modifiedAt: timeOf((await infoOf(pdf))['ModDate']) }
  } catch {
    return null
  }
}

/** Links and fields belong to the document; notes, stamps and drawings were put on it. */
function isLaidOver({ subtype }: { subtype?: string }): boolean {
  return subtype !== 'Link' && subtype !== 'Widget' && subtype !== 'Popup'
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : ''
}

/** `D:20261118151246+01'00'` as ISO 8601. */
function timeOf(value: unknown): string | null {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-]\d\d)'?(\d\d)?)?/.exec(wordOf(value))
  if (!parts) return null
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    zone,
    zoneMinutes = '00',
  ] = parts
  const offset = zone === undefined ? 'Z' : `${zone}:${zoneMinutes}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
