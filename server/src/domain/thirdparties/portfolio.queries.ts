import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import type { EventFilter } from '../../platform/journal/index.ts'
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
} from './portfolio-filter.ts'
import { countPortfolio, type PortfolioTotal } from './portfolio-count.ts'
import { countMatched, matched, withMatches } from './portfolio-events.queries.ts'
import { opened, withAttributes, type PortfolioRow } from './portfolio-row.ts'

export interface PortfolioPage extends PortfolioTotal {
  /** Rows as the database wrote them: JSON texts, joined into the answer without being parsed. */
  wires: string[]
}

export interface PortfolioRequest {
  filter: PortfolioFilter
  sort: PortfolioSort
  size: number
  offset: number
  after: PortfolioPosition | null
  attributes: ThirdPartyAttributes
  /** Codes of the attributes whose values the rows show. */
  shown: readonly string[]
  /** Only those on which these events occurred, each row with what matched. */
  events: EventFilter | null
}

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

export async function listPortfolio(
  tx: ReadTx,
  scope: Scope,
  request: PortfolioRequest,
): Promise<PortfolioPage & { last: PortfolioPosition | null }> {
  const { size, attributes } = request
  const filter = await settled(tx, scope, request.filter, attributes)
  const legs = await legsOf(tx, scope, { sort: request.sort, filter }, attributes)
  const { events } = request
  const own = conditionsOf(scope, filter)
  const conditions = events ? [...own, await matched(tx, scope, events)] : own
  // What is asked most has one plan for everybody.
  const planned = events === null && isCounted(filter) ? sql`` : plannedAnew
  const rows = walked(tx, { legs, conditions, planned, ...request })
  const counting = events ? countMatched(tx, scope, events, filter) : countPortfolio(tx, scope, filter)
  // Sent together, answered together: the connection pipelines them.
  const [found, counted] = await Promise.all([rows, counting])
  const shown = { known: attributes, codes: request.shown }
  const page = await withAttributes(tx, scope, found.slice(0, size), shown)
  const end = found.length > size ? page.at(-1) : undefined
  return {
    ...counted,
    wires: events ? await withMatches(tx, scope, events, page) : page.map((row) => `${opened(row)}}`),
    last: end ? { key: end.key, thirdpartyId: end.thirdparty_id } : null,
  }
}

interface Walk extends Pick<PortfolioRequest, 'size' | 'offset' | 'after'> {
  legs: readonly [Leg, ...Leg[]]
  conditions: RawBuilder<unknown>[]
  /** How the statement begins. */
  planned: RawBuilder<unknown>
}

type KeyedRow = PortfolioRow & { key: string | null }

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

async function stretch(tx: ReadTx, leg: Leg, walk: Walk): Promise<KeyedRow[]> {
  const { conditions, planned, size, offset, after } = walk
  const wanted = [...conditions, ...leg.where, ...(after ? [leg.after(after)] : [])]
  const { rows } = await sql<KeyedRow>`${planned}
    select t.wire, s.wire as summary, t.thirdparty_id, ${leg.key} as key
    from ${leg.from}
    where ${and(wanted)}
    order by ${leg.orderBy} limit ${size + 1} offset ${offset}`.execute(tx)
  return rows
}

async function lengthOf(tx: ReadTx, leg: Leg, { conditions }: Walk): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${leg.from}
    where ${and([...conditions, ...leg.where])}`.execute(tx)
  return rows[0]?.total ?? 0
}
