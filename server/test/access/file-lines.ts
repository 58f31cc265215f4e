import type { AccountLine } from './account-line.ts'

/** Routes that hand out files, and those that have them verified. */
export const fileLines: readonly AccountLine[] = [
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId/files/:fileId',
    right: 'read',
    status: 200,
    ids: { dossierId: 'filedDossier', documentId: 'filedDocument', fileId: 'file' },
  },
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId/files/:fileId/link',
    right: 'read',
    status: 200,
    ids: { dossierId: 'filedDossier', documentId: 'filedDocument', fileId: 'file' },
  },
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId/files/:fileId/reading',
    right: 'read',
    status: 200,
    ids: { dossierId: 'filedDossier', documentId: 'filedDocument', fileId: 'file' },
  },
  { route: 'GET /evidences/search', right: 'read', status: 200, query: 'text=attestation' },
  {
    route: 'GET /dossiers/:dossierId/files/download',
    right: 'read',
    status: 200,
    ids: { dossierId: 'filedDossier' },
  },
  {
    route: 'GET /dossiers/:dossierId/proof-bundle',
    costly: true,
    right: 'audit',
    status: 200,
    ids: { dossierId: 'filedDossier' },
  },
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId/audit-trail',
    costly: true,
    right: 'audit',
    status: 200,
    ids: { dossierId: 'filedDossier', documentId: 'filedDocument' },
  },
  {
    route: 'POST /responses/:responseId/verify',
    right: 'manage',
    status: 202,
    ids: { responseId: 'filedResponse' },
  },
]
