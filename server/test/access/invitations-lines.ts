import type { AccountLine } from './account-line.ts'

/** The routes of invitations. */
export const invitationLines: readonly AccountLine[] = [
  {
    route: 'POST /thirdparties/:thirdpartyId/contacts/:contactId/invite',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'managedThirdParty', contactId: 'contact' },
  },
]
