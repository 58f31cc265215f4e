import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import type { EventFilter } from './event-filter.ts'
import { resourceTypeCodes, type ResourceType } from './event-names.ts'

type Fragment = RawBuilder<unknown>
export type Account = Pick<Scope, 'accountId'>

export interface EventSearch {
  readonly resource: ResourceType
  readonly filter: EventFilter
}

/** Where a walk stands: the newest matching event of the last resource shown. */
export interface EventPosition {
  readonly occurredAt: Date
  readonly resourceId: number
}

export interface HeadWindow {
  readonly after: EventPosition | null
  readonly offset: number
  readonly limit: number
}

/** The first arguments of all functions that search the journal. */
export function searchArguments({ accountId }: Account, { resource, filter }: EventSearch): Fragment {
  return sql`${accountId}::bigint, ${resourceTypeCodes[resource]}::int, ${[...filter.types]}::int[],
    ${filter.start}::timestamptz, ${filter.end}::timestamptz`
}

/**
 * Rows (occurred_at, resource_id): each matching resource once, at its newest matching event, newest first.
 * A page costs what it shows, however long the journal is.
 */
export function eventHeads(scope: Account, search: EventSearch, pageWindow: HeadWindow): Fragment {
  const { after, offset, limit } = pageWindow
  return sql`select occurred_at, resource_id from event_heads(${searchArguments(scope, search)},
    ${after?.occurredAt ?? search.filter.end}::timestamptz, ${after?.resourceId ?? 0}::bigint, ${offset}::int,
    ${limit}::int)`
}

/** Rows (resource_id, first_at, last_at, matches) of those of `ids`, an array, that have a match. */
export function eventMatches(scope: Account, search: EventSearch, ids: Fragment): Fragment {
  return sql`select resource_id, first_at, last_at, matches from event_matches(${searchArguments(scope, search)}, ${ids})`
}

/** Rows (occurred_at, resource_id) of all that match. The price of these grows with the matching events. */
export function eventGroups(scope: Account, search: EventSearch): Fragment {
  return sql`select occurred_at, resource_id from event_groups(${searchArguments(scope, search)})`
}

export interface Count {
  readonly total: number
  readonly totalIsExact: boolean
}

export interface CountRow {
  readonly total: number
  readonly complete: boolean
}

const countCap = 10_000

/**
 * A row of distinct resources among at most 10,000 matching events: a bounded price for an honest total. `kept`
 * is a condition on `m.resource_id` for lists that are narrowed by something else too.
 */
export function countOf(scope: Account, search: EventSearch, condition?: Fragment): RawBuilder<CountRow> {
  const total = condition
    ? sql`(select count(*) from unnest(n.ids) as m (resource_id) where ${condition})`
    : sql`cardinality(n.ids)`
  return sql<CountRow>`select ${total}::int as total, n.complete
    from event_resources(${searchArguments(scope, search)}, ${countCap}) n`
}

export function readCount({ total, complete }: CountRow): Count {
  return { total: Math.min(total, countCap), totalIsExact: complete }
}

export async function countMatches(
  tx: ReadTx,
  scope: Account,
  { kept, ...search }: EventSearch & { readonly kept?: Fragment },
): Promise<Count> {
  const { rows } = await countOf(scope, search, kept).execute(tx)
  return readCount(rows[0] ?? { total: 0, complete: true })
}

// Among so many different resources the next match is never far, whichever way one walks.
const manyResources = 1_000

/** A condition for walks in another order than that of events: `id` has a match. */
export async function matchCondition(
  tx: ReadTx,
  scope: Account,
  search: EventSearch,
  id: Fragment,
): Promise<Fragment> {
  const { rows } = await sql<{ ids: number[]; complete: boolean }>`
    select r.ids, r.complete from event_resources(${searchArguments(scope, search)}, ${countCap}) r`.execute(
    tx,
  )
  const { ids = [], complete = true } = rows[0] ?? {}
  if (complete) return sql`${id} = any(${ids}::bigint[])`
  if (ids.length >= manyResources) return hasMatch(scope, search, id)
  return sql`${id} = any(array(select resource_id from (${eventGroups(scope, search)}) g))`
}

/** The same, asked of one row after the other. */
export function hasMatch({ accountId }: Account, { resource, filter }: EventSearch, id: Fragment): Fragment {
  // "event_type + 0" keeps the planner from answering by the index on types.
  return sql`exists (select from event e
    where e.account_id = ${accountId} and e.resource_type = ${resourceTypeCodes[resource]}
      and e.resource_id = ${id} and e.occurred_at >= ${filter.start} and e.occurred_at < ${filter.end}
      and (e.event_type + 0) = any(${[...filter.types]}::int[]))`
}
