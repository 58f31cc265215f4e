import { queryOptions } from '@tanstack/react-query'
import { call } from './http.ts'
import type { Me, SignInOptions, ThirdParty } from './types.ts'

const inAccount = (accountId: number, path: string) => `/api/v1/account/${accountId}/${path}`

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call<Me>('/me', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call<SignInOptions>('/auth/options', { signal }),
  // The password form stands without it; a second try would only make noise.
  retry: false,
})

export const thirdPartyQuery = (accountId: number, thirdpartyId: number) =>
  queryOptions({
    queryKey: ['thirdparty', accountId, thirdpartyId],
    queryFn: ({ signal }) =>
      call<ThirdParty>(inAccount(accountId, `thirdparties/${thirdpartyId}`), { signal }),
    // A job completes the identity soon after the company was added.
    refetchInterval: (query) => (query.state.data?.identityStatus === 'PENDING' ? 3_000 : false),
  })
