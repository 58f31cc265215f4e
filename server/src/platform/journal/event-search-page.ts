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

export interface EventStretch {
  readonly size: number
  readonly offset: number
  readonly after: EventPosition | null
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

interface Walk {
  readonly tx: ReadTx
  readonly scope: Account
  readonly search: EventSearch
  readonly source: EventSource
}

const all = (conditions: readonly Fragment[]) => sql.join([...conditions], sql` and `)
const kept = ({ from, id, conditions }: EventSource) =>
  sql`exists (select from ${from} where ${id} = m.resource_id and ${all(conditions)})`

/** Resources with a matching event, the latest match first, each with what matched. */
export async function pageByEvents<Columns extends object>(
  walk: Walk,
  stretch: EventStretch,
): Promise<EventPage<Columns>> {
  const { tx, scope, search, source } = walk
  const { size, offset, after } = stretch
  // Sent together, answered together: the connection pipelines them.
  if (source.conditions.length > 1) {
    const [found, counted] = await Promise.all([
      narrowed(walk, stretch),
      countMatches(tx, scope, { ...search, kept: kept(source) }),
    ])
    const rows = await shown<Columns>(walk, rowsOf(found.heads))
    return pageOf(rows, size, found.total === null ? counted : { total: found.total, totalIsExact: true })
  }
  const heads = eventHeads(scope, search, { after, offset, limit: size + 1 })
  // The total in the same statement; a page without rows has none to carry it.
  const rows = await shown<Columns & CountRow>(walk, heads, countOf(scope, search))
  const [first] = rows
  const counted = first ? readCount(first) : await countMatches(tx, scope, search)
  return pageOf(rows, size, counted)
}

/**
 * Where the range of a walk ends that began with these rows: later events must not lift a resource that is still
 * to come over the place where the walk stands. What they change is told by asking again from the last final
 * second on.
 */
export function endOfWalk({ end }: EventFilter, rows: readonly EventMatch[], completeUntil: Date): Date {
  const newest = (rows[0]?.occurred_at.getTime() ?? 0) + 1
  return new Date(Math.min(end.getTime(), Math.max(newest, completeUntil.getTime() + 1_000)))
}

/** Continues from what a cursor holds: time and id of the last row, and where the range of the walk ends. */
export function openWalk(
  position: readonly (string | number | null)[] | null,
  events: EventFilter,
): { readonly after: EventPosition | null; readonly events: EventFilter } {
  if (position === null) return { after: null, events }
  const [time, resourceId, end] = position.map(Number)
  const after = { occurredAt: new Date(time ?? 0), resourceId: resourceId ?? 0 }
  return { after, events: { ...events, end: new Date(end ?? 0) } }
}

function pageOf<Columns>(
  rows: (EventMatch & Columns)[],
  size: number,
  { total, totalIsExact }: Count,
): EventPage<Columns> {
  const page = rows.slice(0, size)
  const end = rows.length > size ? page.at(-1) : undefined
  const last = end ? { occurredAt: end.occurred_at, resourceId: end.resource_id } : null
  return { rows: page, last, total, totalIsExact }
}

async function shown<Columns>(
  walk: Walk,
  heads: Fragment,
  counting: Fragment = sql`select`,
): Promise<(EventMatch & Columns)[]> {
  const { tx, scope, search, source } = walk
  const { rows } = await sql<EventMatch & Columns>`
    with head as materialized (${heads}),
    matched as materialized (${eventMatches(scope, search, sql`array(select resource_id from head)`)}),
    counted as materialized (${counting})
    select h.occurred_at, h.resource_id, wire_time(m.first_at) as first_at, wire_time(m.last_at) as last_at,
      m.matches, r.*, c.*
    from counted c cross join head h join matched m on m.resource_id = h.resource_id
    join lateral (select ${source.columns ?? sql``} from ${source.from}
      where ${source.id} = h.resource_id and ${all(source.conditions)} offset 0) r on true
    order by h.occurred_at desc, h.resource_id desc`.execute(tx)
  return rows
}

interface Head {
  readonly occurred_at: Date
  readonly resource_id: number
}

interface Narrowed {
  /** One more than the page shows, if there is another page. */
  readonly heads: Head[]
  /** Null where not all were looked at. */
  readonly total: number | null
}

const rowsOf = (heads: readonly Head[]) => sql`select * from unnest(
  ${heads.map((head) => head.occurred_at)}::timestamptz[], ${heads.map((head) => head.resource_id)}::bigint[])
  as given (occurred_at, resource_id)`

const fewResources = 2_000
const longestWalk = 10_000
const longestBatch = 2_500

/**
 * A list narrowed by something else too may be walked along the events or from its own rows; which is shorter
 * shows on the way. Along the events as long as rows are found there; then from the rows, if they are few; and
 * if neither comes to an end soon, all matches are taken at once.
 */
async function narrowed(walk: Walk, { size, offset, after }: EventStretch): Promise<Narrowed> {
  const wanted = offset + size + 1
  const found: Head[] = []
  let edge = after
  for (
    let limit = 4 * (size + 1), walked = 0;
    walked < longestWalk;
    limit = Math.min(4 * limit, longestBatch)
  ) {
    const heads = await someHeads(walk, edge, limit)
    found.push(...heads.filter((head) => head.is_kept))
    const last = heads.at(-1)
    if (found.length >= wanted || !last || heads.length < limit)
      return { heads: found.slice(offset, wanted), total: null }
    edge = { occurredAt: last.occurred_at, resourceId: last.resource_id }
    const fewIds = walked === 0 ? await idsIfFew(walk) : null
    if (fewIds) return ofResources(walk, { size, offset, after }, fewIds)
    walked += heads.length
  }
  return { heads: await fromAll(walk, { size, offset, after }), total: null }
}

async function someHeads({ tx, scope, search, source }: Walk, after: EventPosition | null, limit: number) {
  const { rows } = await sql<Head & { is_kept: boolean }>`
    select m.occurred_at, m.resource_id, ${kept(source)} as is_kept
    from (${eventHeads(scope, search, { after, offset: 0, limit })}) m
    order by m.occurred_at desc, m.resource_id desc`.execute(tx)
  return rows
}

async function idsIfFew({ tx, source }: Walk): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select ${source.id} as id from ${source.from} where ${all(source.conditions)}
    limit ${fewResources + 1}`.execute(tx)
  return rows.length > fewResources ? null : rows.map(({ id }) => id)
}

async function ofResources(walk: Walk, stretch: EventStretch, ids: readonly number[]): Promise<Narrowed> {
  const { tx, scope, search } = walk
  const { rows } = await sql<Head>`
    select m.last_at as occurred_at, m.resource_id
    from (${eventMatches(scope, search, sql`${[...ids]}::bigint[]`)}) m
    order by m.last_at desc, m.resource_id desc`.execute(tx)
  const { after, offset, size } = stretch
  const ahead = after ? rows.filter((head) => isBefore(head, after)) : rows
  return { heads: ahead.slice(offset, offset + size + 1), total: rows.length }
}

function isBefore(head: Head, { occurredAt, resourceId }: EventPosition): boolean {
  const apart = head.occurred_at.getTime() - occurredAt.getTime()
  return apart < 0 || (apart === 0 && head.resource_id < resourceId)
}

async function fromAll(walk: Walk, { size, offset, after }: EventStretch): Promise<Head[]> {
  const { tx, scope, search, source } = walk
  const ahead = after
    ? sql`(m.occurred_at, m.resource_id) < (${after.occurredAt}, ${after.resourceId})`
    : sql`true`
  const { rows } = await sql<Head>`
    select m.occurred_at, m.resource_id from (${eventGroups(scope, search)}) m
    where ${ahead} and ${kept(source)}
    order by m.occurred_at desc, m.resource_id desc limit ${size + 1} offset ${offset}`.execute(tx)
  return rows
}
