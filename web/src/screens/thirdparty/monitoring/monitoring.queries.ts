import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import { partKey, type Monitoring, type ThirdPartyIds } from '../thirdparty.queries.ts'

export const monitoringQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'monitoring'),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/monitoring', { path: ids, signal }),
  })

export const receivedValuesQuery = (ids: ThirdPartyIds, provider: Monitoring['provider']) =>
  queryOptions({
    queryKey: partKey(ids, 'monitoring', provider),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/monitoring/{provider}/values', {
        path: { ...ids, provider },
        query: { size: 20 },
        signal,
      }),
  })

const pageSize = 10

// These two lists know page numbers only.
const following = (last: { page: number; totalPages: number }) =>
  last.page + 1 < last.totalPages ? last.page + 1 : null

export const newsQuery = (ids: ThirdPartyIds) =>
  infiniteQueryOptions({
    queryKey: partKey(ids, 'news'),
    queryFn: ({ pageParam, signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/news', {
        path: ids,
        query: { page: pageParam, size: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: following,
  })

export const announcementsQuery = (ids: ThirdPartyIds) =>
  infiniteQueryOptions({
    queryKey: partKey(ids, 'announcements'),
    queryFn: ({ pageParam, signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/announcements', {
        path: ids,
        query: { page: pageParam, size: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: following,
  })
