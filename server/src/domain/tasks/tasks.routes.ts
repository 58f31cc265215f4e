import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  etag,
  etagHeader,
  PageOf,
  pageQuery,
  pathId,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { requireDay, type Scope } from '../../platform/kernel/index.ts'
import { answerList, filterQuery, filterValues, type PlainListDeps } from '../../platform/lists/index.ts'
import { findAnswering, ownerPattern, partyOf, readOwner, type Searched } from '../teams/index.ts'
import { changeTask } from './change-task.ts'
import { closingRoutes } from './closing.routes.ts'
import { mayChange } from './lock-task.ts'
import { makeTask } from './make-task.ts'
import { taskCommentsRoutes } from './task-comments.routes.ts'
import { isActor, requireActor, targetOf, viewVersioned } from './task-request.ts'
import { TaskBody, TaskChange, TaskReading, TaskRecord, taskStates } from './task.schema.ts'
import { getTask, taskFilters, taskListing, viewTask } from './tasks.queries.ts'
import { namedTasks, waitingTasks } from './waiting-tasks.ts'

const tags = ['Tasks']
const config = { right: 'read' } as const
const params = Type.Object({ taskId: pathId })
const writersOnly = 'For those who may manage or decide.'

const ListQuery = Type.Object({
  ...pageQuery(),
  ...filterQuery(taskFilters),
  state: Type.Optional(
    Type.Array(Type.Enum([...taskStates]), {
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      description: 'One or several, separated by commas; when absent, OPEN.',
    }),
  ),
  assignee: Type.Optional(
    Type.String({
      pattern: ownerPattern,
      description:
        'Whose they are: `me` (everything that waits for you), the number of a person, or `team:` and the number of a team.',
    }),
  ),
})

const schemas = {
  list: {
    operationId: 'listTasks',
    tags,
    summary: 'Tasks by urgency: by due date, and those without one by the day they were opened',
    description:
      'Filter by assignee, state or what the task is about. Only tasks about third parties the caller sees are listed.',
    querystring: ListQuery,
    response: { 200: PageOf(TaskRecord) },
  },
  make: {
    operationId: 'addTask',
    tags,
    summary: 'Open a task',
    description: `${writersOnly} Without an assignee it is for whoever answers for what it is about, and about nothing for yourself.`,
    body: TaskBody,
    response: { 201: TaskRecord },
  },
  read: {
    operationId: 'getTask',
    tags,
    summary: 'One task',
    description: 'Says also whether it is the caller who has to do it.',
    params,
    response: { 200: TaskReading },
  },
  change: {
    operationId: 'changeTask',
    tags,
    summary: 'Hand a task on, move its due date or word it anew',
    description: `${writersOnly} And only for whom it waits, its maker and administrators.`,
    params,
    body: TaskChange,
    response: { 200: TaskRecord },
  },
} as const

/** What people have to do, by hand or by a rule, and what became of it. */
export const tasksRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    app.get('/tasks', { config, schema: schemas.list }, (request, reply) =>
      answerTasks(deps, request, reply, request.query),
    )
    app.post('/tasks', { config, onRequest: requireActor, schema: schemas.make }, async (request, reply) => {
      const { scope, language, body } = request
      const { title, details = null, about = null, assignee, dueOn = null } = body
      requireDay({ pointer: '/dueOn' }, dueOn)
      const given = assignee === undefined ? undefined : assignee && partyOf(assignee)
      const makerKey = request.principal.key
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const command = { title, details, about, assignee: given, dueOn, makerKey }
          return viewVersioned(await makeTask(tx, scope, command), language)
        },
        headers: (made) => ({
          location: `/api/v1/account/${scope.accountId}/tasks/${made.taskId}`,
          ...etagHeader(made),
        }),
      })
    })
    app.get('/tasks/:taskId', { config, schema: schemas.read }, async (request, reply) => {
      const { scope, language, params: of } = request
      const [task, yours] = await db.snapshot(scope, async (tx) => {
        const found = await getTask(tx, scope, of.taskId)
        return [found, isActor(request) && (await mayChange(tx, scope, targetOf(request), found))] as const
      })
      void reply.header('etag', etag(task.version))
      return { ...viewTask(task, language), yours }
    })
    app.patch(
      '/tasks/:taskId',
      { config, onRequest: requireActor, schema: schemas.change },
      async (request, reply) => {
        const { assignee, ...given } = request.body
        requireDay({ pointer: '/dueOn' }, given.dueOn)
        const edit = { ...given, ...(assignee !== undefined && { assignee: assignee && partyOf(assignee) }) }
        return write(db, request, reply, {
          work: async (tx) =>
            viewVersioned(await changeTask(tx, request.scope, targetOf(request), edit), request.language),
          headers: etagHeader,
        })
      },
    )
    await app.register(closingRoutes(deps))
    await app.register(taskCommentsRoutes(deps))
  }

function answerTasks(
  deps: PlainListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  query: Static<typeof ListQuery>,
) {
  const { scope, language } = request
  const { state: states = ['OPEN'], assignee } = query
  const values = filterValues(taskFilters, query)
  return answerList(deps, request, reply, {
    filters: { list: 'tasks', ...values, state: states, assignee },
    open: async (tx) => {
      const whose = assignee === undefined ? null : await readOwner(tx, scope, assignee, 'assignee')
      // What is closed waits for nobody any more: it is whose name it bears.
      const isWaiting = assignee === 'me' && states.every((state) => state === 'OPEN')
      const waiting = whose && (isWaiting ? await waitFor(tx, scope, whose) : namedTasks(whose))
      return taskListing(scope, { ...values, states, waiting })
    },
    view: (rows) => rows.map((row) => viewTask(row, language)),
  })
}

const waitFor = async (tx: ReadTx, scope: Scope, me: Searched) =>
  waitingTasks(tx, scope, me, await findAnswering(tx, scope, me))
