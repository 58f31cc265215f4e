import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { gathered, type FreeText } from './free-text.ts'
import {
  asksSummary,
  conditionsOf,
  isCounted,
  summaryConditions,
  type SettledFilter,
} from './portfolio-filter.ts'
import { withSummary } from './portfolio-row.ts'

export interface PortfolioTotal {
  total: number
  totalIsExact: boolean
}

const countCap = 10_000
// Each row of such a search is asked for its summary: as many are counted as the pages act on at once.
const lookedUpCap = 5_000
// Each row is asked for its word or its value.
const commonCap = 2_000

/** How many third parties pass a filter, up to a cap. */
export function countPortfolio(tx: ReadTx, scope: Scope, filter: SettledFilter): Promise<PortfolioTotal> {
  const { q, attributes } = filter
  if (isCounted(filter)) return countAll(tx, scope, filter)
  if (q?.isCommon && isOnly(filter, ['q'])) return countGathered(tx, scope, filter, q)
  if (asksSummary(filter) && isOnly(filter, summaryNames)) return countSummaries(tx, scope, filter)
  const slow = q?.isCommon || attributes ? commonCap : null
  const cap = slow ?? (asksSummary(filter) ? lookedUpCap : countCap)
  const found = sql`select from thirdparty t ${asksSummary(filter) ? withSummary : sql``}
    where ${sql.join(conditionsOf(scope, filter), sql` and `)} limit ${cap + 1}`
  return countFound(tx, found, cap)
}

const summaryNames: readonly (keyof SettledFilter)[] = [
  'criticality',
  'dossierStatus',
  'ratings',
  'expiresBefore',
]

/** Whether nothing else is asked for, but perhaps that they are not archived. */
function isOnly(filter: SettledFilter, names: readonly (keyof SettledFilter)[]): boolean {
  const { archived, ...others } = filter
  const asked = Object.entries(others).filter(([, value]) => value !== null)
  return archived !== true && asked.every(([name]) => names.some((one) => one === name))
}

async function countAll(tx: ReadTx, { accountId }: Scope, { archived }: SettledFilter) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::bigint as total from portfolio_total
    where account_id = ${accountId} and (${archived}::boolean is null or archived = ${archived})`.execute(tx)
  return { total: rows[0]?.total ?? 0, totalIsExact: true }
}

async function countFound(tx: ReadTx, found: RawBuilder<unknown>, cap: number): Promise<PortfolioTotal> {
  const { rows } = await sql<{ total: number }>`${plannedAnew}
    select count(*) as total from (${found}) found`.execute(tx)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, cap), totalIsExact: total <= cap }
}

/** Along the indexes of the summaries: few are archived, so those are looked up and the others not. */
function countSummaries(tx: ReadTx, scope: Scope, filter: SettledFilter): Promise<PortfolioTotal> {
  const wanted = [sql`s.account_id = ${scope.accountId}`, ...summaryConditions(filter)]
  const found = sql`select from thirdparty_summary s
    where ${sql.join(wanted, sql` and `)} ${unlessArchived(scope, filter, 's.thirdparty_id')}
    limit ${countCap + 1}`
  return countFound(tx, found, countCap)
}

/** A company may have several words that begin so: more are gathered than are counted. */
async function countGathered(
  tx: ReadTx,
  scope: Scope,
  filter: SettledFilter,
  text: FreeText,
): Promise<PortfolioTotal> {
  const most = commonCap * 4
  const { rows } = await sql<{ total: number; all: number | null }>`${plannedAnew}
    select count(distinct g.id)::int as total, max(g.all)::int as all
    from (select id, count(*) over () as all from (${gathered(scope, text, most)}) ways) g
    where true ${unlessArchived(scope, filter, 'g.id')}`.execute(tx)
  const { total = 0, all = 0 } = rows[0] ?? {}
  return { total: Math.min(total, commonCap), totalIsExact: total <= commonCap && (all ?? 0) < most }
}

function unlessArchived({ accountId }: Scope, { archived }: SettledFilter, id: string): RawBuilder<unknown> {
  if (archived === null) return sql``
  return sql`and not exists (select from thirdparty a where a.account_id = ${accountId}
    and a.thirdparty_id = ${sql.ref(id)} and a.archived_at is not null)`
}
