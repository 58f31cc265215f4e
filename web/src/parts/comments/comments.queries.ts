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
    return api.account(accountId).get('/thirdparties/{thirdpartyId}/comments', { path: target, ...options })
  const { dossierId, documentId } = target
  if (documentId === undefined)
    return api.account(accountId).get('/dossiers/{dossierId}/comments', { path: { dossierId }, ...options })
  const path = { dossierId, documentId }
  return api
    .account(accountId)
    .get('/dossiers/{dossierId}/documents/{documentId}/comments', { path, ...options })
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
    return api.account(accountId).post('/thirdparties/{thirdpartyId}/comments', { path: target, body })
  const { dossierId, documentId } = target
  if (documentId === undefined)
    return api.account(accountId).post('/dossiers/{dossierId}/comments', { path: { dossierId }, body })
  const path = { dossierId, documentId }
  return api.account(accountId).post('/dossiers/{dossierId}/documents/{documentId}/comments', { path, body })
}

/** People by part of their name; with a company, those who see it. */
export const mentionableQuery = (accountId: number, typed: string, thirdpartyId?: number) =>
  queryOptions({
    queryKey: ['mentionable-users', accountId, typed, thirdpartyId ?? null],
    queryFn: ({ signal }) => {
      const query = {
        ...(typed !== '' && { q: typed }),
        ...(thirdpartyId !== undefined && { thirdpartyId }),
      }
      return api.account(accountId).get('/mentionable-users', { query, signal })
    },
    staleTime: 60_000,
  })

/** Who is reading, as authors are named. */
export const myIdQuery = queryOptions({
  ...meQuery,
  select: (me: Me) => me.id,
})
