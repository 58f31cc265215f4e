import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type Room = Answer<'listAlertChannels'>['content'][number]

export const roomsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['alert-channels', accountId],
    queryFn: async ({ signal }) => (await api.account(accountId).get('/alert-channels', { signal })).content,
  })

export const alertedTeamsQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['teams', accountId, 'alerts'],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/teams', { query: { page: pageParam, size: 50 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  })

export const teamAlertsQuery = (accountId: number, teamId: number) =>
  queryOptions({
    queryKey: ['team-alerts', accountId, teamId],
    queryFn: async ({ signal }) =>
      (await api.account(accountId).get('/teams/{teamId}/alert-subscriptions', { path: { teamId }, signal }))
        .subscriptions,
  })
