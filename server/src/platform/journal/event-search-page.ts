import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { EventFilter } from './event-filter.ts'
import {
  countMatches,
  countOf,
  eventGroups,
  eventHeads,
  eventMatches,
  readCount,
  type Account,
  type Count,
  type CountRow,
  type EventPosition,
  type EventSearch,
} from './event-search.ts'

type Fragment = RawBuilder<unknown>

/** The rows a list may show. */
export interface EventSource {
  /** The id of a row, as `from` calls it. */
  readonly id: Fragment
  readonly from: Fragment
  /** The first names the account; more of them narrow the list. */
  readonly conditions: readonly Fragment[]
  /** What is read of each row shown. */
  readonly columns?: Fragment
}

export interface EventWindow {
  readonly size: number
  readonly offset: number
  readonly after: EventPosition | null
  /** What an earlier page of the same search counted. */
  readonly total?: Count | null
}

export interface EventMatch {
  readonly resource_id: number
  readonly occurred_at: Date
  readonly first_at: string
  readonly last_at: string
  readonly matches: number
}

export interface EventPage<Columns> extends Count {
  readonly rows: (EventMatch & Columns)[]
  readonly last: EventPosition | null
}

interface EventQuery {
  readonly tx: ReadTx
  readonly scope: Account
  readonly search: EventSearch
  readonly source: EventSource
}

const joinConditions = (conditions: readonly Fragment[]) => sql.join([...conditions], sql` and `)
const isInSource = ({ from, id, conditions }: EventSource) =>
  sql`exists (select from ${from} where ${id} = m.resource_id and ${joinConditions(conditions)})`

/** Resources with a matching event, the latest match first, each with what matched. */
export async function pageByEvents<Columns extends object>(
  query: EventQuery,
  window: EventWindow,
): Promise<EventPage<Columns>> {
  const { tx, scope, search, source } = query
  const { size, offset, after, total: known } = window
  // Sent together, answered together: the connection pipelines them.
  if (source.conditions.length > 1) {
    const [found, counted] = await Promise.all([
      readNarrowed(query, window),
      known ?? countMatches(tx, scope, { ...search, kept: isInSource(source) }),
    ])
    const rows = await readRows<Columns>(query, headRows(found.heads))
    const isCounted = known || found.total === null
    return cutPage(rows, size, isCounted ? counted : { total: found.total, totalIsExact: true })
  }
  const heads = eventHeads(scope, search, { after, offset, limit: size + 1 })
  if (known) return cutPage(await readRows<Columns>(query, heads), size, known)
  // The total in the same statement; a page without rows has none to carry it.
  const rows = await readRows<Columns & CountRow>(query, heads, countOf(scope, search))
  const [first] = rows
  const counted = first ? readCount(first) : await countMatches(tx, scope, search)
  return cutPage(rows, size, counted)
}

/**
 * Where the range of a search ends whose first page shows these rows: later events must not lift a resource that is
 * still to come above the pages already read. Whoever searches again from the last final second on sees what they
 * changed.
 */
export function endOfSearch({ end }: EventFilter, rows: readonly EventMatch[], completeUntil: Date): Date {
  const newest = (rows[0]?.occurred_at.getTime() ?? 0) + 1
  return new Date(Math.min(end.getTime(), Math.max(newest, completeUntil.getTime() + 1_000)))
}

function cutPage<Columns>(
  rows: (EventMatch & Columns)[],
  size: number,
  { total, totalIsExact }: Count,
): EventPage<Columns> {
  const page = rows.slice(0, size)
  const end = rows.length > size ? page.at(-1) : undefined
  const last = end ? { occurredAt: end.occurred_at, resourceId: end.resource_id } : null
  return { rows: page, last, total, totalIsExact }
}

async function readRows<Columns>(
  query: EventQuery,
  heads: Fragment,
  countQuery: Fragment = sql`select`,
): Promise<(EventMatch & Columns)[]> {
  const { tx, scope, search, source } = query
  const { rows } = await sql<EventMatch & Columns>`
    with head as materialized (${heads}),
    matched as materialized (${eventMatches(scope, search, sql`array(select resource_id from head)`)}),
    counted as materialized (${countQuery})
    select h.occurred_at, h.resource_id, wire_time(m.first_at) as first_at, wire_time(m.last_at) as last_at,
      m.matches, r.*, c.*
    from counted c cross join head h join matched m on m.resource_id = h.resource_id
    join lateral (select ${source.columns ?? sql``} from ${source.from}
      where ${source.id} = h.resource_id and ${joinConditions(source.conditions)} offset 0) r on true
    order by h.occurred_at desc, h.resource_id desc`.execute(tx)
  return rows
}

interface Head {
  readonly occurred_at: Date
  readonly resource_id: number
}

interface NarrowedHeads {
  /** One more than the page shows, if there is another page. */
  readonly heads: Head[]
  /** Null where not all were looked at. */
  readonly total: number | null
}

const headRows = (heads: readonly Head[]) => sql`select * from unnest(
  ${heads.map((head) => head.occurred_at)}::timestamptz[], ${heads.map((head) => head.resource_id)}::bigint[])
  as given (occurred_at, resource_id)`

const fewResources = 2_000
const mostHeads = 10_000
const largestBatch = 2_500

/**
 * A list narrowed by something else too may be read along the events or from its own rows; which is shorter
 * shows on the way. Along the events as long as rows are found there; then from the rows, if they are few; and
 * if neither comes to an end soon, all matches are taken at once.
 */
async function readNarrowed(query: EventQuery, { size, offset, after }: EventWindow): Promise<NarrowedHeads> {
  const wanted = offset + size + 1
  const found: Head[] = []
  let edge = after
  for (let limit = 4 * (size + 1), read = 0; read < mostHeads; limit = Math.min(4 * limit, largestBatch)) {
    const heads = await someHeads(query, edge, limit)
    found.push(...heads.filter((head) => head.is_in_source))
    const last = heads.at(-1)
    if (found.length >= wanted || !last || heads.length < limit)
      return { heads: found.slice(offset, wanted), total: null }
    edge = { occurredAt: last.occurred_at, resourceId: last.resource_id }
    const fewIds = read === 0 ? await idsIfFew(query) : null
    if (fewIds) return ofResources(query, { size, offset, after }, fewIds)
    read += heads.length
  }
  return { heads: await fromAll(query, { size, offset, after }), total: null }
}

async function someHeads(
  { tx, scope, search, source }: EventQuery,
  after: EventPosition | null,
  limit: number,
) {
  const { rows } = await sql<Head & { is_in_source: boolean }>`
    select m.occurred_at, m.resource_id, ${isInSource(source)} as is_in_source
    from (${eventHeads(scope, search, { after, offset: 0, limit })}) m
    order by m.occurred_at desc, m.resource_id desc`.execute(tx)
  return rows
}

async function idsIfFew({ tx, source }: EventQuery): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select ${source.id} as id from ${source.from} where ${joinConditions(source.conditions)}
    limit ${fewResources + 1}`.execute(tx)
  return rows.length > fewResources ? null : rows.map(({ id }) => id)
}

async function ofResources(
  query: EventQuery,
  window: EventWindow,
  ids: readonly number[],
): Promise<NarrowedHeads> {
  const { tx, scope, search } = query
  const { rows } = await sql<Head>`
    select m.last_at as occurred_at, m.resource_id
    from (${eventMatches(scope, search, sql`${[...ids]}::bigint[]`)}) m
    order by m.last_at desc, m.resource_id desc`.execute(tx)
  const { after, offset, size } = window
  const ahead = after ? rows.filter((head) => isBefore(head, after)) : rows
  return { heads: ahead.slice(offset, offset + size + 1), total: rows.length }
}

function isBefore(head: Head, { occurredAt, resourceId }: EventPosition): boolean {
  const apart = head.occurred_at.getTime() - occurredAt.getTime()
  return apart < 0 || (apart === 0 && head.resource_id < resourceId)
}

async function fromAll(query: EventQuery, { size, offset, after }: EventWindow): Promise<Head[]> {
  const { tx, scope, search, source } = query
  const ahead = after
    ? sql`(m.occurred_at, m.resource_id) < (${after.occurredAt}, ${after.resourceId})`
    : sql`true`
  // no test runs this: it takes more than 10,000 matches and more than 2,000 rows.
  const { rows } = await sql<Head>`
    select m.occurred_at, m.resource_id from (${eventGroups(scope, search)}) m
    where ${ahead} and ${isInSource(source)}
    order by m.occurred_at desc, m.resource_id desc limit ${size + 1} offset ${offset}`.execute(tx)
  return rows
}
