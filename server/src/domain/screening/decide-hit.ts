import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { enqueueReview } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { answerChecks } from './answer-checks.ts'
import { answerNews } from './answer-news.ts'
import { recordHitChanges } from './record-hit-changes.ts'
import { countedLists } from './lists-in-force.ts'
import type { HitState } from './settle-hits.ts'
import { screeningSettings, type ScreeningSettings } from './settings.ts'
import { enqueueLegalCompliance } from './store-hits.ts'

export const verdicts = ['TRUE_MATCH', 'FALSE_POSITIVE', 'UNCLEAR'] as const
export type Verdict = (typeof verdicts)[number]

/** Why somebody is or is not the one on the list; the last but two, of an article. */
export const grounds = [
  'SAME_NAME',
  'SAME_BIRTH_DATE',
  'SAME_COUNTRY',
  'SAME_IDENTIFIER',
  'NAME_ONLY_SIMILAR',
  'DIFFERENT_BIRTH_DATE',
  'DIFFERENT_COUNTRY',
  'DIFFERENT_IDENTIFIER',
  'DIFFERENT_ACTIVITY',
  'DIFFERENT_KIND',
  'COMPANY_CONCERNED',
  'SERIOUS_MATTER',
  'OTHER_COMPANY',
  'MINOR_MATTER',
  'MATTER_SETTLED',
  'DOCUMENT_CHECKED',
  'OTHER',
] as const
export type Ground = (typeof grounds)[number]

export interface HitDecision {
  readonly hitId: number
  readonly verdict: Verdict
  readonly grounds: readonly Ground[]
  readonly comment: string | null
}

interface LockedHit {
  hitId: number
  thirdpartyId: number
  isNews: boolean
  state: HitState
  score: number
  version: number
  /** The last word on it; null before the first. */
  verdict: Verdict | 'REOPENED' | null
  step: string | null
  decidedByType: string | null
  decidedBy: number | null
}

/**
 * What one person says of a hit. A true match takes two, and so does clearing from the score on that the account has
 * set: the first proposes, another confirms by saying the same. Whoever says otherwise begins anew.
 */
export async function decideHit(
  tx: Tx,
  scope: Scope,
  decision: HitDecision,
  expectVersion?: (version: number) => void,
): Promise<void> {
  requireReason(decision)
  const { hitId } = decision
  const hit = await lockHit(tx, scope, hitId)
  expectVersion?.(hit.version)
  if (hit.state === 'ENDED') throw new AppError('HIT_ENDED', { hitId })
  const settings = await screeningSettings(tx, scope)
  const step = stepOf(scope, hit, decision, settings)
  // What somebody has said of an article stays said: it is the same article next year.
  const clearanceMonths = hit.isNews ? null : settings.clearanceMonths
  await storeHitDecision(tx, scope, { ...decision, step, clearanceMonths })
  recordHitDecision(tx, scope, decision, step)
  recordHitChanges(tx, scope, { name: step === 'PROPOSED' ? 'HIT_PROPOSED' : 'HIT_DECIDED', hitIds: [hitId] })
  await followHit(tx, scope, hit, settings)
  if (decision.verdict === 'TRUE_MATCH') await enqueueReview(tx, scope, [hit.thirdpartyId])
}

/** The journal of the company tells answers alone; who decided about a hit is kept for good here, without names. */
function recordHitDecision(
  tx: Tx,
  scope: Scope,
  { hitId, verdict, grounds: given }: HitDecision,
  step: Step,
): void {
  recordAdministration(tx, scope, {
    name: 'HIT_DECIDED',
    subject: { type: 'SCREENING_HIT', id: hitId },
    after: { verdict, step, grounds: given },
  })
}

function requireReason({ grounds: given, comment, verdict }: HitDecision): void {
  if (given.length === 0) throw new AppError('HIT_REASON_MISSING', { verdict })
  if (given.includes('OTHER') && comment === null) throw new AppError('HIT_REASON_MISSING', { verdict })
}

type Step = 'PROPOSED' | 'CONFIRMED' | 'DECIDED'

function stepOf(
  { actor }: Scope,
  hit: LockedHit,
  { verdict }: HitDecision,
  settings: ScreeningSettings,
): Step {
  const { secondPersonFrom } = settings
  const takesTwo =
    verdict === 'TRUE_MATCH' ||
    (verdict === 'FALSE_POSITIVE' && secondPersonFrom !== null && hit.score >= secondPersonFrom)
  if (!takesTwo) return 'DECIDED'
  const isProposed = hit.state === 'PROPOSED' && hit.step === 'PROPOSED' && hit.verdict === verdict
  if (!isProposed) return 'PROPOSED'
  if (hit.decidedByType === actor.type && hit.decidedBy === actor.id) {
    throw new AppError('HIT_NEEDS_SECOND_PERSON', { hitId: hit.hitId })
  }
  return 'CONFIRMED'
}

async function lockHit(tx: Tx, { accountId }: Scope, hitId: number): Promise<LockedHit> {
  const { rows } = await sql<LockedHit>`
    select h.hit_id as "hitId", h.thirdparty_id as "thirdpartyId",
      h.hit_class = 'NEWS' as "isNews", h.state, h.score::float8 as score, h.version,
      last.verdict, last.step, last.decided_by_type as "decidedByType", last.decided_by as "decidedBy"
    from screening_hit h
    left join screening_decision last
      on last.account_id = h.account_id and last.hit_id = h.hit_id and last.number = h.decisions
    where h.account_id = ${accountId} and h.hit_id = ${hitId} for update of h`.execute(tx)
  const [hit] = rows
  if (!hit) throw new AppError('HIT_NOT_FOUND', { hitId })
  return hit
}

const stateAfter = { TRUE_MATCH: 'TRUE_MATCH', FALSE_POSITIVE: 'CLEARED', UNCLEAR: 'UNCLEAR' } as const

interface TakenDecision extends HitDecision {
  readonly step: Step
  /** Null: cleared until something changes. */
  readonly clearanceMonths: number | null
}

async function storeHitDecision(
  tx: Tx,
  { accountId, actor }: Scope,
  { verdict, grounds: given, comment, step, clearanceMonths, hitId }: TakenDecision,
): Promise<void> {
  const state = step === 'PROPOSED' ? 'PROPOSED' : stateAfter[verdict]
  const months = state === 'CLEARED' ? clearanceMonths : null
  await sql`
    with moved as (
      update screening_hit h set state = ${state}, decisions = h.decisions + 1, version = h.version + 1,
        updated_at = moment,
        cleared_until = ((moment at time zone 'UTC')::date + make_interval(months => ${months}::int))::date
      from account_now(${accountId}) moment
      where h.account_id = ${accountId} and h.hit_id = ${hitId}
      returning h.hit_id, h.thirdparty_id, h.decisions, h.score, h.cleared_until, h.updated_at, h.opened_at)
    insert into screening_decision (account_id, hit_id, number, thirdparty_id, verdict, step, grounds, comment, score,
      until, decided_by_type, decided_by, decided_at, opened_at)
    select ${accountId}, m.hit_id, m.decisions, m.thirdparty_id, ${verdict}, ${step}, ${[...given]}::text[], ${comment},
      m.score, m.cleared_until, ${actor.type}, ${actor.id}, m.updated_at, m.opened_at
    from moved m`.execute(tx)
}

/** Documents and indicators follow what was decided, in the same moment. */
async function followHit(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, isNews }: LockedHit,
  settings: ScreeningSettings,
): Promise<void> {
  if (isNews) await answerNews(tx, scope, thirdpartyId)
  else await answerChecks(tx, scope, thirdpartyId, { settings, counted: await countedLists(tx, settings) })
  await enqueueLegalCompliance(tx, scope, thirdpartyId)
}
