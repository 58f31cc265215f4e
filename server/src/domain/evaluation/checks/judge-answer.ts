import type { Day } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import type { CheckOutcome } from '../status/response-states.ts'
import { checkIban } from './check-iban.ts'
import { expirySanity, mendableFindings } from './expiry-sanity.ts'
import type { Finding } from './finding.ts'
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
  const ibans = answer.forms.map((form) => judgeIbans(form, answer.today))
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
function judgeIbans({ evidenceId, formdata }: AnswerToJudge['forms'][number], today: Day) {
  const checks = formdata.filter(({ type }) => type === 'iban').map(({ value }) => checkIban(value, today))
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
