import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type ProvisioningToken = Answer<'listProvisioningTokens'>['content'][number]
export type DirectoryGroup = Answer<'listDirectoryGroups'>['content'][number]

export const tokensQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['provisioning', accountId, 'tokens'],
    queryFn: ({ signal }) => api.account(accountId).get('/provisioning/tokens', { signal }),
  })

export const settingsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['provisioning', accountId, 'settings'],
    queryFn: ({ signal }) => api.account(accountId).get('/provisioning/settings', { signal }),
  })

export const groupsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['provisioning', accountId, 'groups'],
    queryFn: ({ signal }) => api.account(accountId).get('/provisioning/groups', { signal }),
    // The directory sends others meanwhile.
    staleTime: 0,
  })

/** Whom the directory keeps. */
export const managedQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['users', accountId, 'managed'],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/users', { query: { managed: true, page: pageParam, size: 25 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
    staleTime: 0,
  })
