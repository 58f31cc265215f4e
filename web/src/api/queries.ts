import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import type { Me, ThirdPartyNow } from './types.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get('/me', { signal }) as Promise<Me>,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The ways in; those of an account where it is known which one somebody wants. */
export const signInOptionsQuery = (account: number | undefined) =>
  queryOptions({
    queryKey: account === undefined ? ['sign-in-options'] : ['sign-in-options', account],
    queryFn: ({ signal }) =>
      api.get('/auth/options', { query: account === undefined ? {} : { account }, signal }),
    // The password form stands without it; a second try would only make noise.
    retry: false,
  })

export const thirdPartyQuery = (accountId: number, thirdpartyId: number) =>
  queryOptions({
    queryKey: ['thirdparty', accountId, thirdpartyId],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/thirdparties/{thirdpartyId}', {
        path: { thirdpartyId },
        signal,
      }) as Promise<ThirdPartyNow>,
    // A job completes the identity soon after the company was added.
    refetchInterval: (query) => (query.state.data?.identityStatus === 'PENDING' ? 3_000 : false),
  })
