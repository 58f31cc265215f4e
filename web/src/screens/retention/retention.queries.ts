import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type Deletion = Row<'retentionForecast'>

export const deletionsQuery = (accountId: number, days: number) =>
  infiniteQueryOptions({
    queryKey: ['retention', accountId, days],
    queryFn: ({ pageParam, signal }) =>
      api.get('/retention/forecast', { accountId }, { query: { days, page: pageParam, size: 25 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  })
