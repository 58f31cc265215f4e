import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

// Several pages ask for these. One definition each: two answers of different shape under one key would be taken
// for one another.

/** The kinds of dossier an account has, archived and unpublished ones too. */
export const dossierTypesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['dossier-types', accountId, 'list'],
    queryFn: async ({ signal }) => (await api.account(accountId).get('/dossier-types', { signal })).content,
    staleTime: 60_000,
  })

/** What the catalogue says of a kind of document: its purpose, how long it is good. */
export const documentTypeQuery = (accountId: number, code: string) =>
  queryOptions({
    queryKey: ['document-types', accountId, 'one', code],
    queryFn: ({ signal }) => api.account(accountId).get('/document-types/{code}', { path: { code }, signal }),
    staleTime: 60_000,
  })

/** The options of the attribute CRITICALITY by their weight: what rules and alerts can ask for. */
export const criticalitiesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['attributes', accountId, 'criticalities'],
    queryFn: async ({ signal }) => {
      const { content } = await api
        .account(accountId)
        .get('/attributes', { query: { scope: 'THIRD_PARTY' }, signal })
      return content.find(({ code }) => code === 'CRITICALITY')?.options ?? []
    },
    staleTime: 60_000,
  })

/** What happens when bank details replace accepted ones. */
export const bankGuardQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['bank-guard', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/bank-guard', { signal }),
    staleTime: 60_000,
  })

export const evaluationOptionsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['evaluation-options', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/evaluation-options', { signal }),
    staleTime: 60_000,
  })
