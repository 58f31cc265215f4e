import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import type { RequestedDocument } from './answer-types.ts'

type DocumentIds = Pick<RequestedDocument, 'dossierId' | 'documentId'>

/** Every answer a document has had, the newest first; those under check are asked for again. */
export const answersQuery = (accountId: number, { dossierId, documentId }: DocumentIds) =>
  queryOptions({
    queryKey: ['document', accountId, documentId, 'responses'],
    queryFn: async ({ signal }) => {
      const path = '/dossiers/{dossierId}/documents/{documentId}/responses'
      return (await api.account(accountId).get(path, { path: { dossierId, documentId }, signal })).content
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'CHECKING') === true ? 3_000 : false,
  })

/** What an answer changes on the pages. */
export const keysAfterAnswer = (accountId: number, { dossierId, documentId }: DocumentIds): QueryKey[] => [
  ['document', accountId, documentId],
  ['dossier', accountId, dossierId],
  ['dossiers', accountId],
  ['documents', accountId],
  ['statistics', accountId],
]
