import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import type { ThirdPartyIds } from '../thirdparty.queries.ts'

const names = [
  'THIRD_PARTY_INFORMATION_UPDATED',
  'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
  'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
].join(',')

export const registerChangesQuery = (ids: ThirdPartyIds) =>
  infiniteQueryOptions({
    queryKey: ['thirdparty', ids.accountId, ids.thirdpartyId, 'register-changes'],
    queryFn: ({ pageParam, signal }) => {
      const query = { names, size: 10, ...(pageParam !== null && { cursor: pageParam }) }
      return api
        .account(ids.accountId)
        .get('/thirdparties/{thirdpartyId}/events', { path: ids, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })
