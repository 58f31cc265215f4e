import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Query, type Row } from '../../api/index.ts'

export type QueueRow = Row<'listDocuments'>
export type GivenAnswer = Row<'listResponses'>
export type Evidence = GivenAnswer['evidences'][number]
export type RequestedDocument = Extract<Answer<'getDocument'>, { documentId: number; kind: string }>
export type FormField = NonNullable<RequestedDocument['form']>[number]
export type DocumentEvent = Row<'listDocumentEvents'>

export interface DocumentIds {
  readonly accountId: number
  readonly dossierId: number
  readonly documentId: number
}

type ListQuery = Query<'listDocuments'>
export interface QueueFilter {
  readonly theme?: string
  readonly type?: string
  readonly sort?: string
  readonly dueBefore?: string
}

export const sorts = {
  oldest: 'statusSince,asc',
  newest: 'statusSince,desc',
  due: 'dueDate,asc',
} as const
export type Sort = keyof typeof sorts
export const sortOf = (sort: string | undefined): Sort =>
  sort !== undefined && sort in sorts ? (sort as Sort) : 'oldest'

const pageSize = 40

export const queueQuery = (accountId: number, { theme, type, sort, dueBefore }: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: ['documents', accountId, 'queue', { theme, type, sort, dueBefore }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        statusCode: ['ONGOING'],
        size: pageSize,
        sort: sorts[sortOf(sort)],
        theme,
        dossierTypeCode: type,
        dueBefore,
        cursor: pageParam,
      }
      return api.account(accountId).get('/documents', { query: query as ListQuery, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

const documentPath = '/dossiers/{dossierId}/documents/{documentId}'

/** What is asked, with the fields of its form in the reader's language. */
export const requestedDocumentQuery = (ids: DocumentIds) =>
  queryOptions({
    queryKey: ['document', ids.accountId, ids.documentId, 'asked'],
    queryFn: async ({ signal }) =>
      (await api.account(ids.accountId).get(documentPath, { path: ids, signal })) as RequestedDocument,
  })

export const answersQuery = (ids: DocumentIds) =>
  queryOptions({
    queryKey: ['document', ids.accountId, ids.documentId, 'answers'],
    queryFn: async ({ signal }) =>
      (await api.account(ids.accountId).get(`${documentPath}/responses`, { path: ids, signal })).content,
    // Checks take seconds; whoever corrected a date waits for them.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'CHECKING') === true ? 1_500 : false,
  })

const telling = ['ADDED', 'UPDATED', 'ACCEPTED', 'DENIED'].map((what) => `DOCUMENT_ANSWER_${what}`)

/** Who did what: only the journal knows people by their names. */
export const documentEventsQuery = (ids: DocumentIds) =>
  queryOptions({
    queryKey: ['document', ids.accountId, ids.documentId, 'happened'],
    queryFn: async ({ signal }) => {
      const query = { names: telling.join(','), size: 100 }
      return (await api.account(ids.accountId).get(`${documentPath}/events`, { path: ids, query, signal }))
        .content
    },
  })

export const loadEvidence = (ids: DocumentIds, fileId: number) => async (signal: AbortSignal) => {
  const path = { ...ids, fileId }
  const file = await api.account(ids.accountId).download(`${documentPath}/files/{fileId}`, { path, signal })
  return file.response.blob()
}
