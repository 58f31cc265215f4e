import { api, type Body, type Query } from '../../../api/index.ts'
import { filterQuery, type PortfolioSearch } from '../list/portfolio-search.ts'

export type Placing = Body<'placeThirdParties'>['how']
export const placings = ['ADD', 'MOVE', 'REMOVE'] as const satisfies readonly Placing[]

export interface Place {
  unitId: number
  how: Placing
  /** Null for all that the filters let through. */
  ids: readonly number[] | null
}

const mostIds = 1_000

/** In as many calls as it takes until it is stopped; told after each how many were changed so far. */
export async function placeCompanies(
  accountId: number,
  search: PortfolioSearch,
  { unitId, how, ids }: Place,
  { onMoved, signal }: { onMoved: (moved: number) => void; signal: AbortSignal },
): Promise<number> {
  const path = { unitId }
  let moved = 0
  if (ids === null) {
    const { sort: _order, ...filters } = filterQuery(search)
    const query = filters as Query<'placeMatchingThirdParties'>
    for (let more = true; more && !signal.aborted;) {
      const answer = await api
        .account(accountId)
        .post('/units/{unitId}/thirdparties/matching', { path, query, body: { how } })
      more = answer.more
      onMoved((moved += answer.moved))
    }
    return moved
  }
  for (let at = 0; at < ids.length && !signal.aborted; at += mostIds) {
    const body = { how, thirdpartyIds: ids.slice(at, at + mostIds) }
    const answer = await api.account(accountId).post('/units/{unitId}/thirdparties', { path, body })
    onMoved((moved += answer.moved))
  }
  return moved
}
