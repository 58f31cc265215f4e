import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './http.ts'
import type { Mail, MailSummary, Me, NewThirdParty, Page, SignInOptions, ThirdParty } from './types.ts'

export const portfolioPageSize = 25
const mailPageSize = 50

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

export const portfolioQuery = (accountId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['thirdparties', accountId, cursor ?? ''],
    queryFn: ({ signal }) =>
      call<Page<ThirdParty>>(inAccount(accountId, 'thirdparties'), {
        query: { size: portfolioPageSize, cursor },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const thirdPartyQuery = (accountId: number, thirdpartyId: number) =>
  queryOptions({
    queryKey: ['thirdparty', accountId, thirdpartyId],
    queryFn: ({ signal }) =>
      call<ThirdParty>(inAccount(accountId, `thirdparties/${thirdpartyId}`), { signal }),
    // A job completes the identity soon after the company was added.
    refetchInterval: (query) => (query.state.data?.identityStatus === 'PENDING' ? 3_000 : false),
  })

export function addThirdParty(accountId: number, wish: NewThirdParty, idempotencyKey: string) {
  const path = inAccount(accountId, 'thirdparties')
  return call<ThirdParty>(path, { method: 'POST', body: wish, idempotencyKey })
}

export const mailsQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['mails', accountId],
    queryFn: ({ pageParam, signal }) =>
      call<Page<MailSummary>>(inAccount(accountId, 'mailbox/mails'), {
        query: { size: mailPageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: 15_000,
  })

export const mailQuery = (accountId: number, mailId: number) =>
  queryOptions({
    queryKey: ['mail', accountId, mailId],
    queryFn: ({ signal }) => call<Mail>(inAccount(accountId, `mailbox/mails/${mailId}`), { signal }),
  })
