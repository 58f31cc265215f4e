import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Row } from '../../api/index.ts'

export type User = Row<'listUsers'>

export const usersQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['users', accountId],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/users', { query: { page: pageParam, size: 100 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  })

export type Invitation = Answer<'listUserInvitations'>['content'][number]

export const invitationsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['user-invitations', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/users/invitations', { signal }),
  })

export type UserSession = Answer<'listSessionsOfUser'>['content'][number]

export const sessionsQuery = (accountId: number, userId: number) =>
  queryOptions({
    queryKey: ['user-sessions', accountId, userId],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/users/{userId}/sessions', { path: { userId }, signal }),
    staleTime: 0,
  })

export type FactorReset = Answer<'listSecondFactorResets'>['content'][number]

export const resetsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['second-factor-resets', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/second-factor-resets', { signal }),
    // Others ask and withdraw meanwhile.
    staleTime: 0,
  })
