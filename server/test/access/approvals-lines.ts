import type { AccountLine } from './account-line.ts'

const ofDossier = { dossierId: 'dossier' } as const
const ofUser = { userId: 'user' } as const
const step = '/dossiers/:dossierId/approval/steps/:key'

/** Approvals of dossiers, and who is away. Types that ship ask for no approval. */
export const approvalLines: readonly AccountLine[] = [
  { route: 'GET /dossiers/:dossierId/approval', right: 'read', status: 200, ids: ofDossier },
  {
    route: 'POST /dossiers/:dossierId/approval/restart',
    right: 'manage',
    status: 409,
    code: 'APPROVAL_NOT_BEGUN',
    ids: ofDossier,
  },
  {
    route: `POST ${step}/decision`,
    right: 'read',
    status: 404,
    code: 'APPROVAL_STEP_NOT_FOUND',
    clients: 'PEOPLE_ONLY',
    ids: ofDossier,
    names: { key: 'BUYER' },
    body: () => ({ outcome: 'APPROVED' }),
  },
  {
    route: `POST ${step}/delegation`,
    right: 'read',
    status: 404,
    code: 'APPROVAL_STEP_NOT_FOUND',
    clients: 'PEOPLE_ONLY',
    ids: ofDossier,
    names: { key: 'BUYER' },
    body: () => ({ toUserId: 9_007_199_254_740_991 }),
  },
  { route: 'GET /approvals/mine', right: 'read', status: 200, clients: 'PEOPLE_ONLY' },
  { route: 'GET /absences', right: 'read', status: 200, clients: 'PEOPLE_ONLY' },
  {
    route: 'PUT /absences',
    right: 'read',
    status: 200,
    clients: 'PEOPLE_ONLY',
    body: () => ({ absences: [] }),
  },
  { route: 'GET /users/:userId/absences', right: 'administer', status: 200, ids: ofUser },
  {
    route: 'PUT /users/:userId/absences',
    right: 'administer',
    status: 200,
    ids: ofUser,
    body: () => ({ absences: [] }),
  },
]
