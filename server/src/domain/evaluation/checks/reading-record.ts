import type { Reading } from '@vigie/readers'
import type { FileReading, PlaceOnPage, ReadField } from '../answers/file-readings.ts'
import type { ReadCode } from '../answers/read-codes.ts'
import type { PdfContent } from './pdf-content.ts'

interface ReadFile {
  readonly evidenceId: number
  readonly content: PdfContent | null
  readonly reading: Reading | null
  readonly codes?: readonly ReadCode[]
}

const mostFields = 60
const mostText = 200_000

/** What is kept of a reading: the fields, whom it is about, and the text. */
export function readingRecord(
  { evidenceId, content, reading, codes = [] }: ReadFile,
  advice: readonly string[] = [],
): FileReading {
  const pages = content?.pages ?? []
  if (content === null || reading === null) {
    const nothing = { reader: null, kinds: [], fields: [], content: null }
    return { evidenceId, ...nothing, advice, pages: pages.length, codes }
  }
  const found = [...subjectFields(reading), ...reading.fields].slice(0, mostFields)
  return {
    evidenceId,
    reader: reading.reader,
    kinds: reading.kinds.map(({ kind }) => kind).slice(0, 100),
    fields: found.map(({ name, value, confidence, page, box }) => ({
      name,
      value: storable(value).slice(0, 200),
      confidence: Math.min(confidence, box ? legibility(box, pages[page - 1]) : 1),
      page,
      box: box && fractionsOf(box, pages[page - 1]),
    })),
    advice,
    pages: pages.length,
    content: storable(content.text).slice(0, mostText),
    codes,
  }
}

/** The names and numbers beside the words that announce whom a document is about, each once. */
function subjectFields({ subject }: Reading): (Omit<ReadField, 'box'> & { readonly box: Box | null })[] {
  const names = subject.names.slice(0, 1).map((one) => ({ ...one, name: 'companyName', confidence: 0.9 }))
  const numbers = subject.identifiers.map(({ scheme, ...one }) => ({ ...one, name: `company${scheme}` }))
  const isNew = ({ name, value }: { name: string; value: string }, place: number) =>
    numbers.findIndex((one) => one.name === name && one.value === value) === place
  return [...names, ...numbers.filter(isNew)]
}

/** How surely the letters in this place were recognised, from 0 to 1: as the worst of its words. Text is certain. */
function legibility(box: Box, page: PdfContent['pages'][number] | undefined): number {
  const words = (page?.runs ?? []) as readonly (PlaceOnPage & { readonly confidence?: number })[]
  const inBox = words.filter((word) => overlap(word, box) > 0.25)
  return Math.min(1, ...inBox.map(({ confidence = 100 }) => confidence / 100))
}

/** The part of the smaller of the two that both share. */
function overlap(one: PlaceOnPage, other: PlaceOnPage): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const least = Math.min(one.width * one.height, other.width * other.height)
  return least > 0 ? (Math.max(0, width) * Math.max(0, height)) / least : 0
}

interface Box extends PlaceOnPage {
  readonly page: number
}

function fractionsOf(
  { x, y, width, height }: Box,
  page: { readonly width: number; readonly height: number } | undefined,
): PlaceOnPage | null {
  if (page === undefined || !(page.width > 0) || !(page.height > 0)) return null
  const within = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 10_000) / 10_000
  const [left, top] = [within(x / page.width), within(y / page.height)]
  const [right, bottom] = [within((x + width) / page.width), within((y + height) / page.height)]
  return {
    x: left,
    y: top,
    width: Math.round((right - left) * 10_000) / 10_000,
    height: Math.round((bottom - top) * 10_000) / 10_000,
  }
}

/** What the database takes as text: no zero signs, and no halves of a sign. */
function storable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '�')
}
