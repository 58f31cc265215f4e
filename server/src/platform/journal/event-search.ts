import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import type { EventFilter } from './event-filter.ts'
import { resourceTypeCodes, type ResourceType } from './event-names.ts'

/** Where a walk stands: the newest matching event of the last resource shown. */
export interface EventPosition {
  occurredAt: Date
  resourceId: number
}

export interface EventSearch {
  resource: ResourceType
  filter: EventFilter
  after: EventPosition | null
}

/**
 * Rows (occurred_at, resource_id): each matching resource once, at its newest matching event, newest first.
 * Every name walks one index backwards; a row counts only if the other index shows no later match of the
 * same resource. A reader who stops after a page has paid for a page, however long the journal is.
 */
export function matchingResources(scope: Pick<Scope, 'accountId'>, search: EventSearch): RawBuilder<unknown> {
  const { filter, after } = search
  const type = resourceTypeCodes[search.resource]
  const before = after
    ? sql`and (occurred_at, resource_id) < (${after.occurredAt}, ${after.resourceId})`
    : sql``
  const branches = filter.types.map(
    (code) => sql`(select occurred_at, resource_id from event
      where account_id = ${scope.accountId} and resource_type = ${type} and event_type = ${code}
        and occurred_at >= ${filter.start} and occurred_at < ${filter.end} ${before}
      order by occurred_at desc, resource_id desc)`,
  )
  // "event_type + 0" keeps the planner from answering the probe by the index on types.
  return sql`select distinct occurred_at, resource_id
    from (${sql.join(branches, sql` union all `)}) candidate
    left join lateral (
      select 1 as later from event n
      where n.account_id = ${scope.accountId} and n.resource_type = ${type}
        and n.resource_id = candidate.resource_id and n.occurred_at > candidate.occurred_at
        and n.occurred_at < ${filter.end} and (n.event_type + 0) = any(${[...filter.types]}::int[])
      limit 1) probe on true
    where later is null
    order by occurred_at desc, resource_id desc`
}

/**
 * One row (first_at, last_at, matches) on what matched for the resource `id` names; for a lateral join.
 */
export function matchesOf(
  scope: Pick<Scope, 'accountId'>,
  { resource, filter }: Pick<EventSearch, 'resource' | 'filter'>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select wire_time(min(e.occurred_at)) as first_at, wire_time(max(e.occurred_at)) as last_at,
      count(*)::int as matches
    from event e
    where e.account_id = ${scope.accountId} and e.resource_type = ${resourceTypeCodes[resource]}
      and e.resource_id = ${id} and e.occurred_at >= ${filter.start} and e.occurred_at < ${filter.end}
      and (e.event_type + 0) = any(${[...filter.types]}::int[])`
}

const countCap = 10_000

/**
 * Distinct resources among at most 10,000 matching events: a bounded price for an honest total. `kept` is a
 * condition on `m.resource_id` for lists that are narrowed by something else too.
 */
export async function countMatches(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  search: Pick<EventSearch, 'resource' | 'filter'> & { readonly kept?: RawBuilder<unknown> },
): Promise<{ total: number; totalIsExact: boolean }> {
  const { filter, kept = sql`true` } = search
  const result = await sql<{ resources: number; events: number }>`
    with some_matches as materialized (
      select resource_id from event
      where account_id = ${scope.accountId} and resource_type = ${resourceTypeCodes[search.resource]}
        and event_type = any(${[...filter.types]}::int[])
        and occurred_at >= ${filter.start} and occurred_at < ${filter.end}
      limit ${countCap + 1})
    select (select count(*) from some_matches)::int as events, (
      select count(*) from (select distinct resource_id from some_matches) m where ${kept})::int as resources`.execute(
    tx,
  )
  const row = result.rows[0]
  return { total: row?.resources ?? 0, totalIsExact: (row?.events ?? 0) <= countCap }
}

/**
 * Waits out a writer that has stamped its events but not committed them, then says up to when the journal
 * is final. Asked before the search, so that nothing can appear later in the part declared complete.
 */
export async function completeUntil(tx: ReadTx, scope: Pick<Scope, 'accountId'>, end: Date): Promise<Date> {
  // One statement, so that the clock is read while the lock is held.
  const result = await sql<{ now: Date }>`
    with settled as materialized (
      select pg_advisory_xact_lock_shared(journal_lock_key(${scope.accountId})))
    select date_trunc('second', account_now(${scope.accountId})) as now from settled`.execute(tx)
  const lastWholeSecond = new Date((result.rows[0]?.now ?? new Date(0)).getTime() - 1_000)
  const lastAsked = new Date(end.getTime() - 1_000)
  return lastAsked < lastWholeSecond ? lastAsked : lastWholeSecond
}
