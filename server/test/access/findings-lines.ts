import type { AccountLine } from './account-line.ts'

const writers = { right: 'read', oneOf: ['manage', 'decide'] } as const
const ofThirdParty = { thirdpartyId: 'managedThirdParty' } as const
const ofFinding = { findingId: 'finding' } as const
const ofAction = { actionId: 'correctiveAction' } as const

/** What is wrong at companies, and what they do about it. */
export const findingLines: readonly AccountLine[] = [
  { route: 'GET /findings', right: 'read', status: 200 },
  { route: 'GET /findings/export.csv', right: 'read', status: 200 },
  { route: 'GET /findings/export.xlsx', right: 'read', status: 200 },
  { route: 'GET /findings/report', right: 'read', status: 200 },
  {
    route: 'GET /thirdparties/:thirdpartyId/findings/report',
    right: 'read',
    status: 200,
    ids: ofThirdParty,
  },
  { route: 'GET /thirdparties/:thirdpartyId/findings', right: 'read', status: 200, ids: ofThirdParty },
  {
    route: 'POST /thirdparties/:thirdpartyId/findings',
    ...writers,
    status: 201,
    ids: ofThirdParty,
    body: () => ({ title: 'No code of conduct', severity: 'MINOR', theme: 'ETHICS' }),
  },
  { route: 'GET /findings/:findingId', right: 'read', status: 200, ids: ofFinding },
  {
    route: 'PATCH /findings/:findingId',
    ...writers,
    status: 200,
    ids: ofFinding,
    body: () => ({ title: 'No code of conduct at all' }),
  },
  {
    route: 'POST /findings/:findingId/close',
    right: 'decide',
    status: 200,
    ids: ofFinding,
    body: () => ({ outcome: 'DISMISSED', reason: 'It was none.' }),
  },
  {
    route: 'POST /findings/:findingId/reopen',
    right: 'decide',
    status: 409,
    code: 'FINDING_STILL_OPEN',
    ids: ofFinding,
    body: () => ({ reason: 'It was one.' }),
  },
  {
    route: 'POST /findings/:findingId/actions',
    ...writers,
    status: 201,
    ids: ofFinding,
    body: () => ({ title: 'Write one', dueOn: '2099-02-28' }),
  },
  {
    route: 'PATCH /corrective-actions/:actionId',
    ...writers,
    status: 200,
    ids: ofAction,
    body: () => ({ dueOn: '2099-03-31' }),
  },
  {
    route: 'POST /corrective-actions/:actionId/cancel',
    ...writers,
    status: 200,
    ids: ofAction,
    body: () => ({ reason: 'Not needed' }),
  },
  {
    route: 'POST /corrective-actions/:actionId/evidence',
    ...writers,
    status: 201,
    ids: ofAction,
    body: () => ({ comment: 'It was written.' }),
  },
  {
    route: 'POST /corrective-actions/:actionId/verify',
    right: 'decide',
    status: 409,
    code: 'ACTION_NOT_SUBMITTED',
    ids: ofAction,
    body: () => ({ verdict: 'ACCEPTED' }),
  },
  {
    route: 'GET /corrective-evidence/:evidenceId',
    right: 'read',
    status: 409,
    code: 'FILE_NOT_READY',
    ids: { evidenceId: 'correctiveEvidence' },
  },
]
