import type { AccountLine } from './account-line.ts'

const writers = { right: 'read', oneOf: ['manage', 'decide'] } as const
const ofThirdParty = { thirdpartyId: 'managedThirdParty' } as const
const ofFinding = { findingId: 'finding' } as const

/** What is wrong at companies, and what they do about it. */
export const findingLines: readonly AccountLine[] = [
  { route: 'GET /findings', right: 'read', status: 200 },
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
]
