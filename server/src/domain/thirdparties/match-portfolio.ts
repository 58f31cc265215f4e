import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import { hasMatch, type EventFilter } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { portfolioListing, type PortfolioRequest } from './portfolio-listing.ts'
import { eventsOf, filterOf, FilterQuery, portfolioSort } from './portfolio-query.ts'
import type { RatingBands } from './summary-parameters.ts'

/** The filters and the order of the list, asked of something else than its pages. */
export interface MatchRequest extends PortfolioRequest {
  readonly events: EventFilter | null
}

export interface MatchDeps {
  readonly maxEventRangeDays: number | null
  readonly attributes: ThirdPartyAttributes
  readonly ratingBands: RatingBands
}

export function matchRequest(
  query: Static<typeof FilterQuery>,
  { maxEventRangeDays, attributes, ratingBands }: MatchDeps,
): MatchRequest {
  return {
    events: eventsOf(query, { maxDays: maxEventRangeDays, required: false }),
    filter: filterOf(query, { declared: FilterQuery.properties, bands: ratingBands }),
    sort: portfolioSort(query),
    attributes,
  }
}

/** The list with the events as conditions, so that all of it can be read at once. */
export async function matchingListing(tx: ReadTx, scope: Scope, { events, ...request }: MatchRequest) {
  const { source, order } = await portfolioListing(tx, scope, request)
  const search = events && { resource: 'THIRD_PARTY' as const, filter: events }
  const matching = search ? [hasMatch(scope, search, source.id)] : []
  return { order, source: { ...source, conditions: [...source.conditions, ...matching] } }
}

interface Among {
  /** On `t`. */
  readonly condition: RawBuilder<unknown>
  readonly limit: number
}

/** Those that match, oldest first, up to a limit: for whoever acts on all of them. */
export async function findMatching(
  tx: ReadTx,
  scope: Scope,
  request: MatchRequest,
  { condition, limit }: Among,
): Promise<number[]> {
  const { source } = await matchingListing(tx, scope, request)
  const { rows } = await sql<{ id: number }>`${plannedAnew} select ${source.id} as id from ${source.from}
    where ${sql.join([...source.conditions, condition], sql` and `)} order by 1 limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
