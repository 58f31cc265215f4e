import type { AccountLine } from './account-line.ts'

/** How long things are kept, and who was forgotten. */
export const retentionLines: readonly AccountLine[] = [
  { route: 'GET /retention/forecast', right: 'read', status: 200 },
  {
    route: 'GET /dossiers/:dossierId/legal-hold',
    right: 'read',
    status: 200,
    ids: { dossierId: 'dossier' },
  },
  {
    route: 'POST /dossiers/:dossierId/legal-hold',
    right: 'administer',
    status: 200,
    ids: { dossierId: 'dossier' },
    body: () => ({ reason: 'Home' }),
  },
  {
    route: 'DELETE /dossiers/:dossierId/legal-hold',
    right: 'administer',
    status: 204,
    ids: { dossierId: 'dossier' },
  },
  { route: 'GET /erasures', right: 'audit', status: 200 },
  {
    route: 'POST /erasures',
    right: 'administer',
    status: 200,
    body: () => ({ email: 'nobody@people.example' }),
  },
]
