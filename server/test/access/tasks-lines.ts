import type { AccountLine } from './account-line.ts'

/** By one who manages or decides. */
const writers = { right: 'read', oneOf: ['manage', 'decide'] } as const
/** And of them, nobody but whom it waits for, its maker and administrators. */
const itsOwn = { ...writers, othersUnlessAdministrators: 'TASK_NOT_YOURS' } as const
const ids = { taskId: 'task' } as const
const reason = () => ({ reason: 'A reason' })

/** What people have to do. */
export const taskLines: readonly AccountLine[] = [
  { route: 'GET /tasks', right: 'read', status: 200 },
  { route: 'POST /tasks', ...writers, status: 201, body: () => ({ title: 'Something to do' }) },
  { route: 'GET /tasks/:taskId', right: 'read', status: 200, ids },
  { route: 'PATCH /tasks/:taskId', ...itsOwn, status: 200, ids, body: () => ({ title: 'Another title' }) },
  { route: 'POST /tasks/:taskId/done', ...itsOwn, status: 200, ids, body: () => ({}) },
  { route: 'POST /tasks/:taskId/cancel', ...itsOwn, status: 200, ids, body: reason },
  {
    route: 'POST /tasks/:taskId/reopen',
    ...itsOwn,
    status: 200,
    ids: { taskId: 'closedTask' },
    body: reason,
  },
  { route: 'GET /tasks/:taskId/comments', right: 'read', status: 200, ids },
  { route: 'GET /my-work', right: 'read', status: 200, clients: 'PEOPLE_ONLY' },
  { route: 'GET /my-work/summary', right: 'read', status: 200, clients: 'PEOPLE_ONLY' },
  { route: 'POST /tasks/:taskId/comments', ...writers, status: 201, ids, body: () => ({ text: 'Words' }) },
]
