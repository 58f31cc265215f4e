import type { AccountLine } from './account-line.ts'

/** What is followed of third parties, and the time of the account. */
export const monitoringLines: readonly AccountLine[] = [
  {
    route: 'GET /thirdparties/:thirdpartyId/announcements',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'managedThirdParty' },
  },
  { route: 'GET /clock', right: 'read', status: 200 },
  {
    route: 'POST /clock/advance',
    right: 'administer',
    status: 409,
    code: 'CLOCK_NOT_SANDBOX',
    body: () => ({ days: 1 }),
  },
]
