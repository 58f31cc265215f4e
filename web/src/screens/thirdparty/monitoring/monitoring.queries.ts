import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import { partKey, type Monitoring, type Place } from '../thirdparty.queries.ts'

export const monitoringQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'monitoring'),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/monitoring', { path: place, signal }),
  })

export const receivedValuesQuery = (place: Place, provider: Monitoring['provider']) =>
  queryOptions({
    queryKey: partKey(place, 'monitoring', provider),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/monitoring/{provider}/values', {
        path: { ...place, provider },
        query: { size: 20 },
        signal,
      }),
  })

const pageSize = 10

// These two lists know page numbers only.
const following = (last: { page: number; totalPages: number }) =>
  last.page + 1 < last.totalPages ? last.page + 1 : null

export const newsQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: partKey(place, 'news'),
    queryFn: ({ pageParam, signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/news', {
        path: place,
        query: { page: pageParam, size: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: following,
  })

export const announcementsQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: partKey(place, 'announcements'),
    queryFn: ({ pageParam, signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/announcements', {
        path: place,
        query: { page: pageParam, size: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: following,
  })
