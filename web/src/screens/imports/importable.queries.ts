import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

/** Labels of the attributes a file may fill: those that are not calculated. */
export const importableQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['attributes', accountId, 'THIRD_PARTY'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/attributes', { query: { scope: 'THIRD_PARTY' }, signal }),
    select: ({ content }) =>
      content.filter(({ calculated }) => calculated === null).map(({ label }) => label),
    staleTime: 60_000,
  })
