import { Type } from 'typebox'
import { PageOf, pageQuery, pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { answerList, firstPage, readRows, type PlainListDeps } from '../../platform/lists/index.ts'
import { addNote } from './close-task.ts'
import { requireActor } from './task-request.ts'
import { CommentBody, TaskNote } from './task.schema.ts'
import { getTask, noteListing } from './tasks.queries.ts'

const tags = ['Tasks']
const config = { right: 'read' } as const
const params = Type.Object({ taskId: pathId })

const listSchema = {
  operationId: 'listTaskComments',
  tags,
  summary: 'What was said of a task, and who closed it or opened it again, oldest first',
  description: 'The conversation and the history of one task in one list.',
  params,
  querystring: Type.Object(pageQuery()),
  response: { 200: PageOf(TaskNote) },
} as const
const addSchema = {
  operationId: 'commentTask',
  tags,
  summary: 'Comment on a task',
  description: 'For those who may manage or decide, also on tasks of others and on closed ones.',
  params,
  body: CommentBody,
  response: { 201: TaskNote },
} as const

/** What people say of a task. */
export const taskCommentsRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    const path = '/tasks/:taskId/comments'
    app.get(path, { config, schema: listSchema }, (request, reply) => {
      const { scope, params: of } = request
      return answerList(deps, request, reply, {
        filters: { list: 'task comments', taskId: of.taskId },
        open: async (tx) => {
          await getTask(tx, scope, of.taskId)
          return noteListing(scope, of.taskId)
        },
        view: (rows) => rows,
      })
    })
    app.post(path, { config, onRequest: requireActor, schema: addSchema }, async (request, reply) => {
      const { scope, params: of, body } = request
      return write(deps.db, request, reply, {
        status: 201,
        work: async (tx) => {
          await getTask(tx, scope, of.taskId)
          const noteId = await addNote(tx, scope, of.taskId, { act: 'COMMENT', text: body.text })
          const { source, order } = noteListing(scope, of.taskId)
          const before = { segment: 0, key: null, id: noteId - 1 }
          const { rows } = await readRows(tx, source, order, { ...firstPage(1), after: before })
          return rows[0]
        },
      })
    })
  }
