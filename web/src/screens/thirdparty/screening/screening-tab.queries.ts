import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../../api/index.ts'
import { partKey, type ThirdPartyIds } from '../thirdparty.queries.ts'

export type Run = Row<'listScreeningRuns'>

const pageSize = 10

export const runsQuery = (ids: ThirdPartyIds) =>
  infiniteQueryOptions({
    queryKey: partKey(ids, 'screening-runs'),
    queryFn: ({ pageParam, signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/screening/runs', {
        path: ids,
        query: { size: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export const companyHitsQuery = ({ accountId, thirdpartyId }: ThirdPartyIds) =>
  infiniteQueryOptions({
    queryKey: partKey({ accountId, thirdpartyId }, 'screening-hits'),
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/screening/hits', {
        query: { thirdpartyId, size: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
