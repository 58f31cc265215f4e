import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

export const companiesQuery = (accountId: number, q: string) =>
  queryOptions({
    queryKey: ['thirdparties', accountId, 'journal', q],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/thirdparties', { query: { size: 20, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  })

export const companyNameQuery = (accountId: number, thirdpartyId: number) =>
  queryOptions({
    queryKey: ['thirdparty', accountId, thirdpartyId, 'name'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/thirdparties/{thirdpartyId}', { path: { thirdpartyId }, signal }),
  })
