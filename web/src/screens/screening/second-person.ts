import type { ScreeningSettings } from '../../parts/screening/screening.queries.ts'
import type { Hit, HitDecision, Verdict } from './screening.queries.ts'

interface Person {
  readonly type: string
  readonly id: number | null
}

/** Whether one person alone cannot decide this. */
export function takesTwo(
  verdict: Verdict,
  { score }: Pick<Hit, 'score'>,
  settings: Pick<ScreeningSettings, 'secondPersonFrom'> | undefined,
): boolean {
  if (verdict === 'TRUE_MATCH') return true
  const from = settings?.secondPersonFrom ?? null
  return verdict === 'FALSE_POSITIVE' && from !== null && score >= from
}

/** The decision that waits for a second person. */
export function proposalOf({ state, decisions }: Pick<Hit, 'state' | 'decisions'>): HitDecision | null {
  const [last] = decisions
  return state === 'PROPOSED' && last?.step === 'PROPOSED' ? last : null
}

export function isBy({ by }: HitDecision, me: Person): boolean {
  return by.type === me.type && by.id === me.id
}
