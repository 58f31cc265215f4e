import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

/** Who there can see to an action; the page of the company keeps them under the same key. */
export const companyContactsQuery = (accountId: number, thirdpartyId: number) =>
  queryOptions({
    queryKey: ['thirdparty', accountId, thirdpartyId, 'contacts'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/thirdparties/{thirdpartyId}/contacts', { path: { thirdpartyId }, signal }),
  })
