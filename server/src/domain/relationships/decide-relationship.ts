import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import {
  closeFormerTasks,
  openConditionTasks,
  type GivenCondition,
  type StoredCondition,
} from './relationship-tasks.ts'
import { recordRelationship, type DecisionState, type Relationship } from './relationship.ts'
import { readRelationship, type KnownRelationship } from './relationship.queries.ts'

export interface Decision {
  readonly thirdpartyId: number
  readonly state: DecisionState
  readonly reason: string
  /** For what it is decided; null: for everything. */
  readonly coverage: string | null
  readonly validUntil: string | null
  readonly conditions: readonly GivenCondition[]
}

/** What one person decides about working with a company. It ends what waited to be decided anew. */
export async function decideRelationship(
  tx: Tx,
  scope: Scope,
  decision: Decision,
  checkVersion: (version: number) => void,
): Promise<KnownRelationship> {
  const { thirdpartyId } = decision
  const held = await lockRelationship(tx, scope, thirdpartyId)
  checkVersion(held.version)
  if (held.archived) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
  requireConditions(decision)
  requireDaysToCome(decision, held.today)
  await closeFormerTasks(tx, scope, { thirdpartyId, ...held.former })
  const { conditions } = decision
  const opened = await openConditionTasks(tx, scope, { thirdpartyId, number: held.version + 1, conditions })
  await storeDecision(tx, scope, { ...decision, conditions: opened })
  const { state, validUntil } = decision
  const after: Relationship = { state, validUntil, toReview: null }
  recordRelationship(tx, scope, thirdpartyId, { change: 'DECIDED', before: held.before, after })
  return readRelationship(tx, scope, thirdpartyId)
}

interface HeldRelationship {
  readonly version: number
  readonly archived: boolean
  readonly before: Relationship
  readonly today: string
  /** The last decision. */
  readonly former: { readonly number: number; readonly conditions: number }
}

async function lockRelationship(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyId: number,
): Promise<HeldRelationship> {
  const { rows } = await sql<HeldRelationship>`
    select t.relationship_version as version, t.archived_at is not null as archived,
      jsonb_build_object('state', t.relationship, 'validUntil', t.relationship_until, 'toReview',
        case when t.relationship_review is not null then jsonb_build_object('cause', t.relationship_review,
          'since', t.relationship_review_on) end) as before,
      (account_now(t.account_id) at time zone 'UTC')::date::text as today,
      coalesce((select jsonb_build_object('number', x.number, 'conditions', jsonb_array_length(x.conditions))
        from relationship_change x
        where x.account_id = t.account_id and x.thirdparty_id = t.thirdparty_id and x.kind = 'DECIDED'
        order by x.number desc limit 1), '{"number": 0, "conditions": 0}') as former
    from thirdparty t where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}
    for no key update`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  return found
}

function requireConditions({ state, conditions }: Decision): void {
  const isConditional = state === 'APPROVED_WITH_CONDITIONS'
  if (isConditional && conditions.length === 0) throw new AppError('RELATIONSHIP_CONDITIONS_MISSING')
  if (!isConditional && conditions.length > 0)
    throw new AppError('RELATIONSHIP_CONDITIONS_REFUSED', { state }, { members: { pointer: '/conditions' } })
}

function requireDaysToCome({ validUntil, conditions }: Decision, today: string): void {
  const days = [
    { day: validUntil, pointer: '/validUntil' },
    ...conditions.map(({ dueOn }, nth) => ({ day: dueOn, pointer: `/conditions/${nth}/dueOn` })),
  ]
  for (const { day, pointer } of days) {
    if (day !== null && day < today)
      throw new AppError('RELATIONSHIP_DAY_PAST', { day, today }, { members: { pointer } })
  }
}

interface StoredDecision extends Omit<Decision, 'conditions'> {
  readonly conditions: readonly StoredCondition[]
}

/** With what is known of the company now: none of it reopens this decision. */
async function storeDecision(
  tx: Tx,
  { accountId, actor }: Scope,
  { thirdpartyId, state, reason, coverage, validUntil, conditions }: StoredDecision,
): Promise<void> {
  await sql`
    with moved as (
      update thirdparty t set relationship = ${state}, relationship_until = ${validUntil}::date,
        relationship_review = null, relationship_review_on = null,
        relationship_version = t.relationship_version + 1, version = t.version + 1, updated_at = moment
      from account_now(${accountId}) moment
      where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}
      returning t.status, t.relationship_version, t.updated_at)
    insert into relationship_change (account_id, thirdparty_id, number, kind, state, reason, coverage, valid_until,
      conditions, known, changed_by_type, changed_by, changed_at)
    select ${accountId}, ${thirdpartyId}, m.relationship_version, 'DECIDED', ${state}, ${reason}, ${coverage}::text,
      ${validUntil}::date, ${JSON.stringify(conditions)}::jsonb, jsonb_build_object(
        'status', m.status,
        'dossiers', (select coalesce(jsonb_agg(d.dossier_id), '[]') from dossier d
          where d.account_id = ${accountId} and d.thirdparty_id = ${thirdpartyId} and d.status = 'INVALID'
            and d.archived_at is null),
        'overdue', (select coalesce(jsonb_agg(d.dossier_id), '[]') from dossier d
          where d.account_id = ${accountId} and d.thirdparty_id = ${thirdpartyId} and d.archived_at is null
            and d.status = 'ACTION_REQUIRED' and d.status_reason = 'OVERDUE'),
        'hits', h.hits, 'matches', h.matches),
      ${actor.type}, ${actor.id}::bigint, m.updated_at
    from moved m, (
      select coalesce(jsonb_agg(hit_id), '[]') as hits,
        coalesce(jsonb_agg(hit_id) filter (where state = 'TRUE_MATCH'), '[]') as matches
      from screening_hit
      where account_id = ${accountId} and thirdparty_id = ${thirdpartyId} and hit_class <> 'NEWS'
        and state in ('OPEN', 'UNCLEAR', 'PROPOSED', 'TRUE_MATCH')) h`.execute(tx)
}
