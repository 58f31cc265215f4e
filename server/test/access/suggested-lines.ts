import type { AccountLine } from './account-line.ts'

const one = { thirdpartyId: 'managedThirdParty', contactId: 'suggestedContact' } as const

/** The routes of people whom contacts have named. */
export const suggestedLines: readonly AccountLine[] = [
  {
    route: 'GET /thirdparties/:thirdpartyId/suggested-contacts',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'managedThirdParty' },
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/suggested-contacts/:contactId/confirm',
    right: 'manage',
    status: 200,
    ids: one,
  },
  {
    route: 'DELETE /thirdparties/:thirdpartyId/suggested-contacts/:contactId',
    right: 'manage',
    status: 204,
    ids: one,
  },
]
