import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, Tx } from '../../platform/db/index.ts'
import { etagHeader, pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { finishTask, reopenTask } from './finish-task.ts'
import { requireActor, targetOf, viewVersioned } from './task-request.ts'
import { DoneBody, ReasonBody, TaskRecord } from './task.schema.ts'
import type { FoundTask } from './tasks.queries.ts'

const config = { right: 'read' } as const
const common = {
  tags: ['Tasks'],
  description:
    'For those who may manage or decide, and of them only for whom it waits, its maker and administrators.',
  params: Type.Object({ taskId: pathId }),
  response: { 200: TaskRecord },
}

const schemas = {
  finish: { ...common, operationId: 'finishTask', summary: 'Say that a task is done', body: DoneBody },
  cancel: {
    ...common,
    operationId: 'cancelTask',
    summary: 'Say that a task need not be done',
    body: ReasonBody,
  },
  reopen: { ...common, operationId: 'reopenTask', summary: 'Open a closed task again', body: ReasonBody },
} as const

/** The end of a task, and what undoes it. */
export const closingRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    const route = { config, onRequest: requireActor } as const
    app.post('/tasks/:taskId/done', { ...route, schema: schemas.finish }, async (request, reply) => {
      const closing = { outcome: 'DONE', reason: request.body.reason ?? null } as const
      return act(request, reply, (tx) => finishTask(tx, request.scope, targetOf(request), closing))
    })
    app.post('/tasks/:taskId/cancel', { ...route, schema: schemas.cancel }, async (request, reply) => {
      const closing = { outcome: 'CANCELLED', reason: request.body.reason } as const
      return act(request, reply, (tx) => finishTask(tx, request.scope, targetOf(request), closing))
    })
    app.post('/tasks/:taskId/reopen', { ...route, schema: schemas.reopen }, async (request, reply) =>
      act(request, reply, (tx) => reopenTask(tx, request.scope, targetOf(request), request.body.reason)),
    )

    function act(request: FastifyRequest, reply: FastifyReply, work: (tx: Tx) => Promise<FoundTask>) {
      return write(db, request, reply, {
        work: async (tx) => viewVersioned(await work(tx), request.language),
        headers: etagHeader,
      })
    }
  }
