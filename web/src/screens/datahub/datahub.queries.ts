import { queryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'
import type { Theme } from '../../ui/theme-label.tsx'

export type Provider = Row<'listDataHubProviders'>
export type ProviderName = Provider['provider']

/** What a provider says something about; null where it may be anything. */
export const providerGroups: readonly { theme: Theme | null; providers: readonly ProviderName[] }[] = [
  { theme: 'FINANCE', providers: ['FINANCIAL_STRENGTH', 'CREDITDATA'] },
  { theme: 'ENVIRONMENT', providers: ['SUSTAINSCORE', 'ESG'] },
  { theme: 'CYBERSECURITY', providers: ['SECURITY_RATING'] },
  { theme: null, providers: ['DOCCHECK', 'NEWSFEED'] },
]

export const providersQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['datahub', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/datahub/providers', { signal }),
  })
