import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query'
import { api, meQuery, type Answer, type Body, type Me } from '../../api/index.ts'

export type CommentTarget =
  | { thirdpartyId: number }
  | { dossierId: number; documentId?: undefined }
  | { dossierId: number; documentId: number }

export type Comment = Answer<'getComment'>
export type CommentBody = Body<'commentThirdParty'>

const pageSize = 20

// The beginning is what the live feed refreshes.
export function commentsKey(accountId: number, target: CommentTarget): QueryKey {
  if ('thirdpartyId' in target) return ['thirdparty', accountId, target.thirdpartyId, 'comments']
  if (target.documentId !== undefined) return ['document', accountId, target.documentId, 'comments']
  return ['dossier', accountId, target.dossierId, 'comments']
}

function readPage(
  accountId: number,
  target: CommentTarget,
  options: { query: { size: number; cursor?: string }; signal: AbortSignal },
) {
  if ('thirdpartyId' in target)
    return api.get('/thirdparties/{thirdpartyId}/comments', { accountId, ...target }, options)
  const { dossierId, documentId } = target
  if (documentId === undefined)
    return api.get('/dossiers/{dossierId}/comments', { accountId, dossierId }, options)
  const params = { accountId, dossierId, documentId }
  return api.get('/dossiers/{dossierId}/documents/{documentId}/comments', params, options)
}

export const commentsQuery = (accountId: number, target: CommentTarget) =>
  infiniteQueryOptions({
    queryKey: commentsKey(accountId, target),
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return readPage(accountId, target, { query: { size: pageSize, ...cursor }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

export function addComment(accountId: number, target: CommentTarget, body: CommentBody): Promise<Comment> {
  if ('thirdpartyId' in target)
    return api.post('/thirdparties/{thirdpartyId}/comments', { accountId, ...target }, { body })
  const { dossierId, documentId } = target
  if (documentId === undefined)
    return api.post('/dossiers/{dossierId}/comments', { accountId, dossierId }, { body })
  const params = { accountId, dossierId, documentId }
  return api.post('/dossiers/{dossierId}/documents/{documentId}/comments', params, { body })
}

export const mentionableQuery = (accountId: number, words: string) =>
  queryOptions({
    queryKey: ['mentionable-users', accountId, words],
    queryFn: ({ signal }) =>
      api.get('/mentionable-users', { accountId }, { query: words === '' ? {} : { q: words }, signal }),
    staleTime: 60_000,
  })

/** Who is reading, as authors are named. */
export const myIdQuery = queryOptions({
  ...meQuery,
  select: (me: Me) => me.id,
})
