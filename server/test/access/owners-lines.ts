import type { AccountLine } from './account-line.ts'

let teams = 0

/** Teams, and who answers for what. */
export const ownerLines: readonly AccountLine[] = [
  { route: 'GET /teams', right: 'read', status: 200 },
  { route: 'GET /teams/:teamId', right: 'read', status: 200, ids: { teamId: 'team' } },
  {
    route: 'POST /teams',
    right: 'administer',
    status: 201,
    body: () => ({ name: `New team ${(teams += 1)}` }),
  },
  {
    route: 'PATCH /teams/:teamId',
    right: 'administer',
    status: 200,
    ids: { teamId: 'team' },
    body: () => ({ name: `Other team ${(teams += 1)}` }),
  },
  {
    route: 'PUT /teams/:teamId/members',
    right: 'administer',
    status: 200,
    ids: { teamId: 'team' },
    body: () => ({ userIds: [] }),
  },
  { route: 'DELETE /teams/:teamId', right: 'administer', status: 204, ids: { teamId: 'team' } },
  {
    route: 'POST /teams/:teamId/hand-over',
    right: 'administer',
    status: 404,
    code: 'USER_NOT_FOUND',
    ids: { teamId: 'team' },
    body: () => ({ to: { userId: 9_007_199_254_740_991 } }),
  },
  {
    route: 'POST /users/:userId/hand-over',
    right: 'administer',
    status: 404,
    code: 'TEAM_NOT_FOUND',
    ids: { userId: 'user' },
    body: () => ({ to: { teamId: 9_007_199_254_740_991 } }),
  },
  { route: 'GET /duty-holder', right: 'read', status: 200 },
  { route: 'PUT /duty-holder', right: 'administer', status: 200, body: () => ({ chosen: null }) },
  { route: 'GET /owner-rules', right: 'read', status: 200 },
  { route: 'PUT /owner-rules', right: 'administer', status: 200, body: () => ({ rules: [] }) },
  {
    route: 'GET /thirdparties/:thirdpartyId/owner',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'PUT /thirdparties/:thirdpartyId/owner',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
    body: () => ({ owner: null }),
  },
  {
    route: 'PUT /thirdparties/:thirdpartyId/followers',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
    body: () => ({ followers: [] }),
  },
  { route: 'GET /dossiers/:dossierId/owner', right: 'read', status: 200, ids: { dossierId: 'dossier' } },
  {
    route: 'PUT /dossiers/:dossierId/owner',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'dossier' },
    body: () => ({ owner: null }),
  },
  {
    route: 'PUT /dossiers/:dossierId/followers',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'dossier' },
    body: () => ({ followers: [] }),
  },
  {
    route: 'POST /thirdparties/owner',
    right: 'manage',
    status: 404,
    code: 'THIRD_PARTY_NOT_FOUND',
    body: () => ({ owner: null, thirdpartyIds: [9_007_199_254_740_991] }),
  },
  {
    route: 'POST /thirdparties/owner/matching',
    right: 'manage',
    status: 200,
    body: () => ({ owner: null }),
  },
]
