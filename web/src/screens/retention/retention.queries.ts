import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type Deletion = Row<'retentionForecast'>
export type Erasure = Row<'listErasures'>

export const deletionsQuery = (accountId: number, days: number) =>
  infiniteQueryOptions({
    queryKey: ['retention', accountId, days],
    queryFn: ({ pageParam, signal }) =>
      api
        .account(accountId)
        .get('/retention/forecast', { query: { days, page: pageParam, size: 25 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  })

export const erasuresQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['erasures', accountId],
    queryFn: ({ pageParam, signal }) =>
      api
        .account(accountId)
        .get('/erasures', { query: { size: 25, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
