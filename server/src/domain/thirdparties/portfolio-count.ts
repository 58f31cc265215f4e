import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { countRows, type Total } from '../../platform/lists/index.ts'
import { selectCandidates, type FreeText } from './free-text.ts'
import {
  hasCounter,
  isOnlyBy,
  needsOnlySummary,
  needsSummary,
  portfolioConditions,
  sightConditions,
  summaryConditions,
  type ResolvedFilter,
} from './portfolio-filter.ts'
import { plainPortfolio } from './portfolio-order.ts'

const countCap = 10_000
// Each row of such a search is asked for its summary: as many are counted as the pages act on at once.
const lookedUpCap = 5_000
// Each row is asked for its word, its owner or its value.
const commonCap = 2_000
// Of a word that leads to thousands: counting must cost less than the page.
const gatheredCap = 1_000

/** How many third parties pass a filter, up to a cap. */
export function countPortfolio(tx: ReadTx, scope: Scope, filter: ResolvedFilter): Promise<Total> {
  const { q, owner, attributes } = filter
  if (hasCounter(filter)) return countAll(tx, scope, filter)
  // Words are counted without their companies, which only whoever sees all may do.
  if (q?.isCommon && isOnlyBy(filter, ['q']) && scope.units === 'ALL')
    return countGathered(tx, scope, filter, q)
  if (needsOnlySummary(filter)) return countSummaries(tx, scope, filter)
  const slow = q?.isCommon || owner || attributes ? commonCap : null
  const withSummaries = needsSummary(filter)
  const source = {
    id: sql`t.thirdparty_id`,
    from: withSummaries ? plainPortfolio : sql`thirdparty t`,
    conditions: [...portfolioConditions(scope, filter), ...sightConditions(scope)],
  }
  return countRows(tx, source, slow ?? (withSummaries ? lookedUpCap : countCap))
}

async function countAll(tx: ReadTx, { accountId, units }: Scope, { archived = null }: ResolvedFilter) {
  const seen = units === 'ALL' ? sql`` : sql`and unit_set = any(${[...units]}::bigint[])`
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::bigint as total from portfolio_total
    where account_id = ${accountId} ${seen}
      and (${archived}::boolean is null or archived = ${archived})`.execute(tx)
  return { total: rows[0]?.total ?? 0, totalIsExact: true }
}

/** Along the indexes of the summaries: few are archived, so those are looked up and the others not. */
function countSummaries(tx: ReadTx, scope: Scope, filter: ResolvedFilter): Promise<Total> {
  const own = [sql`s.account_id = ${scope.accountId}`, ...summaryConditions(scope, filter)]
  const conditions = [...own, isNotArchived(scope, filter, 's.thirdparty_id')]
  return countRows(tx, { id: sql`s.thirdparty_id`, from: sql`thirdparty_summary s`, conditions }, countCap)
}

/** A company may have several words that begin so: more are gathered than are counted. */
async function countGathered(
  tx: ReadTx,
  scope: Scope,
  filter: ResolvedFilter,
  text: FreeText,
): Promise<Total> {
  const most = gatheredCap * 2
  const { rows } = await sql<{ total: number; all: number | null }>`${plannedAnew}
    select count(distinct g.id)::int as total, max(g.all)::int as all
    from (select id, count(*) over () as all from (${selectCandidates(scope, text, most)}) ways) g
    where ${isNotArchived(scope, filter, 'g.id')}`.execute(tx)
  const { total = 0, all = 0 } = rows[0] ?? {}
  return { total: Math.min(total, gatheredCap), totalIsExact: total <= gatheredCap && (all ?? 0) < most }
}

function isNotArchived({ accountId }: Scope, { archived }: ResolvedFilter, id: string): RawBuilder<unknown> {
  if (archived === null || archived === undefined) return sql`true`
  return sql`not exists (select from thirdparty a where a.account_id = ${accountId}
    and a.thirdparty_id = ${sql.ref(id)} and a.archived_at is not null)`
}
