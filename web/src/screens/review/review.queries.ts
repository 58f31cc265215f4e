import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Query, type Row } from '../../api/index.ts'

export type QueueRow = Row<'listDocuments'>
export type GivenAnswer = Row<'listResponses'>
export type Evidence = GivenAnswer['evidences'][number]
export type AskedDocument = Extract<Answer<'getDocument'>, { documentId: number; kind: string }>
export type FormField = NonNullable<AskedDocument['form']>[number]
export type Happened = Row<'listDocumentEvents'>

export interface Place {
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
export const askedQuery = (place: Place) =>
  queryOptions({
    queryKey: ['document', place.accountId, place.documentId, 'asked'],
    queryFn: async ({ signal }) =>
      (await api.account(place.accountId).get(documentPath, { path: place, signal })) as AskedDocument,
  })

export const answersQuery = (place: Place) =>
  queryOptions({
    queryKey: ['document', place.accountId, place.documentId, 'answers'],
    queryFn: async ({ signal }) =>
      (await api.account(place.accountId).get(`${documentPath}/responses`, { path: place, signal })).content,
    // Checks take seconds; whoever corrected a date waits for them.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'CHECKING') === true ? 1_500 : false,
  })

const telling = ['ADDED', 'UPDATED', 'ACCEPTED', 'DENIED'].map((what) => `DOCUMENT_ANSWER_${what}`)

/** Who did what: only the journal knows people by their names. */
export const happenedQuery = (place: Place) =>
  queryOptions({
    queryKey: ['document', place.accountId, place.documentId, 'happened'],
    queryFn: async ({ signal }) => {
      const query = { names: telling.join(','), size: 100 }
      return (
        await api.account(place.accountId).get(`${documentPath}/events`, { path: place, query, signal })
      ).content
    },
  })

export const loadEvidence = (place: Place, fileId: number) => async (signal: AbortSignal) => {
  const path = { ...place, fileId }
  const file = await api.account(place.accountId).download(`${documentPath}/files/{fileId}`, { path, signal })
  return file.response.blob()
}
