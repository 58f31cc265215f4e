import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  completeUntil,
  matchingResources,
  type EventFilter,
  type EventPosition,
} from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import {
  conditionsOf,
  isCounted,
  legsOf,
  settled,
  type Leg,
  type PortfolioFilter,
  type PortfolioPosition,
  type PortfolioSort,
  type SettledFilter,
} from './portfolio-filter.ts'

export interface PortfolioPage {
  /** Rows as the database wrote them: JSON texts, joined into the answer without being parsed. */
  wires: string[]
  total: number
  totalIsExact: boolean
}

export interface PortfolioRequest {
  filter: PortfolioFilter
  sort: PortfolioSort
  size: number
  offset: number
  after: PortfolioPosition | null
  attributes: ThirdPartyAttributes
}

const countCap = 10_000
// Each row of such a search is asked whether it has the word or the value, so fewer of them are counted.
const commonCap = 2_000
const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)
const withSummary = sql`left join thirdparty_summary s
  on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id`

interface Row {
  wire: string
  summary: string | null
  thirdparty_id: number
}

export async function listPortfolio(
  tx: ReadTx,
  scope: Scope,
  request: PortfolioRequest,
): Promise<PortfolioPage & { last: PortfolioPosition | null }> {
  const { size, attributes } = request
  const filter = await settled(tx, scope, request.filter, attributes)
  const legs = await legsOf(tx, scope, request.sort, attributes)
  const rows = walked(tx, { legs, conditions: conditionsOf(scope, filter), ...request })
  // Sent together, answered together: the connection pipelines them.
  const [found, counted] = await Promise.all([rows, countPortfolio(tx, scope, filter)])
  const page = found.slice(0, size)
  const end = found.length > size ? page.at(-1) : undefined
  return {
    ...counted,
    wires: page.map((row) => `${opened(row)}}`),
    last: end ? { key: end.key, thirdpartyId: end.thirdparty_id } : null,
  }
}

interface Walk extends Pick<PortfolioRequest, 'size' | 'offset' | 'after'> {
  legs: readonly [Leg, ...Leg[]]
  conditions: RawBuilder<unknown>[]
}

type KeyedRow = Row & { key: string | null }

/** One row more than the page shows: whether there is another page. */
async function walked(tx: ReadTx, walk: Walk): Promise<KeyedRow[]> {
  const { legs, after, offset } = walk
  const [first, second] = legs
  if (!second) return stretch(tx, first, walk)
  const wanted = walk.size + 1
  const passed = after !== null && after.key === null
  const found = passed ? [] : await stretch(tx, first, walk)
  if (found.length === wanted) return found
  // A numbered page may begin beyond all that have a value; how many they are is asked only then.
  const skipped = offset > 0 && found.length === 0 ? offset - (await lengthOf(tx, first, walk)) : 0
  const rest = { ...walk, size: walk.size - found.length, offset: skipped, after: passed ? after : null }
  return [...found, ...(await stretch(tx, second, rest))]
}

async function stretch(tx: ReadTx, leg: Leg, { conditions, size, offset, after }: Walk): Promise<KeyedRow[]> {
  const wanted = [...conditions, ...leg.where, ...(after ? [leg.after(after)] : [])]
  const { rows } = await sql<KeyedRow>`
    select t.wire, s.wire as summary, t.thirdparty_id, ${leg.key} as key
    from ${leg.from} ${withSummary}
    where ${and(wanted)}
    order by ${leg.orderBy} limit ${size + 1} offset ${offset}`.execute(tx)
  return rows
}

async function lengthOf(tx: ReadTx, leg: Leg, { conditions }: Walk): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${leg.from} ${withSummary}
    where ${and([...conditions, ...leg.where])}`.execute(tx)
  return rows[0]?.total ?? 0
}

type Count = Pick<PortfolioPage, 'total' | 'totalIsExact'>

async function countPortfolio(tx: ReadTx, scope: Scope, filter: SettledFilter): Promise<Count> {
  const { archived } = filter
  const cap = filter.q?.isCommon || filter.attributes ? commonCap : countCap
  const size = sql<{ total: number }>`
    select coalesce(sum(total), 0)::bigint as total from portfolio_size
    where account_id = ${scope.accountId} and (${archived}::boolean is null or archived = ${archived})`
  const some = sql<{ total: number }>`
    select count(*) as total from (
      select from thirdparty t ${(filter.criticality ?? filter.dossierStatus) ? withSummary : sql``}
      where ${and(conditionsOf(scope, filter))} limit ${cap + 1}) found`
  const { rows } = await (isCounted(filter) ? size : some).execute(tx)
  const total = rows[0]?.total ?? 0
  return isCounted(filter) || total <= cap
    ? { total, totalIsExact: true }
    : { total: cap, totalIsExact: false }
}

export interface EventPageRequest {
  filter: PortfolioFilter
  events: EventFilter
  size: number
  offset: number
  after: EventPosition | null
  attributes: ThirdPartyAttributes
}

interface MatchRow extends Row {
  occurred_at: Date
  first_at: string
  last_at: string
  matches: number
}

/** Third parties with a matching event, the latest match first, each with what matched. */
export async function listByEvents(
  tx: ReadTx,
  scope: Scope,
  request: EventPageRequest,
): Promise<PortfolioPage & { last: EventPosition | null; completeUntil: Date }> {
  const { events, size } = request
  const filter = await settled(tx, scope, request.filter, request.attributes)
  const until = await completeUntil(tx, scope, events.end)
  const search = { resource: 'THIRD_PARTY' as const, filter: events, after: request.after }
  const rows = sql<MatchRow>`
    select t.wire, t.summary, t.thirdparty_id, m.occurred_at, e.first_at, e.last_at, e.matches
    from (${matchingResources(scope, search)}) m
    join lateral (select t.wire, s.wire as summary, t.thirdparty_id from thirdparty t ${withSummary}
      where t.thirdparty_id = m.resource_id and ${and(conditionsOf(scope, filter))} offset 0) t on true
    cross join lateral (
      select wire_time(min(e.occurred_at)) as first_at, wire_time(max(e.occurred_at)) as last_at,
             count(*)::int as matches
      from event e where ${occurred(scope, events)} and e.resource_id = m.resource_id
        and (e.event_type + 0) = any(${[...events.types]}::int[])) e
    order by m.occurred_at desc, m.resource_id desc
    limit ${size + 1} offset ${request.offset}`.execute(tx)
  const [found, counted] = await Promise.all([rows, countMatching(tx, scope, { events, filter })])
  const page = found.rows.slice(0, size)
  const end = found.rows.length > size ? page.at(-1) : undefined
  return {
    ...counted,
    wires: page.map(withMatches),
    last: end ? { occurredAt: end.occurred_at, resourceId: end.thirdparty_id } : null,
    completeUntil: until,
  }
}

/** Third parties among at most 10,000 matching events: a bounded price for an honest total. */
async function countMatching(
  tx: ReadTx,
  scope: Scope,
  { events, filter }: { events: EventFilter; filter: SettledFilter },
): Promise<Count> {
  const { rows } = await sql<{ events: number; total: number }>`
    with matched as materialized (
      select e.resource_id from event e
      where ${occurred(scope, events)} and e.event_type = any(${[...events.types]}::int[])
      limit ${countCap + 1})
    select (select count(*) from matched) as events, (
      select count(*) from (select distinct resource_id from matched) m
      join thirdparty t on t.thirdparty_id = m.resource_id ${withSummary}
      where ${and(conditionsOf(scope, filter))}) as total`.execute(tx)
  const [row] = rows
  return { total: row?.total ?? 0, totalIsExact: (row?.events ?? 0) <= countCap }
}

function occurred({ accountId }: Scope, events: EventFilter): RawBuilder<unknown> {
  return sql`e.account_id = ${accountId} and e.resource_type = 1
    and e.occurred_at >= ${events.start} and e.occurred_at < ${events.end}`
}

/** A condition on `t` for walks that do not follow the order of events. */
export function hasEvent(scope: Scope, events: EventFilter): RawBuilder<unknown> {
  return sql`exists (select from event e where ${occurred(scope, events)} and e.resource_id = t.thirdparty_id
    and (e.event_type + 0) = any(${[...events.types]}::int[]))`
}

// What a third party shows that no slice has said anything about yet.
const emptySummary =
  '{"criticality":null,"dossierStatus":null,"indicators":{"LEGAL_COMPLIANCE":null,"FINANCIAL_RISK":null,' +
  '"CYBERSECURITY":null,"ENVIRONMENTAL_IMPACT":null},"openRequests":null,"nextExpiry":null}'

/** The row as text, up to where more members may follow. */
function opened({ wire, summary }: Row): string {
  return `${wire.slice(0, -1)},"summary":${summary ?? emptySummary}`
}

function withMatches(row: MatchRow): string {
  const matched = { first: row.first_at, last: row.last_at, count: row.matches }
  return `${opened(row)},"matchedEvents":${JSON.stringify(matched)}}`
}
