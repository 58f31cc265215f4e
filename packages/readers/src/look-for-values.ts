import type { Reading } from './read-document.ts'
import { fold, wordsOf } from './text/fold.ts'
import { linesOfPages, type Box, type Run } from './text/layout.ts'
import { amountsIn } from './values/amounts.ts'
import { datesIn } from './values/dates.ts'

/** A page as an eye sees it: words that were recognised in its picture, in the units of the text. */
export interface SeenPage {
  /** Counted from 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly runs: readonly (Run & { readonly confidence: number })[]
}

/**
 * `SHOWN`: every number and date that was read stands in the picture too. `DIFFERS`: where one of them should stand,
 * the picture surely shows another. `NOT_SEEN`: one of them could not be made out.
 */
export type Look = 'SHOWN' | 'DIFFERS' | 'NOT_SEEN'

/** Holds what the text of a document says against what its pages show. */
export function lookForValues({ fields, subject }: Reading, pages: readonly SeenPage[]): Look {
  const looks = [
    ...[...fields, ...subject.identifiers]
      .filter(({ value }) => /\d/.test(value))
      .map((one) => lookForNumber(one, pages)),
    ...subject.names.map((one) => lookForName(one, pages)),
  ]
  return looks.find((look) => look === 'DIFFERS') ?? looks.find((look) => look === 'NOT_SEEN') ?? 'SHOWN'
}

interface Read {
  readonly value: string
  readonly page: number
  readonly box: Box | null
}

const sure = 90

function lookForNumber({ value, page, box }: Read, pages: readonly SeenPage[]): Look {
  const seen = pages.find(({ number }) => number === page)
  if (box === null || seen === undefined) return 'NOT_SEEN'
  const text = textAround(box, seen)
  if (saysSo(text, value)) return 'SHOWN'
  const there = seen.runs.filter((run) => run.confidence >= sure && isIn(box, run))
  const digits = (one: string) => one.match(/\d/g)?.length ?? 0
  return digits(there.map(({ text: word }) => word).join('')) * 2 >= digits(value) ? 'DIFFERS' : 'NOT_SEEN'
}

/** Days and amounts are written in many ways; of the rest the signs themselves must be there. */
function saysSo(text: string, value: string): boolean {
  if (datesIn(fold(text)).some(({ day }) => day === value)) return true
  if (amountsIn(fold(text)).some(({ amount, currency }) => `${amount} ${currency}` === value)) return true
  return alike(text).includes(alike(value))
}

/** Letters are misread more often than they are changed: half of the words are enough. */
function lookForName({ value, page, box }: Read, pages: readonly SeenPage[]): Look {
  const seen = pages.find(({ number }) => number === page)
  const words = wordsOf(value).filter((word) => word.length > 2)
  if (words.length === 0) return 'SHOWN'
  if (box === null || seen === undefined) return 'NOT_SEEN'
  const text = alike(textAround(box, seen))
  const found = words.filter((word) => text.includes(alike(word)))
  return found.length * 2 >= words.length ? 'SHOWN' : 'NOT_SEEN'
}

/** The line where it stands, and the next one, on which a long value goes on. */
function textAround({ y, height }: Box, page: SeenPage): string {
  const [top, bottom] = [y - height * 0.8, y + height * 2.6]
  const runs = page.runs.filter((run) => run.y + run.height / 2 > top && run.y + run.height / 2 < bottom)
  return linesOfPages([{ ...page, runs }])
    .lines.map(({ text }) => text)
    .join(' ')
}

function isIn({ x, y, width, height }: Box, run: Run): boolean {
  const [across, down] = [run.x + run.width / 2, run.y + run.height / 2]
  return across > x && across < x + width && down > y - height * 0.3 && down < y + height * 1.3
}

const twins: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
}

/** Without blanks and marks, and with one sign for all that look alike. */
function alike(text: string): string {
  return fold(text)
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[OQDILSBZG]/g, (letter) => twins[letter] ?? letter)
}
