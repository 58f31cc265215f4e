import { sql } from 'kysely'
import { plannedAnew, type ReadTx } from '../db/index.ts'
import type { Fragment, ListOrder, ListPosition, ListSource, Segment, Total } from './list-source.ts'

/** The rows of one page: after a position, or after so many others. */
export interface PageWindow {
  readonly size: number
  readonly offset: number
  readonly after: ListPosition | null
}

/** For readers without a cursor, such as commands. */
export const firstPage = (size: number): PageWindow => ({ size, offset: 0, after: null })

interface Place {
  readonly row_id: number
  readonly row_key: string | null
  readonly row_segment: number
}

export type ListRow<Columns extends object = object> = Columns & Place

export interface RowsOfPage<Row> {
  readonly rows: Row[]
  /** Where the next page begins; null when there is none. */
  readonly last: ListPosition | null
}

/** A list as it is read: its rows, their order and how they are counted. */
export interface Listing<Columns extends object = object> {
  readonly source: ListSource<Columns>
  readonly order: ListOrder
  /** How many are counted at most, if not 10,000: fewer where each must be looked up elsewhere. */
  readonly countCap?: number
  /** Where something else knows their number. */
  readonly count?: (tx: ReadTx) => Promise<Total>
}

const usualCap = 10_000
const allOf = (conditions: readonly Fragment[]) => sql.join([...conditions], sql` and `)
const isMerged = ({ runs }: ListSource, { merge }: ListOrder) => merge !== undefined || runs !== undefined
const planOf = ({ planOnce }: ListSource) => (planOnce ? sql`` : plannedAnew)

/** A page of a list with its total; what is known to be the total is not counted again. */
export async function readListing<Columns extends object>(
  tx: ReadTx,
  { source, order, countCap, count = (on) => countRows(on, source, countCap) }: Listing<Columns>,
  window: PageWindow & { readonly total?: Total | null },
): Promise<RowsOfPage<ListRow<Columns>> & Total> {
  // Sent together, answered together: the connection pipelines them.
  const [page, counted] = await Promise.all([readRows(tx, source, order, window), window.total ?? count(tx)])
  return { ...counted, ...page }
}

/** A page of rows in this order. */
export async function readRows<Columns extends object>(
  tx: ReadTx,
  source: ListSource<Columns>,
  order: ListOrder,
  window: PageWindow,
): Promise<RowsOfPage<ListRow<Columns>>> {
  // One row more than the page shows: whether there is another page.
  const limit = window.size + 1
  const rows = isMerged(source, order)
    ? await execute(tx, source, pageStatement(source, order, { ...window, limit }))
    : await readSegments(tx, source, order, window)
  return cutPage(rows, window.size)
}

function cutPage<Row extends Place>(rows: Row[], size: number): RowsOfPage<Row> {
  if (rows.length <= size) return { rows, last: null }
  const page = rows.slice(0, size)
  const end = page.at(-1)
  return { rows: page, last: end ? positionOf(end) : null }
}

const positionOf = ({ row_segment: segment, row_key: key, row_id: id }: Place): ListPosition => ({
  segment,
  key,
  id,
})

/** One segment after the other, until the page is full. */
async function readSegments<Columns extends object>(
  tx: ReadTx,
  source: ListSource<Columns>,
  order: ListOrder,
  { size, offset, after }: PageWindow,
): Promise<ListRow<Columns>[]> {
  const found: ListRow<Columns>[] = []
  let skipped = offset
  for (let index = after?.segment ?? 0; index < order.segments.length; index += 1) {
    const limit = size + 1 - found.length
    const window = { limit, offset: skipped, after: index === after?.segment ? after : null }
    const rows = await execute(tx, source, segmentStatement(source, order, index, window))
    found.push(...rows)
    if (found.length > size || index === order.segments.length - 1) return found
    // A withRunNumber page may begin beyond this segment; how long it is, is asked only then.
    skipped = skipped > 0 && rows.length === 0 ? skipped - (await lengthOf(tx, source, order, index)) : 0
  }
  return found
}

async function execute<Columns extends object>(
  tx: ReadTx,
  source: ListSource<Columns>,
  statement: Fragment,
): Promise<ListRow<Columns>[]> {
  const { rows } = await sql<ListRow<Columns>>`${planOf(source)}${statement}`.execute(tx)
  return rows
}

interface Limits {
  readonly limit: number
  readonly offset: number
  readonly after: ListPosition | null
}

/** Rows (row_id, row_key, row_segment and the columns) of an order whose segments are merged. */
export function pageStatement(source: ListSource, order: ListOrder, limits: Limits): Fragment {
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const bySegment = order.merge === 'by key and segment' ? sql`row_segment ${direction},` : sql``
  const inOrder = sql`order by sort_key ${direction}, ${bySegment} row_id ${direction}`
  const merged = mergeFewOfMany(source, order, limits, inOrder) ?? mergeAll(source, order, limits)
  const rows = sql`select * from (${merged}) merged ${inOrder} limit ${limits.limit} offset ${limits.offset}`
  const { columns, runs } = source
  if (!columns || !runs?.keys) return rows
  return sql`select page.row_id, page.row_key, page.row_segment, ${columns}
    from (${rows}) page ${runs.keys.page} ${inOrder}`
}

/** A whole page of each run of each segment. */
function mergeAll(source: ListSource, order: ListOrder, { limit, offset, after }: Limits): Fragment {
  const branches = order.segments.map((_, index) => {
    const window = { limit: limit + offset, offset: 0, after }
    return sql`(${eachRun(source, segmentStatement(source, order, index, window))})`
  })
  return sql.join(branches, sql` union all `)
}

// A whole page of so few runs is read as quickly.
const manyRuns = 5

/**
 * A few rows of each run, and a whole page only of the runs that may have more on it: those whose few rows all come
 * before the row that the page would end with. Null where it does not serve.
 */
function mergeFewOfMany(
  source: ListSource,
  order: ListOrder,
  { limit, offset, after }: Limits,
  inOrder: Fragment,
): Fragment | null {
  const { runs } = source
  if (!runs?.many || runs.many.count < manyRuns || order.segments.length > 1 || offset > 0) return null
  const { values, many } = runs
  const few = Math.min(limit, Math.ceil((3 * limit) / many.count) + 3)
  const rowsOfRun = (most: number) => segmentStatement(source, order, 0, { limit: most, offset: 0, after })
  const withRunNumber = (statement: Fragment) =>
    sql`select ${many.number} as run_number, run.* from ${values} cross join lateral (${statement}) run`
  const beyond = sql.raw(order.descending ? '<' : '>')
  const place = order.segments[0].key ? sql`(few.sort_key, few.row_id)` : sql`few.row_id`
  const end = order.segments[0].key ? sql`(page_end.sort_key, page_end.row_id)` : sql`page_end.row_id`
  return sql`with few as materialized (${withRunNumber(rowsOfRun(few))}),
    page_end as (select sort_key, row_id from few ${inOrder} limit 1 offset ${limit - 1}),
    longer as (
      select run_number from few left join page_end on true
      group by run_number having count(*) = ${few} and not coalesce(bool_or(${place} ${beyond} ${end}), false))
    select * from few where run_number not in (select run_number from longer)
    union all ${withRunNumber(rowsOfRun(limit))} where ${many.number} in (select run_number from longer)`
}

/** The statement once for each run of the index. */
const eachRun = ({ runs }: ListSource, statement: Fragment): Fragment =>
  runs ? sql`select run.* from ${runs.values} cross join lateral (${statement}) run` : statement

export function segmentStatement(
  source: ListSource,
  order: ListOrder,
  index: number,
  { limit, offset, after }: Limits,
): Fragment {
  const { from, where, id, key, constant, shiftDays = 0 } = segmentOf(source, order, index)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const onward = after ? [isAfter(source, order, index, after)] : []
  const shown = key && (shiftDays === 0 ? key : sql`${key} + ${shiftDays}::int`)
  // Only what is merged is sorted again.
  const sortKey = isMerged(source, order) ? sql`, ${shown ?? sql`null::bigint`} as sort_key` : sql``
  const columns = source.columns && !source.runs?.keys ? sql`, ${source.columns}` : sql``
  const leading = key ?? constant
  const orderBy = leading ? sql`${leading} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`
  return sql<
    Place & Record<string, unknown>
  >`select ${id} as row_id, ${shown ? sql`(${shown})::text` : sql`null::text`} as row_key,
      ${sql.raw(String(index))} as row_segment ${sortKey} ${columns}
    from ${from} where ${allOf([...where, ...onward])}
    order by ${orderBy} limit ${limit} offset ${offset}`
}

/** The segment with what it takes from its source. */
function segmentOf(source: ListSource, order: ListOrder, index: number) {
  const rows = source.runs?.keys?.from ?? source.from
  const { from = rows, id = source.id, where = [], ...segment }: Segment = order.segments[index] ?? {}
  const run = source.runs ? [source.runs.where] : []
  return { ...segment, from, id, where: [...source.conditions, ...run, ...where] }
}

/** What of a segment lies beyond this position. */
function isAfter(
  source: ListSource,
  order: ListOrder,
  index: number,
  { segment, key: reached, id: reachedId }: ListPosition,
): Fragment {
  const { id, key, shiftDays = 0 } = segmentOf(source, order, index)
  const beyond = sql.raw(order.descending ? '<' : '>')
  if (!key)
    return allOf((source.idColumns ?? [id]).map((column) => sql`${column} ${beyond} ${reachedId}::bigint`))
  const type = sql.raw(order.keyType)
  const edge = shiftDays === 0 ? sql`${reached}::${type}` : sql`${reached}::${type} - ${shiftDays}::int`
  const place = order.merge === 'by key and segment' ? index - segment : 0
  if (place === 0) return sql`(${key}, ${id}) ${beyond} (${edge}, ${reachedId}::bigint)`
  const isAhead = order.descending ? place < 0 : place > 0
  return isAhead ? sql`${key} ${beyond}= ${edge}` : sql`${key} ${beyond} ${edge}`
}

async function lengthOf(tx: ReadTx, source: ListSource, order: ListOrder, index: number): Promise<number> {
  const { from, where } = segmentOf(source, order, index)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${from} where ${allOf(where)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** How many rows there are, up to a cap: nobody pages further, and counting on would cost more than the page. */
export async function countRows(tx: ReadTx, source: ListSource, cap = usualCap): Promise<Total> {
  const where = source.runs ? [...source.conditions, source.runs.where] : source.conditions
  const found = sql`select from ${source.from} where ${allOf(where)} limit ${cap + 1}`
  const { rows } = await sql<{ total: number }>`${planOf(source)}
    select count(*)::int as total from (select from (${eachRun(source, found)}) each_run limit ${cap + 1}) found`.execute(
    tx,
  )
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, cap), totalIsExact: total <= cap }
}

/** All rows of a list, so many at a time: for files. */
export async function* readBatches<Columns extends object>(
  tx: ReadTx,
  { source, order }: Listing<Columns>,
  size: number,
): AsyncGenerator<ListRow<Columns>[]> {
  for (let after: ListPosition | null = null; ;) {
    const page: RowsOfPage<ListRow<Columns>> = await readRows(tx, source, order, { size, offset: 0, after })
    if (page.rows.length > 0) yield page.rows
    if (page.last === null) return
    after = page.last
  }
}
