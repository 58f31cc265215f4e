import type { AccountLine } from './account-line.ts'

/** The feed, the latest events and the timelines. */
export const eventLines: readonly AccountLine[] = [
  { route: 'GET /events', right: 'read', status: 200 },
  { route: 'GET /events/latest', right: 'read', status: 200 },
  {
    route: 'GET /thirdparties/:thirdpartyId/events',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'GET /dossiers/:dossierId/events',
    right: 'read',
    status: 200,
    ids: { dossierId: 'dossier' },
  },
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId/events',
    right: 'read',
    status: 200,
    ids: { dossierId: 'dossier', documentId: 'document' },
  },
]
