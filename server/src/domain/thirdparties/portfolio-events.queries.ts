import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  countMatches,
  eventMatches,
  hasMatch,
  matchCondition,
  pageByEvents,
  type EventFilter,
  type EventMatch,
  type EventPosition,
  type EventSource,
} from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { conditionsOf, settled, type PortfolioFilter, type SettledFilter } from './portfolio-filter.ts'
import { opened, withAttributes, withSummary, type PortfolioRow } from './portfolio-row.ts'

const resource = 'THIRD_PARTY'
const id = sql`t.thirdparty_id`

export interface EventPageRequest {
  filter: PortfolioFilter
  events: EventFilter
  size: number
  offset: number
  after: EventPosition | null
  attributes: ThirdPartyAttributes
  shown: readonly string[]
}

export interface PortfolioEventPage {
  wires: string[]
  total: number
  totalIsExact: boolean
  last: EventPosition | null
  matches: readonly EventMatch[]
}

/** Third parties with a matching event, the latest match first, each with what matched. */
export async function listByEvents(
  tx: ReadTx,
  scope: Scope,
  request: EventPageRequest,
): Promise<PortfolioEventPage> {
  const filter = await settled(tx, scope, request.filter, request.attributes)
  const columns = sql`t.wire, s.wire as summary, t.thirdparty_id`
  const source = { ...sourceOf(scope, filter), columns }
  const search = { resource, filter: request.events } as const
  const page = await pageByEvents<PortfolioRow>({ tx, scope, search, source }, request)
  const shown = { known: request.attributes, codes: request.shown }
  const rows = await withAttributes(tx, scope, page.rows, shown)
  return { ...page, matches: rows, wires: rows.map((row) => wireOf(row, row)) }
}

function sourceOf(scope: Scope, filter: SettledFilter): EventSource {
  return { id, from: sql`thirdparty t ${withSummary}`, conditions: conditionsOf(scope, filter) }
}

/** A condition on `t` for pages in another order than that of events. */
export function matched(tx: ReadTx, scope: Scope, filter: EventFilter): Promise<RawBuilder<unknown>> {
  return matchCondition(tx, scope, { resource, filter }, id)
}

/** The same, for walks through all of a portfolio. */
export function hasEvent(scope: Scope, filter: EventFilter): RawBuilder<unknown> {
  return hasMatch(scope, { resource, filter }, id)
}

/** Third parties among at most 10,000 matching events: a bounded price for an honest total. */
export function countMatched(tx: ReadTx, scope: Scope, events: EventFilter, filter: SettledFilter) {
  const { from, conditions } = sourceOf(scope, filter)
  const kept = sql`exists (select from ${from}
    where ${id} = m.resource_id and ${sql.join([...conditions], sql` and `)})`
  const isNarrowed = conditions.length > 1
  return countMatches(tx, scope, { resource, filter: events, ...(isNarrowed ? { kept } : {}) })
}

type Matched = Pick<EventMatch, 'first_at' | 'last_at' | 'matches'>

/** The rows as texts, each with what matched. */
export async function withMatches(
  tx: ReadTx,
  scope: Scope,
  filter: EventFilter,
  rows: readonly PortfolioRow[],
): Promise<string[]> {
  const ids = sql`${rows.map((row) => row.thirdparty_id)}::bigint[]`
  const found = await sql<Matched & { resource_id: number }>`
    select resource_id, wire_time(first_at) as first_at, wire_time(last_at) as last_at, matches
    from (${eventMatches(scope, { resource, filter }, ids)}) m`.execute(tx)
  const byId = new Map(found.rows.map((row) => [row.resource_id, row]))
  return rows.flatMap((row) => {
    const match = byId.get(row.thirdparty_id)
    return match ? [wireOf(row, match)] : []
  })
}

function wireOf(row: PortfolioRow, { first_at: first, last_at: last, matches: count }: Matched): string {
  return `${opened(row)},"matchedEvents":${JSON.stringify({ first, last, count })}}`
}
