import type { OpenLine } from './account-line.ts'

const headers = { 'x-vigie-client': 'web' }
const shut = { right: 'public', answer: [401, 'PORTAL_SESSION_ENDED'] } as const
const one = '/portal/api/requests/1'

/** The routes of the portal: no token of an account opens them, and nothing but a session of their own does. */
export const portalLines: readonly OpenLine[] = [
  {
    route: 'POST /portal/api/session',
    right: 'public',
    headers,
    body: { link: 'forged' },
    answer: [403, 'INVITATION_INVALID'],
  },
  { route: 'DELETE /portal/api/session', right: 'public', headers, answer: [204] },
  {
    route: 'POST /portal/api/links',
    right: 'public',
    headers,
    body: { email: 'nobody@people.example' },
    answer: [202],
  },
  { route: 'GET /portal/api/me', ...shut },
  { route: 'PATCH /portal/api/me', ...shut, headers, body: { language: 'en' } },
  { route: 'POST /portal/api/decline', ...shut, headers, body: { reason: 'NOT_ME' } },
  { route: 'GET /portal/api/actions', ...shut },
  {
    route: 'POST /portal/api/actions/:actionId/evidence',
    ...shut,
    headers,
    url: '/portal/api/actions/1/evidence',
    body: { comment: 'Done.' },
  },
  { route: 'GET /portal/api/evidence/:evidenceId', ...shut, url: '/portal/api/evidence/1' },
  { route: 'GET /portal/api/requests', ...shut },
  { route: 'GET /portal/api/requests/:documentId', ...shut, url: one },
  {
    route: 'POST /portal/api/requests/:documentId/check',
    ...shut,
    headers,
    url: `${one}/check`,
    body: { formdata: [] },
  },
  { route: 'PUT /portal/api/requests/:documentId/draft', ...shut, headers, url: `${one}/draft`, body: {} },
  { route: 'DELETE /portal/api/requests/:documentId/draft', ...shut, headers, url: `${one}/draft` },
  {
    route: 'POST /portal/api/requests/:documentId/draft/files',
    ...shut,
    headers,
    url: `${one}/draft/files`,
  },
  {
    route: 'GET /portal/api/requests/:documentId/draft/reading',
    ...shut,
    url: `${one}/draft/reading`,
  },
  {
    route: 'DELETE /portal/api/requests/:documentId/draft/files/:fileId',
    ...shut,
    headers,
    url: `${one}/draft/files/1`,
  },
  {
    route: 'POST /portal/api/requests/:documentId/draft/submit',
    ...shut,
    headers,
    url: `${one}/draft/submit`,
  },
  {
    route: 'POST /portal/api/requests/:documentId/answers',
    ...shut,
    headers,
    url: `${one}/answers`,
    body: { formdata: [] },
  },
  { route: 'POST /portal/api/requests/:documentId/withdraw', ...shut, headers, url: `${one}/withdraw` },
  {
    route: 'POST /portal/api/requests/:documentId/uploads',
    ...shut,
    headers,
    url: `${one}/uploads`,
  },
  { route: 'OPTIONS /portal/api/requests/:documentId/uploads', ...shut, url: `${one}/uploads` },
  { route: 'HEAD /portal/api/requests/:documentId/uploads/:uploadId', ...shut, url: `${one}/uploads/1` },
  {
    route: 'PATCH /portal/api/requests/:documentId/uploads/:uploadId',
    ...shut,
    headers,
    url: `${one}/uploads/1`,
  },
  {
    route: 'DELETE /portal/api/requests/:documentId/uploads/:uploadId',
    ...shut,
    headers,
    url: `${one}/uploads/1`,
  },
  { route: 'GET /portal/api/history', ...shut },
  { route: 'GET /portal/api/files/:fileId', ...shut, url: '/portal/api/files/1' },
]
