import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../db/index.ts'
import {
  countMatches,
  eventMatches,
  matchCondition,
  pageByEvents,
  type EventFilter,
  type EventMatch,
  type EventPosition,
} from '../journal/index.ts'
import type { Scope } from '../kernel/index.ts'

type Fragment = RawBuilder<unknown>

/** Which rows a list shows. */
export interface ListSource {
  readonly resource: 'DOSSIER' | 'DOCUMENT'
  /** The id of a row, as `from` calls it. */
  readonly id: Fragment
  readonly from: Fragment
  readonly conditions: readonly Fragment[]
  /** Each row is looked up elsewhere to know whether it is meant: fewer of them are counted. */
  readonly isJoined?: boolean
}

export interface ListOrder {
  /** Never null. */
  readonly key: Fragment
  readonly type: 'date' | 'timestamptz' | 'text' | 'bigint'
  readonly descending: boolean
  /**
   * Conditions that part the rows, each part lying in order in an index of its own: the parts are merged, so
   * that a page costs what it shows.
   */
  readonly parts?: readonly Fragment[]
}

interface ListPosition {
  readonly key: string
  readonly id: number
}

/** How many there are in all, or at least. */
export interface Total {
  readonly total: number
  readonly totalIsExact: boolean
}

interface Stretch<Position> {
  readonly size: number
  readonly offset: number
  readonly after: Position | null
}

export interface MatchedEvents {
  readonly first: string
  readonly last: string
  readonly count: number
}

interface FoundIds<Position> extends Total {
  readonly ids: number[]
  readonly last: Position | null
}

/**
 * What has no date comes after all that has one. Said by cases, because row security lets no `coalesce` lead along an
 * index.
 */
export const orLast = (column: string): Fragment =>
  sql`(case when ${sql.ref(column)} is null then 'infinity'::date else ${sql.ref(column)} end)`

/** Said twice: once along the index, once for the planner, which knows how the plain column is spread. */
export const isBefore = (column: string, day: string): Fragment =>
  sql`${orLast(column)} < ${day}::date and ${sql.ref(column)} < ${day}::date`

const countCap = 10_000
const joinedCap = 2_000
const all = (conditions: readonly Fragment[]) => sql.join([...conditions], sql` and `)

/** A page of ids in this order; equal keys are ordered by their ids. What is known to be their total is not counted. */
export async function listIds(
  tx: ReadTx,
  source: ListSource,
  order: ListOrder,
  { known, ...stretch }: Stretch<ListPosition> & { readonly known: Total | null },
): Promise<FoundIds<ListPosition>> {
  const [{ rows }, counted] = await Promise.all([
    idsInOrder(source, order, stretch).execute(tx),
    known ?? counting(tx, source),
  ])
  return { ...counted, ...cut(rows, stretch.size) }
}

function cut(rows: readonly ListPosition[], size: number) {
  const page = rows.slice(0, size)
  const end = rows.length > size ? page.at(-1) : undefined
  return { ids: page.map(({ id }) => id), last: end ?? null }
}

/** One row (id, key) more than the page shows: whether there is another page. */
export function idsInOrder(
  { id, from, conditions }: ListSource,
  { key, type, descending, parts = [sql`true`] }: ListOrder,
  { size, offset, after }: Stretch<ListPosition>,
): RawBuilder<ListPosition> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  const continued = after
    ? [sql`(${key}, ${id}) ${beyond} (${after.key}::${sql.raw(type)}, ${after.id}::bigint)`]
    : []
  const inOrder = parts.map(
    (part) => sql`(select ${id} as id, ${key} as key from ${from}
      where ${all([...conditions, part, ...continued])}
      order by ${key} ${direction}, ${id} ${direction} limit ${offset + size + 1})`,
  )
  return sql<ListPosition>`${plannedAnew}
    select id, key::text as key from (${sql.join(inOrder, sql` union all `)}) merged
    order by merged.key ${direction}, id ${direction} limit ${size + 1} offset ${offset}`
}

async function counting(tx: ReadTx, { from, conditions, isJoined = false }: ListSource): Promise<Total> {
  const cap = isJoined ? joinedCap : countCap
  const { rows } = await sql<{ total: number }>`${plannedAnew}
    select count(*)::int as total from (
      select from ${from} where ${all(conditions)} limit ${cap + 1}) found`.execute(tx)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, cap), totalIsExact: total <= cap }
}

interface ByEvents extends FoundIds<EventPosition> {
  readonly matched: ReadonlyMap<number, MatchedEvents>
  readonly matches: readonly EventMatch[]
}

type EventListSource = ListSource & { readonly events: EventFilter }
type Matched = Pick<EventMatch, 'resource_id' | 'first_at' | 'last_at' | 'matches'>

const matchedOf = (rows: readonly Matched[]): ReadonlyMap<number, MatchedEvents> =>
  new Map(
    rows.map((row) => [row.resource_id, { first: row.first_at, last: row.last_at, count: row.matches }]),
  )

/** A page of ids of those with a matching event, the latest match first, each with what matched. */
export async function listIdsByEvents(
  tx: ReadTx,
  scope: Scope,
  source: EventListSource,
  stretch: Stretch<EventPosition>,
): Promise<ByEvents> {
  const search = { resource: source.resource, filter: source.events }
  const { rows, ...page } = await pageByEvents({ tx, scope, search, source }, stretch)
  return { ...page, ids: rows.map((row) => row.resource_id), matched: matchedOf(rows), matches: rows }
}

/** The same resources in another order, each with what matched. */
export async function listIdsWithEvents(
  tx: ReadTx,
  scope: Scope,
  { events: filter, ...source }: EventListSource,
  { order, ...stretch }: Stretch<ListPosition> & { readonly order: ListOrder },
): Promise<FoundIds<ListPosition> & Pick<ByEvents, 'matched'>> {
  const { resource, id, from, conditions } = source
  const search = { resource, filter }
  const matching = await matchCondition(tx, scope, search, id)
  const kept = sql`exists (select from ${from} where ${id} = m.resource_id and ${all(conditions)})`
  const [{ rows }, counted] = await Promise.all([
    idsInOrder({ ...source, conditions: [...conditions, matching] }, order, stretch).execute(tx),
    countMatches(tx, scope, { ...search, ...(conditions.length > 1 ? { kept } : {}) }),
  ])
  const found = cut(rows, stretch.size)
  const matched = await sql<Matched>`
    select resource_id, wire_time(first_at) as first_at, wire_time(last_at) as last_at, matches
    from (${eventMatches(scope, search, sql`${found.ids}::bigint[]`)}) m`.execute(tx)
  return { ...counted, ...found, matched: matchedOf(matched.rows) }
}
