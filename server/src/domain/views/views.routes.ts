import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { pathId, requestRights, write, type HttpRoutes } from '../../platform/http/index.ts'
import { addView, deleteView, listViews, putView, type Viewer } from './saved-views.ts'
import { ViewBody, ViewRecord } from './view.schema.ts'

const tags = ['Saved views']
const config = { right: 'read' } as const
const params = Type.Object({ viewId: pathId })
const manageForShared =
  'A person’s own views are theirs alone. Shared ones are seen by everyone in the account and changed by those who may manage. An API client has none of its own.'

const listRoute = {
  config,
  schema: {
    operationId: 'listSavedViews',
    tags,
    summary: 'The caller’s own views and those shared in the account, by name',
    description: 'A view keeps the filters, the order and the columns of a list.',
    response: { 200: Type.Object({ content: Type.Array(ViewRecord) }) },
  },
} as const

const addRoute = {
  config,
  schema: {
    operationId: 'addSavedView',
    tags,
    summary: 'Keep a list as it is now narrowed, ordered and shown',
    description: manageForShared,
    body: ViewBody,
    response: { 201: ViewRecord },
  },
} as const

const putRoute = {
  config,
  schema: {
    operationId: 'putSavedView',
    tags,
    summary: 'Replace a view, share it, or take it back as one’s own',
    description: manageForShared,
    params,
    body: ViewBody,
    response: { 200: ViewRecord },
  },
} as const

const deleteRoute = {
  config,
  schema: {
    operationId: 'deleteSavedView',
    tags,
    summary: 'Delete a view',
    description: manageForShared,
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

/** Lists as people want to find them again. */
export const viewsRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/saved-views', listRoute, async (request) => ({
      content: await db.read(request.scope, (tx) => listViews(tx, request.scope, viewerOf(request))),
    }))
    app.post('/saved-views', addRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 201,
        work: (tx) => addView(tx, request.scope, viewerOf(request), request.body),
        headers: ({ viewId }) => ({
          location: `/api/v1/account/${request.scope.accountId}/saved-views/${viewId}`,
        }),
      }),
    )
    app.put('/saved-views/:viewId', putRoute, async (request, reply) => {
      const target = { ...request.params, viewer: viewerOf(request) }
      return write(db, request, reply, {
        work: (tx) => putView(tx, request.scope, target, request.body),
      })
    })
    app.delete('/saved-views/:viewId', deleteRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => deleteView(tx, request.scope, request.params.viewId, viewerOf(request)),
      }),
    )
  }

function viewerOf(request: FastifyRequest): Viewer {
  const { kind, id } = request.principal
  return { userId: kind === 'USER' ? id : null, mayManage: requestRights(request).has('manage') }
}
