import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

/** As it is now; the same answer with a date has members missing. */
export type Dossier = Exclude<Answer<'getDossier'>, { asOf: string }>

export const dossierQuery = (accountId: number, dossierId: number) =>
  queryOptions({
    queryKey: ['dossier', accountId, dossierId],
    // Today's state is whole; only a past one has gaps.
    queryFn: async ({ signal }) =>
      (await api.account(accountId).get('/dossiers/{dossierId}', { path: { dossierId }, signal })) as Dossier,
  })

export const documentsQuery = (accountId: number, dossierId: number) =>
  queryOptions({
    queryKey: ['dossier', accountId, dossierId, 'documents'],
    queryFn: async ({ signal }) => {
      const query = { includeStopped: true }
      const path = '/dossiers/{dossierId}/documents'
      return (await api.account(accountId).get(path, { path: { dossierId }, query, signal })).content
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ statusReason }) => statusReason === 'BEING_CHECKED') === true ? 3_000 : false,
  })

export const holdQuery = (accountId: number, dossierId: number) =>
  queryOptions({
    queryKey: ['dossier', accountId, dossierId, 'legal-hold'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/dossiers/{dossierId}/legal-hold', { path: { dossierId }, signal }),
  })

export const indicatorsQuery = (accountId: number, dossierId: number) =>
  queryOptions({
    queryKey: ['dossier', accountId, dossierId, 'indicators'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/dossiers/{dossierId}/indicators', { path: { dossierId }, signal }),
    select: ({ content }) => content,
  })

export const attributesQuery = (accountId: number, dossierId: number) =>
  queryOptions({
    queryKey: ['dossier', accountId, dossierId, 'attributes'],
    queryFn: async ({ signal }) =>
      (await api.account(accountId).get('/dossiers/{dossierId}/attributes', { path: { dossierId }, signal }))
        .content,
  })

export const ruleQuery = (accountId: number, ruleId: number) =>
  queryOptions({
    queryKey: ['rules', accountId, ruleId],
    queryFn: ({ signal }) => api.account(accountId).get('/rules/{ruleId}', { path: { ruleId }, signal }),
    // A rule that is gone has no name to show; asking again brings none.
    retry: false,
    staleTime: 300_000,
  })

export const documentTypesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['document-types', accountId],
    queryFn: async ({ signal }) => (await api.account(accountId).get('/document-types', { signal })).content,
    staleTime: 300_000,
  })

/** What a change of a dossier touches on the pages. */
export const keysAfterChange = (accountId: number, dossierId: number): QueryKey[] => [
  ['dossier', accountId, dossierId],
  ['dossiers', accountId],
  ['documents', accountId],
  ['thirdparty', accountId],
  ['statistics', accountId],
]
