import { queryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type Unit = Row<'listUnits'>

const pageSize = 500
const fresh = 60_000

/** All units the reader sees. There is an end to them, and names are wanted of all at once. */
export const unitsQuery = (accountId: number, withCounts = false) =>
  queryOptions({
    queryKey: ['units', accountId, withCounts],
    queryFn: async ({ signal }) => {
      const found: Unit[] = []
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const query = { page, size: pageSize, withCounts }
        const answer = await api.account(accountId).get('/units', { query, signal })
        found.push(...answer.content)
        pages = answer.totalPages
      }
      return found
    },
    staleTime: withCounts ? 0 : fresh,
  })
