import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

/** Of the last twelve months; for those who see the whole account. */
export const checkStatisticsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['check-statistics', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/statistics/checks', { signal }),
  })
