// Runs as a process of its own: pdf-text.ts hands it a PDF on standard input and reads the JSON it prints.
import type { FileFacts, Page, Run } from '@vigie/readers'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { findUnseen } from './pdf-painting.ts'
import { isCoveredBySignature, revisionEnds } from './pdf-revisions.ts'
import { readInput, watchMemory } from './watch-memory.ts'

/** What the reader may use; passed as its only argument, in JSON. */
export interface PdfReadingLimits {
  readonly maxPages: number
  readonly maxCharacters: number
  readonly memoryMiB: number
}

export interface PdfContent {
  /** It was recognised in a picture, where the file itself holds no text. */
  readonly isPicture?: true
  /** Of all pages that were read, each ended by a form feed. */
  readonly text: string
  /** The same with its places, as far as there are not too many. */
  readonly pages: readonly Page[]
  readonly facts: FileFacts
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>

const maxRuns = 20_000
const maxOperators = 200_000
/** Larger pictures are left out: nearly a whole page at the resolution of a screen. */
const maxPicturePixels = 2_000_000

async function main(limits: PdfReadingLimits): Promise<void> {
  watchMemory(limits.memoryMiB)
  const content = await readContent(await readInput(), limits)
  await new Promise((resolve) => process.stdout.write(JSON.stringify(content), resolve))
  process.exit(0)
}

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

async function readContent(bytes: Buffer, limits: PdfReadingLimits): Promise<PdfContent> {
  fillGaps()
  Object.assign(console, { log: listen, warn: listen })
  // The library takes the bytes away from us.
  const ends = revisionEnds(bytes)
  const isSigned = isCoveredBySignature(bytes)
  const pdf = await open(bytes)
  const { text, pages, seen } = await readPages(pdf, limits)
  const isSame =
    ends.length < 2 || (isSigned && (await firstText(bytes.subarray(0, ends[0]), limits)) === text)
  const { info } = (await pdf.getMetadata()) as { info: Record<string, unknown> }
  const facts: FileFacts = {
    producer: wordOf(info['Producer']),
    creator: wordOf(info['Creator']),
    createdAt: timeOf(info['CreationDate']),
    modifiedAt: timeOf(info['ModDate']),
    isChangedAfterSave: !isSame,
    coveredTexts: seen.covered,
    hiddenTexts: seen.hidden,
    annotations: seen.annotations,
    isWhole: seen.isWhole && leftOut === 0 && pdf.numPages <= limits.maxPages,
  }
  return { text, pages, facts }
}

async function readPages(pdf: Pdf, limits: PdfReadingLimits) {
  const { OPS } = await getResolvedPDFJS()
  let text = ''
  let runs = 0
  const pages: Page[] = []
  const seen = { covered: 0, hidden: 0, annotations: 0, isWhole: true }
  for (let number = 1; number <= Math.min(pdf.numPages, limits.maxPages); number++) {
    const page = await pdf.getPage(number)
    const operators = await page.getOperatorList()
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

async function firstText(bytes: Uint8Array, limits: PdfReadingLimits): Promise<string | null> {
  try {
    return (await readPages(await open(bytes), limits)).text
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

await main(JSON.parse(process.argv[2] ?? '{}') as PdfReadingLimits).catch(() => process.exit(1))
