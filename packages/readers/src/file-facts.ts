import type { FoundField } from './find-field.ts'
import type { Reader } from './reader.ts'
import type { Box, Page } from './text/layout.ts'

/** What a file tells about how it was made, besides its text. */
export interface FileFacts {
  readonly producer: string
  readonly creator: string
  /** Times as ISO 8601, or null where the file names none. */
  readonly createdAt: string | null
  readonly modifiedAt: string | null
  /** It was saved again after its first save, and not only to add a signature that covers the whole file. */
  readonly isChangedAfterSave: boolean
  /** Text that something was painted over. */
  readonly coveredTexts: number
  /** Text that nobody sees: without ink, without contrast, too small or off the page. */
  readonly hiddenTexts: number
  /** Notes, stamps and drawings that a reader of the file laid over its pages. */
  readonly annotations: number
  /** False: pages, drawings or pictures were left out because they are too many or too large. */
  readonly isWhole: boolean
}

export const fileDoubts = [
  'PDF_CHANGED_AFTER_SAVE',
  'PDF_MADE_WITH_EDITOR',
  'PDF_MODIFIED_LATER',
  'PDF_ODD_FONT',
  'PDF_TEXT_COVERED',
  'PDF_TEXT_HIDDEN',
  'PDF_ANNOTATED',
  'PDF_NOT_WHOLLY_READ',
] as const
export type FileDoubt = (typeof fileDoubts)[number]

const editors =
  /photoshop|illustrator|indesign|canva|sejda|ilovepdf|pdfescape|phantompdf|foxit (?:pdf )?editor|gimp|inkscape|smallpdf|pdfill|pdf-?xchange|nitro|pdfelement|soda pdf|pdf24|acrobat (?:pro|standard)|coreldraw|affinity|pdf candy|dochub|pixlr|paint/i
/** An office prints letters with these; a server prints certificates without. */
const wordProcessors =
  /microsoft.{0,3} word|microsoft.{0,3} excel|\bwriter\b|\bdraw\b|google docs|wps (?:writer|office)|pages\b/i
const usualMinutes = 10

interface Examined {
  readonly pages: readonly Page[]
  readonly fields: readonly FoundField[]
  readonly reader: Pick<Reader, 'isMadeByServer'>
}

/** What about a file deserves a person's eye. None of it proves anything by itself. */
export function doubtsOf(facts: FileFacts, { pages, fields, reader }: Examined): FileDoubt[] {
  const made = `${facts.producer} ${facts.creator}`
  const isEdited = editors.test(made) || (reader.isMadeByServer && wordProcessors.test(made))
  const doubts: readonly (readonly [FileDoubt, boolean])[] = [
    ['PDF_CHANGED_AFTER_SAVE', facts.isChangedAfterSave],
    ['PDF_MADE_WITH_EDITOR', isEdited],
    ['PDF_MODIFIED_LATER', minutesBetween(facts.createdAt, facts.modifiedAt) > usualMinutes],
    ['PDF_ODD_FONT', fields.some(({ box }) => box !== null && isInOddFont(pages, box))],
    ['PDF_TEXT_COVERED', facts.coveredTexts > 0],
    ['PDF_TEXT_HIDDEN', facts.hiddenTexts > 0],
    ['PDF_ANNOTATED', facts.annotations > 0],
    ['PDF_NOT_WHOLLY_READ', !facts.isWhole],
  ]
  return doubts.flatMap(([code, holds]) => (holds ? [code] : []))
}

function minutesBetween(from: string | null, to: string | null): number {
  return from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / 60_000
}

const mostOddSigns = 40
const weights = /[-, ]?(?:bold|italic|oblique|regular|medium|semi|light|roman|book|black|mt|ps)/gi

/**
 * Whether what stands there is set in a typeface, or in a second copy of one, that is used for next to nothing else.
 * Bold or italic of the usual typeface is how values are often set apart.
 */
function isInOddFont(pages: readonly Page[], box: Box): boolean {
  const runs = pages.flatMap((page) => page.runs)
  const signs = (isMeant: (font: string) => boolean) =>
    runs.filter(({ font }) => isMeant(font)).reduce((sum, { text }) => sum + text.trim().length, 0)
  const total = signs(() => true)
  const isRare = (count: number) => count <= mostOddSigns && count < total * 0.1
  const here = (pages[box.page - 1]?.runs ?? []).filter((run) => run.font !== '' && overlaps(run, box))
  return here.some(({ font, text }) => {
    if (!/\d/.test(text)) return false
    if (isRare(signs((other) => familyOf(other) === familyOf(font)))) return true
    // An editor embeds its own copy of the typeface that it writes with.
    const copies = signs((other) => other !== font && bareName(other) === bareName(font))
    return copies > mostOddSigns && isRare(signs((other) => other === font))
  })
}

/** Without the prefix that tells the copies of a typeface apart. */
const bareName = (font: string): string => font.replace(/^[A-Z]{6}\+/, '')
const familyOf = (font: string): string => bareName(font).replace(weights, '')

const overlaps = (run: { x: number; y: number; width: number; height: number }, box: Box): boolean =>
  run.x < box.x + box.width &&
  run.x + run.width > box.x &&
  run.y < box.y + box.height &&
  run.y + run.height > box.y
