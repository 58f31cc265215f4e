import type { ScannedPage, ScannedWord } from '@vigie/ocr'
import type { Box, Comparison, Reading } from '@vigie/readers'

/** Of each page on average, and of each word of a value that decides; the engine counts to 100. */
const surePage = 80
const sureWord = 90
/** An identifier whose digits are as they were read, and not mended by their check digit. */
const asRead = 0.95

interface Scan {
  readonly pages: readonly ScannedPage[]
  readonly reading: Reading
  readonly anchoring: Comparison['anchoring']
}

/** Whether what decides about a scan was read so surely that it need not be read again by a person. */
export function isSurelyRead({ pages, reading, anchoring }: Scan): boolean {
  const { fields, subject } = reading
  const values = fields.filter(({ value }) => /\d/.test(value)).map(({ box }) => box)
  const names = anchoring === 'NAME' ? subject.names.map(({ box }) => box) : []
  const boxes = [...values, ...names, ...subject.identifiers.map(({ box }) => box)]
  return (
    pages.length > 0 &&
    pages.every(({ confidence }) => confidence >= surePage) &&
    subject.identifiers.every(({ confidence }) => confidence >= asRead) &&
    boxes.every((box) => isSureAt(pages, box))
  )
}

function isSureAt(pages: readonly ScannedPage[], box: Box | null): boolean {
  if (box === null) return false
  const page = pages.find(({ number }) => number === box.page)
  const words = (page?.runs ?? []).filter((word) => overlaps(word, box))
  return words.length > 0 && words.every(({ confidence }) => confidence >= sureWord)
}

/** With its middle: the lines above and below may touch. */
function overlaps(word: ScannedWord, box: Box): boolean {
  const middle = word.y + word.height / 2
  const isBeside = word.x < box.x + box.width && word.x + word.width > box.x
  return isBeside && middle > box.y && middle < box.y + box.height
}
