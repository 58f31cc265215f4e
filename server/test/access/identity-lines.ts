import type { AccountLine } from './account-line.ts'

const line = { right: 'administer', status: 404, code: 'IDENTITY_PROVIDER_NOT_FOUND' } as const

/** The account's own identity provider. There is none here: stories of their own set one, try it and remove it. */
export const identityLines: readonly AccountLine[] = [
  { route: 'GET /identity-provider', ...line },
  { route: 'DELETE /identity-provider', ...line },
  {
    route: 'PUT /identity-provider',
    ...line,
    status: 422,
    code: 'IDENTITY_PROVIDER_ADDRESS',
    body: () => ({ issuer: 'https://10.0.0.8', clientId: 'vigie', state: 'DRAFT' }),
  },
  { route: 'POST /identity-provider/try', ...line },
  {
    route: 'GET /identity-provider/try/:tryId',
    ...line,
    code: 'IDENTITY_TRIAL_NOT_FOUND',
    names: { tryId: '00000000-0000-4000-8000-000000000000' },
  },
]
