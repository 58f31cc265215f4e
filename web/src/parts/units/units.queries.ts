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
      const query = { size: pageSize, withCounts }
      for await (const unit of api.account(accountId).items('/units', { query, signal })) found.push(unit)
      return found
    },
    staleTime: withCounts ? 0 : fresh,
  })
