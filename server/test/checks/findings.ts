import { answerCheck, type CheckCode, type CheckFinding } from '../../src/domain/evaluation/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'

type Reported = 'CLEAR' | 'OPEN_HIT' | 'TRUE_MATCH'

/** What a screening could say. Two with the same fingerprint say the same. */
export function screeningFinding(outcome: Reported, fingerprint = 'lists of November'): CheckFinding {
  return {
    outcome,
    origin: 'SCREENING',
    formdata: [{ type: 'string', key: 'subjects', title: 'Sujets', order: 1, value: '3' }],
    metadata: { lists: 'A, B', hits: outcome === 'CLEAR' ? '0' : '1' },
    fingerprint,
  }
}

const kinds = ['CLEAR', 'OPEN_HIT', 'TRUE_MATCH'] as const

/** One of those there are, by a number. */
export function someFinding(nth: number): CheckFinding {
  const outcome = kinds[nth % 5]
  if (outcome) return screeningFinding(outcome, `finding ${nth % 2}`)
  return nth % 5 === 3 ? { outcome: 'NOBODY' } : { outcome: 'WAITING' }
}

/** Answers as a job of the service does. */
export function answerAs(
  t: TestApp,
  { accountId, thirdpartyId }: { readonly accountId: number; readonly thirdpartyId: number },
  code: CheckCode,
  finding: CheckFinding,
): Promise<void> {
  const scope = jobScope(accountId, 'test')
  return t.db.write(scope, (tx) => answerCheck(tx, scope, { thirdpartyId, code }, finding))
}
