import type { OpenLine } from './account-line.ts'

const closed = [401, 'OPERATOR_SIGN_IN_REQUIRED'] as const
const guarded: readonly { route: OpenLine['route']; body?: object }[] = [
  { route: 'GET /api/operator/jobs' },
  { route: 'POST /api/operator/jobs/retry', body: { jobIds: [1] } },
  { route: 'POST /api/operator/jobs/drop', body: { jobIds: [1] } },
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
  ...forPages.map((line) => ({
    ...line,
    right: 'public' as const,
    answer: [400, 'HEADER_INVALID'] as const,
  })),
  ...guarded.map((line) => ({ ...line, right: 'public' as const, answer: closed })),
]
