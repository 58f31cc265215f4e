import type { AccountLine, OpenLine } from './account-line.ts'

/** Sessions and second factors of the account's people. */
export const factorLines: readonly AccountLine[] = [
  { route: 'GET /administration/sign-in-policy', right: 'administer', status: 200 },
  {
    route: 'PUT /administration/sign-in-policy',
    right: 'administer',
    status: 200,
    body: () => ({ secondFactor: { demand: 'NOBODY', roles: [] } }),
  },
  { route: 'GET /users/:userId/sessions', right: 'administer', status: 200, ids: { userId: 'user' } },
  { route: 'DELETE /users/:userId/sessions', right: 'administer', status: 204, ids: { userId: 'user' } },
  {
    route: 'DELETE /users/:userId/sessions/:sessionId',
    right: 'administer',
    status: 204,
    ids: { userId: 'user', sessionId: 'session' },
  },
  { route: 'GET /second-factor-resets', right: 'administer', status: 200 },
  {
    route: 'POST /users/:userId/second-factor-reset',
    right: 'administer',
    status: 201,
    ids: { userId: 'factorHolder' },
    clients: 'PEOPLE_ONLY',
  },
  // Nobody has asked for it: how two administrators do it is told in a story of its own.
  {
    route: 'POST /users/:userId/second-factor-reset/confirm',
    right: 'administer',
    status: 404,
    code: 'FACTOR_RESET_NOT_FOUND',
    ids: { userId: 'factorHolder' },
    clients: 'PEOPLE_ONLY',
  },
  {
    route: 'DELETE /users/:userId/second-factor-reset',
    right: 'administer',
    status: 404,
    code: 'FACTOR_RESET_NOT_FOUND',
    ids: { userId: 'factorHolder' },
  },
]

const mine = { right: 'authenticated', answer: [401, 'AUTH_TOKEN_MISSING'], clients: 'PEOPLE_ONLY' } as const
const page = { right: 'public', answer: [403, 'CHALLENGE_INVALID'] } as const
const assertion = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
  clientExtensionResults: {},
}
const attestation = { ...assertion, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }

/** A person’s own sessions and factors, and the steps of signing in. */
export const factorOpenLines: readonly OpenLine[] = [
  { route: 'POST /auth/second-factor', ...page, body: { challenge: 'forged', totp: '123456' } },
  { route: 'POST /auth/second-factor/options', ...page, body: { challenge: 'forged' } },
  { route: 'POST /auth/passkey/options', right: 'public', answer: [200] },
  {
    route: 'POST /auth/passkey',
    right: 'public',
    body: { challenge: 'forged', credential: assertion },
    answer: [401, 'SECOND_FACTOR_FAILED'],
  },
  { route: 'POST /auth/step-up/options', ...mine },
  { route: 'POST /auth/step-up', ...mine, body: { totp: '123456' }, people: [403, 'PROOF_FAILED'] },
  { route: 'GET /me/sessions', ...mine },
  { route: 'POST /me/sessions/end-others', ...mine },
  {
    route: 'DELETE /me/sessions/:sessionId',
    ...mine,
    url: '/me/sessions/9007199254740991',
    people: [404, 'SESSION_NOT_FOUND'],
  },
  { route: 'GET /me/second-factors', ...mine },
  { route: 'POST /me/second-factors/totp/begin', ...mine },
  { route: 'POST /me/second-factors/passkey/begin', ...mine },
  {
    route: 'POST /me/second-factors/totp',
    ...mine,
    body: { challenge: 'forged', name: 'Home', code: '123456' },
    people: [403, 'CHALLENGE_INVALID'],
  },
  {
    route: 'POST /me/second-factors/passkey',
    ...mine,
    body: { challenge: 'forged', name: 'Home', credential: attestation },
    people: [403, 'CHALLENGE_INVALID'],
  },
  {
    route: 'DELETE /me/second-factors/:factorId',
    ...mine,
    url: '/me/second-factors/9007199254740991',
    people: [404, 'SECOND_FACTOR_NOT_FOUND'],
  },
  { route: 'POST /me/recovery-codes', ...mine, people: [404, 'SECOND_FACTOR_NOT_FOUND'] },
]
