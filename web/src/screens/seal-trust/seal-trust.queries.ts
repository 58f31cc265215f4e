import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type SealTrust = Answer<'getSealTrust'>
export type SealRoot = SealTrust['roots'][number]

export const sealTrustQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['seal-trust', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/seal-trust', { signal }),
  })
