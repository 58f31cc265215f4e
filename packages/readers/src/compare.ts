import { doubtsOf, fileDoubts, type FileFacts } from './file-facts.ts'
import type { FoundField } from './find-field.ts'
import { readerOf, type Reading } from './read-document.ts'
import type { Reader } from './reader.ts'
import { anchorCompany, type KnownCompany } from './subject.ts'
import { wordsOf } from './text/fold.ts'
import type { Page } from './text/layout.ts'

/** What a reading may say against a document; the words for each are the caller's. */
export const readingCodes = [
  'KIND_DIFFERS',
  'KIND_NOT_RECOGNISED',
  'SEVERAL_KINDS',
  'SUBJECT_NOT_ANCHORED',
  'DATE_MISMATCH',
  'DATE_NOT_FOUND',
  'PRINTED_DATE_IN_FUTURE',
  'PRINTED_EXPIRED',
  'PERIOD_DISORDERED',
  'FIELD_NOT_FOUND',
  'FIELD_MISMATCH',
  'PRINTED_NOT_UP_TO_DATE',
  'PRINTED_STRUCK_OFF',
  'PRINTED_WITHDRAWN',
  'PRINTED_OUTDATED_EDITION',
  'PRINTED_SPECIMEN',
  ...fileDoubts,
] as const
export type ReadingCode = (typeof readingCodes)[number]

/** What the sender said of the document, and what is known of whoever it is about. */
export interface Declared {
  /** The code of the document type that was asked for. */
  readonly kind: string
  readonly company: KnownCompany
  /** Days as YYYY-MM-DD. */
  readonly effectiveDate: string | null
  /** As typed, where the type asks for it; types whose end is calculated have none. */
  readonly expirationDate: string | null
  /** What was typed into the form, by its keys. */
  readonly answers: Readonly<Record<string, string>>
  readonly today: string
  /** The last good day of such a document with this date; null where that cannot be said. */
  readonly lastDayFrom: (effectiveDate: string) => string | null
}

export interface Comparison {
  readonly codes: readonly ReadingCode[]
  /** The kind was recognised, the company stands where it must and every date agrees; nothing speaks against it. */
  readonly isProven: boolean
  readonly anchoring: ReturnType<typeof anchorCompany>
}

const enough = 0.8
/** Certificates of both are often one sheet. */
const boundTogether = new Set([
  'INS_LIABILITY',
  'INS_DECENNIAL',
  'ISO9001',
  'ISO14001',
  'ISO27001',
  'ISO45001',
])

interface File {
  readonly facts: FileFacts | null
  readonly pages: readonly Page[]
}

/** Holds what a document prints against what was asked and declared. */
export function compareReading(reading: Reading, declared: Declared, file: File): Comparison {
  const reader = readerOf(declared.kind)
  const anchoring = anchorCompany(reading.subject, declared.company)
  if (reader === undefined) return { codes: [], isProven: false, anchoring }
  const { fields } = reading
  const doubts = file.facts === null ? [] : doubtsOf(file.facts, { ...file, fields, reader })
  const kinds = judgeKinds(reading, declared.kind)
  // Of a document that is something else, the rest would say nothing.
  const isOther = kinds.some((code) => code !== 'SEVERAL_KINDS')
  const found = isOther
    ? []
    : [
        ...(isAnchored(reader, declared.company, anchoring) ? [] : (['SUBJECT_NOT_ANCHORED'] as const)),
        ...judgeDates(reader, fields, declared),
        ...judgeFields(reader, reading, declared),
        ...reading.warnings.map((name) => `PRINTED_${name}` as const),
      ]
  const unread = reading.isWhole ? [] : (['PDF_NOT_WHOLLY_READ'] as const)
  const codes = [...new Set<ReadingCode>([...kinds, ...found, ...doubts, ...unread])]
  // Without what the file says about itself, nobody has looked for alterations.
  const isProven = codes.length === 0 && declared.effectiveDate !== null && file.facts !== null
  return { codes, isProven, anchoring }
}

function judgeKinds({ kinds }: Reading, asked: string): ReadingCode[] {
  if (kinds.length === 0) return ['KIND_NOT_RECOGNISED']
  if (!kinds.some(({ kind }) => kind === asked)) return ['KIND_DIFFERS']
  const strangers = kinds.filter(({ kind }) => kind !== asked)
  const isUsual = strangers.every(({ kind }) => boundTogether.has(kind) && boundTogether.has(asked))
  return isUsual ? [] : ['SEVERAL_KINDS']
}

function isAnchored(
  { subjectBy }: Reader,
  { siren }: KnownCompany,
  anchoring: Comparison['anchoring'],
): boolean {
  if (anchoring === 'IDENTIFIER') return true
  return anchoring === 'NAME' && (subjectBy === 'NAME' || siren === null)
}

const datesOfIssue = ['issuedOn', 'certifiedOn', 'stateOn']

function judgeDates(reader: Reader, fields: readonly FoundField[], declared: Declared): ReadingCode[] {
  const { today, effectiveDate } = declared
  const sureOf = (names: readonly string[]) =>
    names.flatMap((name) => fields.filter((field) => field.name === name && field.confidence >= enough))
  const beginnings = sureOf(reader.effective.fields).map(({ value }) => value)
  const meant = reader.effective.rule === 'FIRST' ? beginnings.slice(0, 1) : beginnings
  const [end] = sureOf(reader.expiration).map(({ value }) => value)
  const isUnread = meant.length === 0 || (reader.expiration.length > 0 && end === undefined)
  const differs =
    (effectiveDate !== null && meant.length > 0 && !meant.includes(effectiveDate)) ||
    (declared.expirationDate !== null && end !== undefined && end !== declared.expirationDate)
  const lastDay = end ?? (meant[0] === undefined ? null : declared.lastDayFrom(meant[0]))
  const isEarly = sureOf(datesOfIssue).some(({ value }) => value > dayAfter(today))
  const isDisordered = end !== undefined && meant.some((day) => day > end)
  return [
    ...(isUnread ? (['DATE_NOT_FOUND'] as const) : []),
    ...(differs ? (['DATE_MISMATCH'] as const) : []),
    ...(isEarly ? (['PRINTED_DATE_IN_FUTURE'] as const) : []),
    ...(lastDay !== null && lastDay < today ? (['PRINTED_EXPIRED'] as const) : []),
    ...(isDisordered ? (['PERIOD_DISORDERED'] as const) : []),
  ]
}

/** Offices print the day of their own clock. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

const plain = (text: string): string => wordsOf(text).join('')

/** Numbers that were typed must be the printed ones; names and amounts must be printed somewhere. */
function judgeFields(
  { required }: Reader,
  { fields, amounts, words }: Reading,
  { answers }: Declared,
): ReadingCode[] {
  const missing = required.some((name) => !fields.some((field) => field.name === name))
  const differs = fields.some(({ name, value, confidence }) => {
    const typed = numbered.has(name) ? answers[name] : undefined
    return typed !== undefined && (plain(typed) !== plain(value) || confidence < enough)
  })
  const names = ['insurer', 'certifier'].flatMap((name) => answers[name] ?? [])
  const isUnnamed = names.some((name) => !wordsOf(name).every((word) => words.has(word)))
  const ceiling = answers['coverCeiling']
  const isUnpriced = ceiling !== undefined && !amounts.includes(Number(ceiling.replace(',', '.')))
  return [
    ...(missing ? (['FIELD_NOT_FOUND'] as const) : []),
    ...(differs || isUnnamed || isUnpriced ? (['FIELD_MISMATCH'] as const) : []),
  ]
}

const numbered = new Set(['policyNumber', 'certificateNumber'])
