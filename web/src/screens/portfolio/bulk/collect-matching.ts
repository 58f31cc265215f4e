import { api, type Query } from '../../../api/index.ts'
import { filterQuery, type PortfolioSearch } from '../list/portfolio-search.ts'
import { nameOf } from '../list/name-of.ts'
import type { Target } from './run-all.ts'

/** One browser does the work, a request for each: there is an end to what it can be asked at once. */
export const mostAtOnce = 5_000
const pageSize = 500

export interface CollectOptions {
  signal: AbortSignal
  onFound: (count: number) => void
}

/** All that the filters let through, before any of them is changed: a change may move them out of the list. */
export async function collectMatching(
  accountId: number,
  search: PortfolioSearch,
  { signal, onFound }: CollectOptions,
): Promise<Target[]> {
  const { sort: _order, ...filters } = filterQuery(search)
  const found: Target[] = []
  let cursor: string | undefined
  do {
    const query = { ...filters, size: pageSize, cursor } as Query<'listThirdParties'>
    const page = await api.account(accountId).get('/thirdparties', { query, signal })
    found.push(...page.content.map((row) => ({ thirdpartyId: row.thirdpartyId, name: nameOf(row) })))
    onFound(found.length)
    cursor = page.next ?? undefined
  } while (cursor !== undefined && found.length < mostAtOnce)
  return found.slice(0, mostAtOnce)
}
