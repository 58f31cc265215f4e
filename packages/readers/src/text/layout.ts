import { fold } from './fold.ts'

/** Where something stands: in points (or pixels) from the top left corner of its page. */
export interface Box {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A piece of text as the file draws it; `y` is its top. */
export interface Run {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The name of its font, empty when it is not known. */
  readonly font: string
}

export interface Page {
  readonly width: number
  readonly height: number
  readonly runs: readonly Run[]
}

interface Span {
  readonly start: number
  readonly end: number
  readonly run: Run
}

export interface Line {
  /** Counted from 1. */
  readonly page: number
  /** Counted from 0 within its page. */
  readonly index: number
  /** Cells of one line are separated by a tabulator. */
  readonly text: string
  /** As long as the text, sign for sign. */
  readonly folded: string
  /** Null where only plain text is known. */
  readonly box: Box | null
  /** From 0 at the top of the page to 1 at its end; null where only plain text is known. */
  readonly depth: number | null
  readonly spans: readonly Span[]
}

export interface LayOut {
  readonly lines: Line[]
  /** False: there was too much of it. */
  readonly isWhole: boolean
}

const maxLines = 2_000
/** A certificate has a few pages; the rest of a book is not read. */
const maxSigns = 60_000
/** Patterns look at one line at a time: this bounds what the worst text can cost them. */
const maxLineLength = 1_000

export function linesOfPages(pages: readonly Page[]): LayOut {
  const lines: Line[] = []
  let signs = 0
  for (const [index, page] of pages.entries()) {
    for (const row of rowsOf(page.runs)) {
      if (lines.length >= maxLines || signs >= maxSigns) return { lines, isWhole: false }
      const last = lines.at(-1)
      const place = { page: index + 1, index: last?.page === index + 1 ? last.index + 1 : 0 }
      const line = lineOf(row, place, page)
      signs += line.text.length
      lines.push(line)
    }
  }
  return { lines, isWhole: true }
}

export function linesOfText(text: string): LayOut {
  const lines: Line[] = []
  let isWhole = text.length <= maxSigns
  for (const part of text.slice(0, maxSigns).normalize('NFC').split(/\r?\n/)) {
    const written = part.trim().slice(0, maxLineLength)
    if (lines.length >= maxLines || part.length > maxLineLength) isWhole = false
    if (lines.length >= maxLines) break
    if (written === '') continue
    const folded = fold(written)
    lines.push({ page: 1, index: lines.length, text: written, folded, box: null, depth: null, spans: [] })
  }
  return { lines, isWhole }
}

/** Runs whose middles stand at about the same height, from top to bottom. */
function rowsOf(runs: readonly Run[]): Run[][] {
  const middle = ({ y, height }: Run) => y + height / 2
  const written = runs.filter(({ text }) => text.trim() !== '').toSorted((a, b) => middle(a) - middle(b))
  const rows: Run[][] = []
  for (const run of written) {
    const row = rows.at(-1)
    const first = row?.[0]
    const isSame =
      first !== undefined && middle(run) - middle(first) <= 0.4 * Math.max(first.height, run.height, 1)
    if (isSame) row?.push(run)
    else rows.push([run])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x))
}

function lineOf(row: readonly Run[], place: { page: number; index: number }, page: Page): Line {
  let text = ''
  const spans: Span[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const run of row) {
    const gap = run.x - end
    if (text !== '') text += gap > run.height * 1.4 ? '\t' : gap > run.height * 0.12 ? ' ' : ''
    const start = text.length
    text += run.text.normalize('NFC').replaceAll('\t', ' ')
    spans.push({ start, end: text.length, run })
    end = Math.max(end, run.x + run.width)
    if (text.length > maxLineLength) break
  }
  const box = around(row, place.page)
  const written = text.slice(0, maxLineLength)
  const depth = page.height > 0 ? box.y / page.height : null
  return { ...place, text: written, folded: fold(written), box, depth, spans }
}

function around(runs: readonly Run[], page: number): Box {
  const x = Math.min(...runs.map((run) => run.x))
  const y = Math.min(...runs.map((run) => run.y))
  const right = Math.max(...runs.map((run) => run.x + run.width))
  const bottom = Math.max(...runs.map((run) => run.y + run.height))
  return { page, x, y, width: right - x, height: bottom - y }
}

/** Whether nothing stands before it in its cell, or in its line. */
export function startsCell({ text }: Line, start: number): boolean {
  return /(?:^|\t)[^\p{L}\p{N}]*$/u.test(text.slice(0, start))
}

/** Where a part of a line stands; within a run, signs are taken to be equally wide. */
export function boxOf(line: Line, start: number, end: number): Box | null {
  const parts = line.spans
    .filter((span) => span.end > start && span.start < end)
    .map(({ start: from, end: to, run }) => {
      const wide = run.width / Math.max(to - from, 1)
      const x = run.x + Math.max(start - from, 0) * wide
      return { ...run, x, width: run.x + Math.min(end - from, to - from) * wide - x }
    })
  return parts.length > 0 ? around(parts, line.page) : line.box
}
