import type { AccountLine } from './account-line.ts'

/** What the checks trust, and what they may decide alone. */
export const checkLines: readonly AccountLine[] = [
  { route: 'GET /seal-trust', right: 'read', status: 200 },
  {
    route: 'POST /seal-trust/roots',
    right: 'administer',
    status: 422,
    code: 'SEAL_ROOT_INVALID',
    body: () => ({ certificate: 'none' }),
  },
  {
    route: 'DELETE /seal-trust/roots/:rootId',
    right: 'administer',
    status: 204,
    ids: { rootId: 'sealRoot' },
  },
  { route: 'GET /check-policies', right: 'read', status: 200 },
  {
    route: 'PUT /check-policies/:documentTypeCode',
    right: 'administer',
    status: 200,
    names: { documentTypeCode: 'SOC_VIGILANCE' },
    body: () => ({ accept: true, sendBack: false }),
  },
]
