import type { AccountLine } from './account-line.ts'

const documentIds = { dossierId: 'dossier', documentId: 'document' } as const
/** Written by one who manages or decides. */
const writers = { right: 'read', oneOf: ['manage', 'decide'] } as const
const body = () => ({ text: 'Words' })

/** The routes of comments. */
export const commentLines: readonly AccountLine[] = [
  {
    route: 'GET /thirdparties/:thirdpartyId/comments',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'managedThirdParty' },
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/comments',
    ...writers,
    status: 201,
    ids: { thirdpartyId: 'managedThirdParty' },
    body,
  },
  { route: 'GET /dossiers/:dossierId/comments', right: 'read', status: 200, ids: { dossierId: 'dossier' } },
  {
    route: 'POST /dossiers/:dossierId/comments',
    ...writers,
    status: 201,
    ids: { dossierId: 'dossier' },
    body,
  },
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId/comments',
    right: 'read',
    status: 200,
    ids: documentIds,
  },
  {
    route: 'POST /dossiers/:dossierId/documents/:documentId/comments',
    ...writers,
    status: 201,
    ids: documentIds,
    body,
  },
  { route: 'GET /comments/:commentId', right: 'read', status: 200, ids: { commentId: 'comment' } },
  {
    route: 'PATCH /comments/:commentId',
    ...writers,
    status: 200,
    others: 'COMMENT_NOT_OWN',
    ids: { commentId: 'comment' },
    body,
  },
  {
    route: 'DELETE /comments/:commentId',
    right: 'read',
    // Its author too, who is nobody of the callers.
    oneOf: ['administer'],
    status: 204,
    ids: { commentId: 'comment' },
  },
  {
    route: 'POST /comments/:commentId/read',
    right: 'read',
    status: 204,
    clients: 'PEOPLE_ONLY',
    ids: { commentId: 'comment' },
  },
  { route: 'GET /mentionable-users', right: 'read', status: 200 },
]
