import type { GivenAnswer } from './answer-types.ts'
import type { Texts } from '../../i18n/en/index.ts'

type FindingCode = keyof Texts['checks']['findings']
export type FactCode = keyof Texts['checks']['facts']

export interface CheckLine {
  readonly tone: 'good' | 'warning' | 'bad' | 'info'
  readonly text: { readonly finding: FindingCode } | { readonly fact: FactCode; readonly detail: string }
  /** Which file it is about. */
  readonly of: string | null
  /** Of a finding: how much it speaks against the answer. */
  readonly weight?: Weight
}

type Weight = GivenAnswer['checkFindings'][number]['weight']

const failing: ReadonlySet<string> = new Set([
  'IBAN_CHECK_FAILED',
  'OTHER_COMPANY_IDENTIFIER',
  'ALREADY_EXPIRED',
  'KIND_DIFFERS',
  'PRINTED_EXPIRED',
  'DOCCHECK_REFUSED',
  'EXPIRES_BEFORE_EFFECTIVE',
  'TRUE_MATCH',
  'BANK_ACCOUNT_CHANGED',
  'SEAL_BROKEN',
  'SEAL_CHANGED_AFTER',
  'SEAL_REVOKED',
])

/** Of the other codes only a program could make something. */
function findingLines(
  { checkFindings, checkOutcome, evidences }: GivenAnswer,
  isKnown: (code: string) => boolean,
): CheckLine[] {
  return checkFindings.map(({ code, evidenceId, weight }) => ({
    tone: checkOutcome === 'REFUSED' || failing.has(code) || weight === 'HIGH' ? 'bad' : 'warning',
    weight,
    text: { finding: (isKnown(code) ? code : 'OTHER') as FindingCode },
    of: evidences.find(({ id, formdata }) => id === evidenceId && formdata === null)?.fileName ?? null,
  }))
}

/** What went well is worth a line too: the reviewer need not look for it again. */
function factLines({ evidences }: GivenAnswer): CheckLine[] {
  return evidences.flatMap(({ metadata, fileName, scan, formdata }) => {
    const results = metadata as Readonly<Record<string, string | undefined>>
    const line = (fact: FactCode, tone: CheckLine['tone'] = 'good', detail = ''): CheckLine => ({
      tone,
      text: { fact, detail },
      of: formdata === null ? fileName : null,
    })
    const bank = [results['bank_data_bank'], results['bank_data_country']].filter(Boolean).join(', ')
    return [
      ...(results['siren_found'] === 'true' ? [line('sirenFound')] : []),
      ...(results['siret_found'] === 'true' ? [line('siretFound')] : []),
      ...(results['verified'] === 'true' ? [line('ibanRight', 'good', bank)] : []),
      ...(results['doccheck_status'] === 'VERIFIED' ? [line('verified')] : []),
      ...(results['doccheck_status'] === 'PENDING' ? [line('beingVerified', 'info')] : []),
      ...(scan === 'CLEAN' ? [line('scanned')] : []),
    ]
  })
}

const order = { bad: 0, warning: 1, info: 2, good: 3 }
const weights = { HIGH: 0, MEDIUM: 1, LOW: 2 }
const weightOf = ({ weight = 'LOW' }: CheckLine) => weights[weight]

/** What the automatic checks say: doubts first, then what else is wrong, then what is in order. */
export function checkLines(answer: GivenAnswer, isKnown: (code: string) => boolean): CheckLine[] {
  return [...findingLines(answer, isKnown), ...factLines(answer)].toSorted(
    (a, b) => order[a.tone] - order[b.tone] || weightOf(a) - weightOf(b),
  )
}
