import type { OpenLine } from './account-line.ts'

const closed = [401, 'OPERATOR_SIGN_IN_REQUIRED'] as const
const guarded: readonly { route: OpenLine['route']; url?: string; body?: object }[] = [
  { route: 'GET /api/operator/jobs' },
  { route: 'POST /api/operator/jobs/retry', body: { jobIds: [1] } },
  { route: 'POST /api/operator/jobs/drop', body: { jobIds: [1] } },
  { route: 'GET /api/operator/overview' },
  { route: 'GET /api/operator/processes' },
  { route: 'GET /api/operator/providers' },
  { route: 'GET /api/operator/lists' },
  { route: 'GET /api/operator/backups' },
  { route: 'GET /api/operator/migrations' },
  { route: 'GET /api/operator/settings' },
  { route: 'GET /api/operator/accounts' },
  {
    route: 'PUT /api/operator/accounts/:accountId/quotas/:quota',
    url: '/api/operator/accounts/1/quotas/SEARCHES_PER_DAY',
    body: { most: 1 },
  },
  {
    route: 'POST /api/operator/accounts/:accountId/journal/verify',
    url: '/api/operator/accounts/1/journal/verify',
  },
  { route: 'GET /api/operator/accounts/:accountId/mails', url: '/api/operator/accounts/1/mails' },
  {
    route: 'POST /api/operator/accounts/:accountId/mails/resend',
    url: '/api/operator/accounts/1/mails/resend',
    body: { mailIds: [1] },
  },
]

// Our page alone may ask these; a program lacks the header.
const forPages: readonly { route: OpenLine['route']; body?: object }[] = [
  { route: 'POST /api/operator/setup/read', body: { token: 'x' } },
  { route: 'POST /api/operator/setup', body: { token: 'x', password: 'x', totp: '000000' } },
  { route: 'POST /api/operator/sign-in', body: { email: 'nobody@people.example', password: 'x' } },
  { route: 'POST /api/operator/second-factor', body: { challenge: 'x', totp: '000000' } },
  { route: 'POST /api/operator/sign-out' },
]

/** A list: the routes of the operators, who belong to no account. */
export const operatorLines: readonly OpenLine[] = [
  { route: 'GET /api/operator/entrance', right: 'public', answer: [200] },
  { route: 'GET /operator', right: 'public', answer: [200] },
  {
    route: 'GET /operator/*',
    right: 'public',
    url: '/operator/no-file.js',
    answer: [404, 'ROUTE_NOT_FOUND'],
  },
  ...forPages.map((line) => ({
    ...line,
    right: 'public' as const,
    answer: [400, 'HEADER_INVALID'] as const,
  })),
  ...guarded.map((line) => ({ ...line, right: 'public' as const, answer: closed })),
]
