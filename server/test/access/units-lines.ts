import type { AccountLine } from './account-line.ts'

let units = 0

/** The tree, what is in it and who sees it. */
export const unitLines: readonly AccountLine[] = [
  { route: 'GET /units', right: 'read', status: 200 },
  { route: 'GET /units/:unitId', right: 'administer', status: 200, ids: { unitId: 'unit' } },
  {
    route: 'POST /units',
    right: 'administer',
    status: 201,
    body: () => ({ name: `New unit ${(units += 1)}` }),
  },
  {
    route: 'PATCH /units/:unitId',
    right: 'administer',
    status: 200,
    ids: { unitId: 'unit' },
    body: () => ({ name: `Other unit ${(units += 1)}` }),
  },
  { route: 'DELETE /units/:unitId', right: 'administer', status: 204, ids: { unitId: 'unit' } },
  {
    route: 'GET /thirdparties/:thirdpartyId/units',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'PUT /thirdparties/:thirdpartyId/units',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
    body: () => ({ units: [] }),
  },
  {
    route: 'POST /units/:unitId/thirdparties',
    right: 'manage',
    status: 404,
    code: 'THIRD_PARTY_NOT_FOUND',
    ids: { unitId: 'unit' },
    body: () => ({ how: 'ADD', thirdpartyIds: [9_007_199_254_740_991] }),
  },
  {
    route: 'POST /units/:unitId/thirdparties/matching',
    right: 'manage',
    status: 200,
    ids: { unitId: 'unit' },
    body: () => ({ how: 'REMOVE' }),
  },
  {
    route: 'PUT /users/:userId/units',
    right: 'administer',
    status: 200,
    ids: { userId: 'user' },
    body: () => ({ all: true }),
  },
  {
    route: 'PUT /clients/:id/units',
    right: 'administer',
    status: 200,
    ids: { id: 'client' },
    body: () => ({ units: [] }),
  },
]
