import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { unitRuns, type JsonParts, type Listing } from '../../platform/lists/index.ts'
import { rowOwners } from '../teams/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { countPortfolio } from './portfolio-count.ts'
import {
  hasCounter,
  portfolioConditions,
  sightConditions,
  resolveFilter,
  type PortfolioFilter,
} from './portfolio-filter.ts'
import { plainPortfolio, portfolioOrder, withSummary, type PortfolioSort } from './portfolio-order.ts'

export interface PortfolioRequest {
  readonly filter: PortfolioFilter
  readonly sort: PortfolioSort
  readonly attributes: ThirdPartyAttributes
}

/** A row as the database wrote it: bytes of JSON, joined into the answer without being read. */
interface PortfolioRow {
  readonly wire: Buffer
  readonly summary: Buffer
}

const columns = sql<PortfolioRow>`t.wire::varchar as wire, s.wire::varchar as summary`

/** Which third parties a list shows, in which order and out of how many. */
export async function portfolioListing(
  tx: ReadTx,
  scope: Scope,
  { filter: asked, sort, attributes }: PortfolioRequest,
): Promise<Listing<PortfolioRow>> {
  const filter = await resolveFilter(tx, scope, asked, attributes)
  const runs = hasCounter(filter) ? runsOfUnits(scope, sort) : null
  return {
    order: await portfolioOrder(tx, scope, { sort, filter }, attributes),
    source: {
      from: plainPortfolio,
      id: sql`t.thirdparty_id`,
      ...(!runs && { idColumns: [sql`t.thirdparty_id`, sql`s.thirdparty_id`] }),
      columns,
      conditions: [...portfolioConditions(scope, filter), ...(runs ? [] : sightConditions(scope))],
      ...(runs && { runs }),
      // What is asked most has one plan for everybody. Any other order is planned for the account: one plan takes all
      // of them to be of middling size, where sorting everything is quicker than walking an index.
      planOnce: hasCounter(filter) && isByArrival(sort) && (runs !== null || scope.units === 'ALL'),
    },
    count: (on) => countPortfolio(on, scope, filter),
  }
}

const isByArrival = ({ field, summary, attribute }: PortfolioSort): boolean =>
  field === null && summary === null && attribute === null

/** Whoever sees some units reads a run of the index for each of their sets, and no row they may not see. */
function runsOfUnits(scope: Scope, { summary, attribute }: PortfolioSort) {
  const isAlongUnits = summary === null && attribute === null
  const runs = isAlongUnits ? unitRuns(scope, sql`t.unit_set_id`) : null
  if (!runs) return null
  const page = sql`join thirdparty t on t.account_id = ${scope.accountId} and t.thirdparty_id = page.row_id ${withSummary}`
  return { ...runs, keys: { from: sql`thirdparty t`, page } }
}

interface Shown {
  readonly known: ThirdPartyAttributes
  readonly codes: readonly string[]
  readonly withOwner: boolean
}

const beforeSummary = Buffer.from(',"summary":')
const end = Buffer.from('}')

/** The rows as JSON, with the values of these attributes and with their owners, each read in one question for all rows. */
export async function portfolioTexts(
  tx: ReadTx,
  scope: Scope,
  rows: readonly (PortfolioRow & { readonly row_id: number })[],
  { known, codes, withOwner }: Shown,
): Promise<JsonParts[]> {
  const ids = rows.map((row) => row.row_id)
  const values = codes.length === 0 ? null : await known.values(tx, scope, codes, ids)
  const owners = withOwner ? await rowOwners(tx, scope, 'THIRD_PARTY', ids) : null
  return rows.map(({ wire, summary, row_id: id }) => {
    const more = [
      ...(values === null ? [] : [Buffer.from(`,"attributes":${values.get(id) ?? '{}'}`)]),
      ...(owners === null ? [] : [Buffer.from(`,${JSON.stringify(owners.get(id) ?? {}).slice(1, -1)}`)]),
    ]
    return [wire.subarray(0, -1), beforeSummary, summary, ...more, end]
  })
}
