import { compareReading, readDocument, type Comparison, type Reading } from '@vigie/readers'
import type { FileVerdict } from '@vigie/seals'
import { dayOfForm, type Day } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import type { CheckOutcome, Finding } from '../status/response-states.ts'
import { checkIban, plainCode, type Bank } from '../bank/check-iban.ts'
import { expirationDate as lastDay } from '../catalogue/validity.ts'
import { judgeIdentifiers, type Company } from './judge-identifiers.ts'
import type { PdfContent } from './pdf-content.ts'
import { sealFindings } from './seal-findings.ts'
import { isSurelyRead } from './sure-scan.ts'

export interface JudgedFile {
  readonly evidenceId: number
  readonly warnings: readonly string[]
  /** Null where nothing could be read. */
  readonly content: PdfContent | null
  /** Null where there is no text. */
  readonly reading: Reading | null
  /** Of a PDF, where its seals were judged. */
  readonly seal: FileVerdict | null
}

/** A file as its document is read, once its text is known. */
export function readAs<File extends Pick<JudgedFile, 'content'>>(
  code: string,
  file: File,
): File & Pick<JudgedFile, 'reading'> {
  const { content } = file
  const hasText = content !== null && content.text.trim() !== ''
  return { ...file, reading: hasText ? readDocument(content, code) : null }
}

export interface AnswerToJudge {
  readonly type: Pick<DocumentType, 'code' | 'validity'>
  readonly company: Company
  readonly effectiveDate: Day | null
  readonly expirationDate: Day | null
  readonly today: Day
  readonly files: readonly JudgedFile[]
  readonly forms: readonly { readonly evidenceId: number; readonly formdata: readonly FormEntry[] }[]
  /** What is known of the banks of the IBANs in the forms, by plain IBAN. */
  readonly banks: ReadonlyMap<string, Bank>
}

export interface Judgement {
  readonly outcome: Exclude<CheckOutcome, 'REFUSED'>
  readonly findings: readonly Finding[]
  /** Results by evidence, every value a string. */
  readonly metadata: readonly { readonly evidenceId: number; readonly results: Record<string, string> }[]
  /** Nothing is left for a person to compare: every file was recognised and agrees with what was declared. */
  readonly isProven: boolean
  /** What was read from pictures, if anything, was read without any doubt. */
  readonly isSurelyRead: boolean
  /** Files that say themselves that they are about somebody else. */
  readonly strangers: ReadonlySet<number>
  /** What read the files, with versions, such as SOC_VIGILANCE/1. */
  readonly readers: readonly string[]
}

/** What a document prints and its sender must mend; the rest is for reviewers alone. */
export const failingFindings: ReadonlySet<string> = new Set([
  'IBAN_CHECK_FAILED',
  'OTHER_COMPANY_IDENTIFIER',
  'ALREADY_EXPIRED',
  'KIND_DIFFERS',
  'PRINTED_EXPIRED',
])

/**
 * What the checks say of an answer whose files may be handed out. Only what its sender can mend makes it fail or
 * inconclusive; everything else is left to the reviewer's eye.
 */
export function judgeAnswer(answer: AnswerToJudge): Judgement {
  const ibans = answer.forms.map((form) => judgeIbans(form, answer))
  const read = answer.files.map((file) => judgeReading(file, answer))
  const identifiers = judgeIdentifiers(
    answer.company,
    answer.files.map(({ evidenceId, content }) => ({ evidenceId, text: content?.text ?? null })),
  )
  const isNamed = (evidenceId: number | null) =>
    read.some((one) => one.evidenceId === evidenceId && one.comparison?.isProven === true)
  const warnings = answer.files.flatMap(({ evidenceId, warnings: codes }) =>
    codes.map((code) => ({ code, evidenceId })),
  )
  const findings = [
    ...ibans.flatMap((one) => one.findings),
    // Some certificates name their company without its number.
    ...identifiers.findings.filter(
      ({ code, evidenceId }) => code !== 'IDENTIFIER_ABSENT' || !isNamed(evidenceId),
    ),
    ...read.flatMap((one) => one.findings),
    ...judgeDates(answer),
    ...warnings,
    ...answer.files.flatMap(ofSeal),
  ]
  const isFailed = findings.some(({ code }) => failingFindings.has(code))
  const isOpen = findings.some(({ code }) => (mendableFindings as ReadonlySet<string>).has(code))
  return {
    outcome: isFailed ? 'FAILED' : isOpen ? 'INCONCLUSIVE' : 'PASSED',
    findings,
    metadata: byEvidence([...ibans, ...identifiers.metadata, ...read]),
    // A form without files has nothing to be read.
    isProven: read.every(({ comparison }) => comparison?.isProven === true),
    isSurelyRead: read.every(({ isSure }) => isSure),
    strangers: new Set(
      read.flatMap(({ evidenceId, comparison }) =>
        comparison?.anchoring === 'SOMEBODY_ELSE' ? [evidenceId] : [],
      ),
    ),
    readers: [...new Set(answer.files.flatMap(readersOf))],
  }
}

const ofSeal = ({ evidenceId, seal }: JudgedFile): Finding[] =>
  seal ? sealFindings(seal).map((code) => ({ code, evidenceId })) : []

/** Beside the reader of a document, what recognised its letters where that was needed. */
function readersOf({ content, reading }: JudgedFile): string[] {
  if (reading === null) return []
  return content?.isPicture ? [reading.reader, scanReader] : [reading.reader]
}

const scanReader = 'SCAN/1'

/** One entry for each evidence, with all that was said of it. */
function byEvidence(said: Judgement['metadata']): Judgement['metadata'] {
  const merged = new Map<number, Record<string, string>>()
  for (const { evidenceId, results } of said) {
    merged.set(evidenceId, { ...merged.get(evidenceId), ...results })
  }
  return [...merged].map(([evidenceId, results]) => ({ evidenceId, results }))
}

interface JudgedReading {
  readonly evidenceId: number
  readonly findings: readonly Finding[]
  readonly results: Record<string, string>
  readonly comparison: Comparison | null
  readonly isSure: boolean
}

/** What a file prints, held against what was asked for and declared. */
function judgeReading({ evidenceId, content, reading }: JudgedFile, answer: AnswerToJudge): JudgedReading {
  if (content === null || reading === null)
    return { evidenceId, findings: [], results: {}, comparison: null, isSure: false }
  const { type, company, effectiveDate, today } = answer
  const { validity } = type
  const answers = Object.fromEntries(
    answer.forms.flatMap(({ formdata }) => formdata.map(({ key, value }) => [key, value])),
  )
  const declared = {
    kind: type.code,
    company,
    effectiveDate,
    expirationDate: validity.kind === 'FIELD' ? dayOfForm(answers[validity.field] ?? '') : null,
    answers,
    today,
    lastDayFrom: (day: string) => lastDay(validity, { effectiveDate: day, uploadDate: today }),
  }
  const comparison = compareReading(reading, declared, content)
  // Whoever can change a picture can change what it says, and nothing in the file would tell.
  const codes = content.isPicture ? ['READ_FROM_PICTURE', ...comparison.codes] : comparison.codes
  const findings = codes.map((code) => ({ code, evidenceId }))
  const { anchoring } = comparison
  const isSure = !content.isPicture || isSurelyRead({ pages: content.scanned ?? [], reading, anchoring })
  return { evidenceId, findings, results: readResults(reading), comparison, isSure }
}

/** For the reviewer: what it was recognised as, by which reader, and the dates that were read. */
function readResults({ reader, kinds, fields }: Reading): Record<string, string> {
  const dates = fields.filter(({ value }) => /^\d{4}-\d\d-\d\d$/.test(value))
  return {
    reader,
    ...(kinds.length > 0 && { read_kind: kinds.map(({ kind }) => kind).join(', ') }),
    ...Object.fromEntries(dates.map(({ name, value }) => [`read_${name}`, value])),
  }
}

/** Of several accounts the first is described; all must be right. */
function judgeIbans(
  { evidenceId, formdata }: AnswerToJudge['forms'][number],
  { today, banks }: Pick<AnswerToJudge, 'today' | 'banks'>,
) {
  const unknown = { name: null, bic: null }
  const checks = formdata
    .filter(({ type }) => type === 'iban')
    .map(({ value }) => checkIban(value, today, banks.get(plainCode(value)) ?? unknown))
  const [first] = checks
  if (!first) return { evidenceId, results: {}, findings: [] }
  const wrong = checks.find(({ verified }) => verified === 'false')
  const findings: Finding[] = wrong ? [{ code: 'IBAN_CHECK_FAILED', evidenceId }] : []
  return { evidenceId, results: { ...(wrong ?? first) } as Record<string, string>, findings }
}

function judgeDates({ type, effectiveDate, expirationDate, today }: AnswerToJudge): Finding[] {
  const { validity } = type
  const counted =
    validity.kind === 'CALENDAR_YEAR' || (validity.kind === 'MONTHS' && validity.from === 'EFFECTIVE_DATE')
  const missing = counted && effectiveDate === null ? ['EFFECTIVE_DATE_MISSING'] : []
  return [...missing, ...expirySanity(effectiveDate, expirationDate, today)].map((code) => ({
    code,
    evidenceId: null,
  }))
}

type ExpiryFinding =
  | 'EFFECTIVE_IN_FUTURE'
  | 'EFFECTIVE_LONG_AGO'
  | 'EXPIRES_BEFORE_EFFECTIVE'
  | 'ALREADY_EXPIRED'
  | 'EXPIRES_SOON'
  | 'EXPIRES_FAR_AHEAD'

/** Findings the sender should mend; the others are for the reviewer's eye. */
export const mendableFindings: ReadonlySet<ExpiryFinding | 'DATE_MISMATCH'> = new Set([
  'DATE_MISMATCH',
  'EFFECTIVE_IN_FUTURE',
  'EXPIRES_BEFORE_EFFECTIVE',
  'ALREADY_EXPIRED',
])

const soonDays = 7
const longYears = 10

/** What is odd about the dates of an answer. All are YYYY-MM-DD, and the expiration is the last good day. */
export function expirySanity(
  effectiveDate: string | null,
  expirationDate: string | null,
  today: string,
): ExpiryFinding[] {
  const found: ExpiryFinding[] = []
  if (effectiveDate !== null) {
    if (effectiveDate > today) found.push('EFFECTIVE_IN_FUTURE')
    if (effectiveDate < inYears(today, -longYears)) found.push('EFFECTIVE_LONG_AGO')
  }
  if (expirationDate !== null) {
    if (effectiveDate !== null && expirationDate < effectiveDate) found.push('EXPIRES_BEFORE_EFFECTIVE')
    if (expirationDate < today) found.push('ALREADY_EXPIRED')
    else if (expirationDate <= inDays(today, soonDays)) found.push('EXPIRES_SOON')
    if (expirationDate > inYears(today, longYears)) found.push('EXPIRES_FAR_AHEAD')
  }
  return found
}

function inYears(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
}

function inDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
