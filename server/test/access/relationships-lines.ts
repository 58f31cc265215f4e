import type { AccountLine } from './account-line.ts'

const ids = { thirdpartyId: 'thirdParty' } as const
const causes = {
  EXPIRY: 'SUSPEND',
  DOSSIER_INVALID: 'OFF',
  COLLECTIVE_PROCEDURE: 'OFF',
  STRUCK_OFF: 'OFF',
  LIST_HIT: 'OFF',
}

/** Whether the account works with a company, and what makes somebody decide anew. */
export const relationshipLines: readonly AccountLine[] = [
  { route: 'GET /thirdparties/:thirdpartyId/relationship', right: 'read', status: 200, ids },
  {
    route: 'PUT /thirdparties/:thirdpartyId/relationship',
    right: 'decide',
    status: 200,
    ids,
    body: () => ({ state: 'APPROVED', reason: 'Known for years' }),
  },
  { route: 'GET /thirdparties/:thirdpartyId/relationship/history', right: 'read', status: 200, ids },
  { route: 'GET /relationship-policy', right: 'read', status: 200 },
  { route: 'PUT /relationship-policy', right: 'administer', status: 200, body: () => ({ causes }) },
]
