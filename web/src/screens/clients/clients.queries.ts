import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type Client = Row<'listClients'>

export const clientsQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['clients', accountId],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/clients', { query: { page: pageParam, size: 100 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  })
