import type { AccountLine } from './account-line.ts'

/** Shared views: a client has none of its own, and a person's own ones are nobody else's. */
const managers = { right: 'read', oneOf: ['manage'] } as const
const body = () => ({ list: 'thirdparties', name: 'Home', shared: true, filters: { status: 'ACTIVE' } })

export const viewLines: readonly AccountLine[] = [
  { route: 'GET /saved-views', right: 'read', status: 200 },
  { route: 'POST /saved-views', ...managers, status: 201, body },
  { route: 'PUT /saved-views/:viewId', ...managers, status: 200, ids: { viewId: 'savedView' }, body },
  { route: 'DELETE /saved-views/:viewId', ...managers, status: 204, ids: { viewId: 'savedView' } },
]
