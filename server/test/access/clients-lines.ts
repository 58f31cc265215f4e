import type { AccountLine } from './account-line.ts'

/** API clients and their secrets, and from where the account may be used. */
export const clientsLines: readonly AccountLine[] = [
  { route: 'GET /clients', right: 'administer', status: 200 },
  {
    route: 'POST /clients',
    right: 'administer',
    status: 201,
    body: () => ({ name: 'New', scopes: ['READER'] }),
  },
  {
    route: 'POST /clients/:id/rotate-secret',
    right: 'administer',
    status: 200,
    ids: { id: 'client' },
    body: () => ({ graceSeconds: 60 }),
  },
  {
    route: 'PATCH /clients/:id',
    right: 'administer',
    status: 200,
    ids: { id: 'client' },
    body: () => ({ allowedAddresses: ['127.0.0.0/8'] }),
  },
  {
    route: 'POST /clients/:id/secrets',
    right: 'administer',
    status: 201,
    ids: { id: 'client' },
    body: () => ({ expiresInDays: 30 }),
  },
  {
    route: 'DELETE /clients/:id/secrets/:secretId',
    right: 'administer',
    status: 204,
    ids: { id: 'client', secretId: 'clientSecret' },
  },
  { route: 'DELETE /clients/:id', right: 'administer', status: 204, ids: { id: 'client' } },
  { route: 'GET /administration/allowed-addresses', right: 'administer', status: 200 },
  {
    route: 'PUT /administration/allowed-addresses',
    right: 'administer',
    status: 200,
    body: () => ({ addresses: ['0.0.0.0/0', '::/0'] }),
  },
]
