import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  dateTimeSchema,
  nullable,
  pageQuery,
  requestRights,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { readRequestedPage, type PlainListDeps } from '../../platform/lists/index.ts'
import { findAnswering, readOwner } from '../teams/index.ts'
import { countWork, readWork, workKinds, type WorkItem } from './my-work.ts'
import { workReasons, type WorkReader } from './work-source.ts'

const tags = ['My work']
const config = { right: 'read' } as const
const kind = Type.Enum([...workKinds], {
  description:
    'A dossier that is late, a task, an answer to review, a comment that mentions you and is unread, a step of an approval to decide on, or a corrective action whose evidence you can verify.',
})
const { size, cursor } = pageQuery()

const WorkRecord = Type.Object(
  {
    kind,
    id: Type.Integer({ description: 'Of the dossier, task, document, comment or step, by its kind.' }),
    title: Type.String({ description: 'In the language of the request, or in the words of a person.' }),
    about: nullable(
      Type.Object({
        thirdpartyId: Type.Integer(),
        name: Type.String({ description: 'Of the third party.' }),
        dossierId: nullable(Type.Integer()),
        documentId: nullable(Type.Integer()),
      }),
    ),
    dueOn: nullable(Type.String()),
    overdue: Type.Boolean(),
    since: dateTimeSchema,
    link: Type.String({ description: 'A path of the API behind the account.' }),
    why: nullable(
      Type.Enum([...workReasons], {
        description:
          'Of a task: it is assigned to you or to a team of yours, or you answer for what it is about. Of a step: it names you, you were asked, you stand in for somebody, or you hold the duty. Null for other kinds.',
      }),
    ),
  },
  { title: 'WorkItem' },
)

const listSchema = {
  operationId: 'listMyWork',
  tags,
  summary: 'What waits for you, the most urgent first',
  description:
    'What has a due date stands on that day, anything else where it began to wait. For people; an API client has no work.',
  querystring: Type.Object({
    size,
    cursor,
    kind: Type.Optional(
      Type.Array(kind, {
        minItems: 1,
        maxItems: workKinds.length,
        uniqueItems: true,
        description: 'Only these, separated by commas.',
      }),
    ),
  }),
  response: {
    200: Type.Object({
      content: Type.Array(WorkRecord),
      next: nullable(Type.String({ description: 'The cursor of the next page; null on the last.' })),
    }),
  },
} as const

const summarySchema = {
  operationId: 'summarizeMyWork',
  tags,
  summary: 'How much of each kind waits for you',
  description:
    'Counts stop at a limit; `more` says so. Use it for a badge, and the list for the work itself.',
  response: {
    200: Type.Object({
      kinds: Type.Array(
        Type.Object({
          kind,
          count: Type.Integer({ description: 'At most 99.' }),
          more: Type.Boolean({ description: 'Whether there are more than that.' }),
        }),
      ),
    }),
  },
} as const

/** Everything that waits for whoever asks, in one list. */
export const workRoutes =
  ({ db, cursors }: PlainListDeps): HttpRoutes =>
  async (app) => {
    app.get('/my-work', { config, schema: listSchema }, async (request, reply) => {
      const { scope, query } = request
      const kinds = query.kind ?? workKinds
      const { found, next } = await readRequestedPage(request, reply, {
        cursors,
        filters: { list: 'my work', kinds: [...kinds], person: scope.actor.id },
        read: ({ size: most, after }) =>
          db.read(scope, async (tx) => {
            const reader = await readerOf(tx, request)
            return readWork(tx, reader, { size: most, after, kinds })
          }),
      })
      return { content: found.content.map(viewItem), next }
    })
    app.get('/my-work/summary', { config, schema: summarySchema }, async (request) => ({
      kinds: await db.read(request.scope, async (tx) => countWork(tx, await readerOf(tx, request))),
    }))
  }

const viewItem = ({ at: _at, why, ...item }: WorkItem) => ({ ...item, why: why ?? null })

async function readerOf(tx: ReadTx, request: FastifyRequest): Promise<WorkReader> {
  const { scope, language } = request
  if (scope.actor.type !== 'USER' || scope.actor.id === null) throw new AppError('PEOPLE_ONLY')
  const me = await readOwner(tx, scope, 'me')
  const answering = await findAnswering(tx, scope, me)
  return { scope, me, answering, rights: requestRights(request), language }
}
