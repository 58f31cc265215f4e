import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type User = Row<'listUsers'>

export const usersQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['users', accountId],
    queryFn: ({ pageParam, signal }) =>
      api.get('/users', { accountId }, { query: { page: pageParam, size: 100 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  })
