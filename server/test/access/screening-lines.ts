import type { AccountLine } from './account-line.ts'

/** Readers are let in only where the account says so. */
const sighted = { right: 'read', oneOf: ['manage', 'decide', 'audit'] } as const
const exported = { right: 'read', oneOf: ['decide', 'audit'] } as const
const ofHit = { hitId: 'screeningHit' } as const
const ofThirdParty = { thirdpartyId: 'managedThirdParty' } as const
const subject = { kind: 'PERSON', names: [{ text: 'Ada Lovelace', kind: 'PRIMARY' }] }
const ownList = 'id,name\nA,Blue Harbour Trading\n'
const unclear = { verdict: 'UNCLEAR', grounds: ['SAME_NAME'] }

/** Hits, decisions, runs, lists and settings of screening. */
export const screeningLines: readonly AccountLine[] = [
  { route: 'GET /screening/hits', ...sighted, status: 200 },
  { route: 'GET /screening/hits/:hitId', ...sighted, status: 200, ids: ofHit },
  { route: 'GET /screening/changes', ...sighted, status: 200 },
  { route: 'GET /screening/statistics', ...sighted, status: 200 },
  { route: 'GET /screening/hits/export.csv', ...exported, status: 200 },
  { route: 'GET /screening/hits/export.xlsx', ...exported, status: 200 },
  { route: 'GET /screening/runs/export.csv', ...exported, status: 200 },
  {
    route: 'POST /screening/hits/:hitId/decisions',
    right: 'decide',
    status: 200,
    ids: ofHit,
    body: () => unclear,
  },
  {
    route: 'POST /screening/decisions',
    right: 'decide',
    status: 404,
    code: 'HIT_NOT_FOUND',
    body: () => ({ hitIds: [9_007_199_254_740_991], ...unclear }),
  },
  {
    route: 'GET /thirdparties/:thirdpartyId/screening/runs',
    ...sighted,
    status: 200,
    ids: ofThirdParty,
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/screening/runs',
    right: 'manage',
    status: 202,
    ids: ofThirdParty,
  },
  {
    route: 'POST /screening/score',
    right: 'read',
    status: 200,
    body: () => ({ ours: subject, theirs: subject }),
  },
  { route: 'GET /screening/settings', right: 'read', status: 200 },
  {
    route: 'PATCH /screening/settings',
    right: 'administer',
    status: 200,
    body: () => ({ clearanceMonths: 6 }),
  },
  { route: 'GET /screening/lists', right: 'read', status: 200 },
  {
    route: 'GET /screening/lists/:listId/versions',
    right: 'read',
    status: 200,
    ids: { listId: 'watchlist' },
  },
  {
    route: 'POST /screening/lists',
    right: 'administer',
    status: 200,
    query: 'name=Never%20again&dryRun=true',
    contentType: 'text/csv',
    body: () => ownList,
  },
  {
    route: 'POST /screening/lists/:listId/versions',
    right: 'administer',
    status: 202,
    ids: { listId: 'watchlist' },
    contentType: 'text/csv',
    body: () => ownList,
  },
  {
    route: 'DELETE /screening/lists/:listId',
    right: 'administer',
    status: 204,
    ids: { listId: 'watchlist' },
  },
]
