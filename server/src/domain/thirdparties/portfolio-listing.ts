import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { JsonParts, Listing } from '../../platform/lists/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { countPortfolio } from './portfolio-count.ts'
import { hasCounter, portfolioConditions, resolveFilter, type PortfolioFilter } from './portfolio-filter.ts'
import { plainPortfolio, portfolioOrder, type PortfolioSort } from './portfolio-order.ts'

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
  return {
    order: await portfolioOrder(tx, scope, { sort, filter }, attributes),
    source: {
      from: plainPortfolio,
      id: sql`t.thirdparty_id`,
      columns,
      conditions: portfolioConditions(scope, filter),
      // What is asked most has one plan for everybody.
      planOnce: hasCounter(filter),
    },
    count: (on) => countPortfolio(on, scope, filter),
  }
}

interface ShownAttributes {
  readonly known: ThirdPartyAttributes
  readonly codes: readonly string[]
}

const beforeSummary = Buffer.from(',"summary":')
const end = Buffer.from('}')

/** The rows as JSON, with the values of these attributes, read in one question for all of them. */
export async function portfolioTexts(
  tx: ReadTx,
  scope: Scope,
  rows: readonly (PortfolioRow & { readonly row_id: number })[],
  { known, codes }: ShownAttributes,
): Promise<JsonParts[]> {
  const ids = rows.map((row) => row.row_id)
  const values = codes.length === 0 ? null : await known.values(tx, scope, codes, ids)
  return rows.map(({ wire, summary, row_id: id }) => {
    const close = values === null ? end : Buffer.from(`,"attributes":${values.get(id) ?? '{}'}}`)
    return [wire.subarray(0, -1), beforeSummary, summary, close]
  })
}
