import type { Day } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import type { CheckOutcome, Finding } from '../status/response-states.ts'
import { checkIban, plainCode, type Bank } from '../bank/check-iban.ts'
import { judgeIdentifiers, type Company } from './judge-identifiers.ts'

export interface AnswerToJudge {
  readonly type: Pick<DocumentType, 'validity'>
  readonly company: Company
  readonly effectiveDate: Day | null
  readonly expirationDate: Day | null
  readonly today: Day
  readonly files: readonly {
    readonly evidenceId: number
    readonly warnings: readonly string[]
    readonly text: string | null
  }[]
  readonly forms: readonly { readonly evidenceId: number; readonly formdata: readonly FormEntry[] }[]
  /** What is known of the banks of the IBANs in the forms, by plain IBAN. */
  readonly banks: ReadonlyMap<string, Bank>
}

export interface Judgement {
  readonly outcome: Exclude<CheckOutcome, 'REFUSED'>
  readonly findings: readonly Finding[]
  /** Results by evidence, every value a string. */
  readonly metadata: readonly { readonly evidenceId: number; readonly results: Record<string, string> }[]
}

/**
 * What the checks say of an answer whose files may be handed out. Only what its sender can mend makes it fail or
 * inconclusive; everything else is left to the reviewer's eye.
 */
export function judgeAnswer(answer: AnswerToJudge): Judgement {
  const ibans = answer.forms.map((form) => judgeIbans(form, answer))
  const identifiers = judgeIdentifiers(answer.company, answer.files)
  const dates = judgeDates(answer)
  const warnings = answer.files.flatMap(({ evidenceId, warnings: codes }) =>
    codes.map((code) => ({ code, evidenceId })),
  )
  const failed =
    ibans.some(({ findings }) => findings.length > 0) ||
    identifiers.foreign ||
    dates.some(({ code }) => code === 'ALREADY_EXPIRED')
  const inconclusive = dates.some(({ code }) => (mendableFindings as ReadonlySet<string>).has(code))
  return {
    outcome: failed ? 'FAILED' : inconclusive ? 'INCONCLUSIVE' : 'PASSED',
    findings: [...ibans.flatMap(({ findings }) => findings), ...identifiers.findings, ...dates, ...warnings],
    metadata: [...ibans, ...identifiers.metadata].map(({ evidenceId, results }) => ({ evidenceId, results })),
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
export const mendableFindings: ReadonlySet<ExpiryFinding> = new Set([
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
