import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Cause, Effect, Policy } from './policy.ts'
import type { Relationship } from './relationship.ts'

type Condition = RawBuilder<unknown>

export interface DueReview {
  readonly thirdpartyId: number
  /** never null: only companies with a cause are found */
  readonly cause: Cause
  readonly before: Relationship
  /** YYYY-MM-DD, by the clock of the account. */
  readonly today: string
}

/** Of several, the gravest is told. */
const gravestFirst: readonly Cause[] = [
  'LIST_HIT',
  'STRUCK_OFF',
  'COLLECTIVE_PROCEDURE',
  'DOSSIER_INVALID',
  'OVERDUE',
  'EXPIRY',
]

const isApproved = sql`t.relationship in ('APPROVED', 'APPROVED_WITH_CONDITIONS')`
/** Asked once and not of each company, so that what ended before is found along its index. */
const todayIn = (accountId: number) => sql`(select (account_now(${accountId}) at time zone 'UTC')::date)`
const decidedOn = sql`(c.changed_at at time zone 'UTC')::date`

const hasStatus = (status: string): Condition =>
  sql`(t.status = ${status} and (c.known ->> 'status' <> ${status} or t.status_since > ${decidedOn}))`

/** On `t`, a company, and `c`, the last decision about it: what has come up since, or was not known then. */
const factsIn = (accountId: number): Readonly<Record<Cause, Condition>> => ({
  LIST_HIT: sql`exists (select from screening_hit h
    where h.account_id = t.account_id and h.thirdparty_id = t.thirdparty_id and h.hit_class <> 'NEWS'
      and h.state in ('OPEN', 'UNCLEAR', 'PROPOSED', 'TRUE_MATCH')
      and (not (c.known -> 'hits') @> to_jsonb(h.hit_id) or h.opened_at > c.changed_at
        or h.state = 'TRUE_MATCH' and not (c.known -> 'matches') @> to_jsonb(h.hit_id)))`,
  STRUCK_OFF: hasStatus('STRUCK_OFF'),
  COLLECTIVE_PROCEDURE: hasStatus('IN_COLLECTIVE_PROCEDURE'),
  DOSSIER_INVALID: sql`exists (select from dossier d
    where d.account_id = t.account_id and d.thirdparty_id = t.thirdparty_id and d.archived_at is null
      and d.status = 'INVALID'
      and (not (c.known -> 'dossiers') @> to_jsonb(d.dossier_id) or d.status_since > c.changed_at))`,
  // Decisions from before this cause know of no such dossiers.
  OVERDUE: sql`exists (select from dossier d
    where d.account_id = t.account_id and d.thirdparty_id = t.thirdparty_id and d.archived_at is null
      and d.status = 'ACTION_REQUIRED' and d.status_reason = 'OVERDUE'
      and (not coalesce(c.known -> 'overdue', '[]') @> to_jsonb(d.dossier_id) or d.status_since > c.changed_at))`,
  EXPIRY: sql`t.relationship_until < ${todayIn(accountId)}`,
})

/**
 * Bad news calls approvals into question, and only those; its end, any decision. Who is asked already is not asked
 * again, but may have to be suspended after all.
 */
function isDue(cause: Cause, effect: Effect, fact: Condition): Condition {
  const concerned = cause === 'EXPIRY' ? sql`true` : isApproved
  const waiting = sql`t.relationship_review is null`
  const open = effect === 'SUSPEND' ? sql`(${waiting} or ${isApproved})` : waiting
  return sql`(${concerned} and ${open} and ${fact})`
}

interface Searched {
  readonly policy: Policy
  /** Null: the whole portfolio. */
  readonly thirdpartyIds: readonly number[] | null
  readonly most: number
}

/** Those that the policy reopens now. What suspends is looked at before what only asks. */
export async function findDueReviews(
  tx: ReadTx,
  { accountId }: Scope,
  { policy, thirdpartyIds, most }: Searched,
): Promise<DueReview[]> {
  const facts = factsIn(accountId)
  const ranked = (['SUSPEND', 'ASK'] as const).flatMap((effect) =>
    gravestFirst
      .filter((cause) => policy[cause] === effect)
      .map((cause) => ({ cause, due: isDue(cause, effect, facts[cause]) })),
  )
  if (ranked.length === 0 || thirdpartyIds?.length === 0) return []
  const whens = ranked.map(({ cause, due }) => sql`when ${due} then ${cause}::text`)
  const dues = ranked.map(({ due }) => due)
  const these = thirdpartyIds ? sql`and t.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])` : sql``
  const { rows } = await sql<DueReview>`
    select t.thirdparty_id as "thirdpartyId", case ${sql.join(whens, sql` `)} end as cause,
      jsonb_build_object('state', t.relationship, 'validUntil', t.relationship_until, 'toReview',
        case when t.relationship_review is not null then jsonb_build_object('cause', t.relationship_review,
          'since', t.relationship_review_on) end) as before,
      ${todayIn(accountId)}::text as today
    from thirdparty t
    join lateral (
      select x.known, x.changed_at from relationship_change x
      where x.account_id = t.account_id and x.thirdparty_id = t.thirdparty_id and x.kind = 'DECIDED'
      order by x.number desc limit 1) c on true
    where t.account_id = ${accountId} and t.archived_at is null
      and t.relationship = any(array['APPROVED', 'APPROVED_WITH_CONDITIONS', 'SUSPENDED', 'REFUSED'])
      ${these} and (${sql.join(dues, sql` or `)})
    order by t.thirdparty_id limit ${most}`.execute(tx)
  return rows
}
