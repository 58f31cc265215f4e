import type { AccountLine, OpenLine } from './account-line.ts'

let people = 0

/** People of the account and those it invites. */
export const peopleLines: readonly AccountLine[] = [
  { route: 'GET /users', right: 'administer', status: 200 },
  {
    route: 'POST /users',
    right: 'administer',
    status: 201,
    body: () => ({ email: `new.${(people += 1)}@people.example`, name: 'New', roles: ['READER'] }),
  },
  {
    route: 'PATCH /users/:userId',
    right: 'administer',
    status: 200,
    ids: { userId: 'user' },
    body: () => ({ roles: ['MANAGER'] }),
  },
  { route: 'DELETE /users/:userId', right: 'administer', status: 204, ids: { userId: 'user' } },
  {
    route: 'POST /users/:userId/password-reset',
    right: 'administer',
    status: 204,
    ids: { userId: 'user' },
  },
  { route: 'GET /users/invitations', right: 'administer', status: 200 },
  {
    route: 'POST /users/invitations/:invitationId/send',
    right: 'administer',
    status: 200,
    ids: { invitationId: 'memberInvitation' },
  },
  {
    route: 'DELETE /users/invitations/:invitationId',
    right: 'administer',
    status: 204,
    ids: { invitationId: 'memberInvitation' },
  },
]

const mine = {
  right: 'authenticated',
  answer: [401, 'AUTH_TOKEN_MISSING'],
  clients: 'PERMISSION_DENIED',
} as const

/** What people do before they are in an account, or about themselves. */
export const peopleOpenLines: readonly OpenLine[] = [
  // The same answer as for somebody who is there.
  {
    route: 'POST /auth/password-reset',
    right: 'public',
    body: { email: 'nobody@people.example' },
    answer: [204],
  },
  {
    route: 'POST /auth/invitation',
    right: 'public',
    body: { token: 'forged' },
    answer: [403, 'INVITATION_INVALID'],
  },
  {
    route: 'POST /auth/invitation/accept',
    right: 'public',
    body: { token: 'forged', password: 'a-long-enough-passphrase-42' },
    answer: [403, 'INVITATION_INVALID'],
  },
  {
    route: 'POST /auth/invitation/decline',
    right: 'public',
    body: { token: 'forged' },
    answer: [403, 'INVITATION_INVALID'],
  },
  { route: 'PATCH /me', ...mine, body: { name: 'X' }, people: [204, null] },
  {
    route: 'POST /me/password',
    ...mine,
    body: { currentPassword: 'wrong', newPassword: 'a-long-enough-passphrase-42' },
    people: [403, 'PROOF_FAILED'],
    clients: 'PEOPLE_ONLY',
  },
  { route: 'GET /me/invitations', ...mine },
  {
    route: 'POST /me/invitations/:invitationId/accept',
    ...mine,
    url: '/me/invitations/9007199254740991/accept',
    people: [404, 'MEMBER_INVITATION_NOT_FOUND'],
  },
  {
    route: 'POST /me/invitations/:invitationId/decline',
    ...mine,
    url: '/me/invitations/9007199254740991/decline',
    people: [404, 'MEMBER_INVITATION_NOT_FOUND'],
  },
]
