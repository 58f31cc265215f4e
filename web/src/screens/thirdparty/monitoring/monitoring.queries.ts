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

/** The hits on news, of which the newest hundred are more than the news that is kept. */
export const newsHitsQuery = ({ accountId, thirdpartyId }: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey({ accountId, thirdpartyId }, 'screening-hits', 'news'),
    queryFn: ({ signal }) =>
      api.account(accountId).get('/screening/hits', {
        query: { thirdpartyId, class: 'NEWS', size: 100 },
        signal,
      }),
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
