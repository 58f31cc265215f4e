import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type Statistics = Answer<'getStatistics'>

export const queueLength = 5
export const aheadLength = 6

export const statisticsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['statistics', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/statistics', { signal }),
  })

export const screeningStatisticsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['screening-statistics', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/screening/statistics', { signal }),
  })

export const queueTopQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['documents', accountId, 'dashboard'],
    queryFn: ({ signal }) =>
      api
        .account(accountId)
        .get('/documents', { query: { statusCode: ['ONGOING'], size: queueLength }, signal }),
  })

export const aheadTopQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['forecast', accountId, 'dashboard'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/forecast', { query: { size: aheadLength }, signal }),
  })
