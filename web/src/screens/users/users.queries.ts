import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Row } from '../../api/index.ts'

export type User = Row<'listUsers'>

export const usersQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['users', accountId],
    queryFn: ({ pageParam, signal }) =>
      api.get('/users', { accountId }, { query: { page: pageParam, size: 100 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  })

export type Invitation = Answer<'listUserInvitations'>['content'][number]

export const invitationsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['user-invitations', accountId],
    queryFn: ({ signal }) => api.get('/users/invitations', { accountId }, { signal }),
  })
