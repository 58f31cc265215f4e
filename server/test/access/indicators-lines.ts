import type { AccountLine } from './account-line.ts'

/** Indicators, and how far what is asked covers the themes. */
export const indicatorLines: readonly AccountLine[] = [
  {
    route: 'GET /thirdparties/:thirdpartyId/indicators',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'GET /thirdparties/:thirdpartyId/indicators/:code/history',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
    names: { code: 'LEGAL_COMPLIANCE' },
  },
  { route: 'GET /dossiers/:dossierId/indicators', right: 'read', status: 200, ids: { dossierId: 'dossier' } },
  {
    route: 'GET /thirdparties/:thirdpartyId/themes',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
]
