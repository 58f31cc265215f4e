import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { PageOf, pageQuery, recordId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError, type AccountScope } from '../../platform/kernel/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { maySeeHits } from '../screening/index.ts'
import { alertKinds } from './alert-kinds.ts'
import { AlertRecord, viewAlert } from './alert.view.ts'
import { alertListing, countUnread, mostCounted, type AlertReader } from './alerts.queries.ts'
import { markAlertsRead } from './read-alerts.ts'

const tags = ['Alerts']
const config = { right: 'read' } as const

const Unread = Type.Object({
  unread: Type.Integer({ description: `How many are unread; ${mostCounted} stands for that many or more.` }),
})

const listRoute = {
  config,
  schema: {
    operationId: 'listAlerts',
    tags,
    summary: 'The alerts of the caller, the newest first',
    description: 'Those of the last 90 days about companies that the caller sees now. Up to 100 are counted.',
    querystring: Type.Object({
      ...pageQuery(),
      unread: Type.Optional(Type.Boolean()),
      kind: Type.Optional(Type.Enum([...alertKinds], { description: 'Only those of this kind.' })),
    }),
    response: { 200: PageOf(AlertRecord) },
  },
} as const

const countRoute = {
  config,
  schema: {
    operationId: 'countUnreadAlerts',
    tags,
    summary: 'How many alerts of the caller are unread',
    description: 'Cheap enough to be asked often, for a badge on a page.',
    response: { 200: Unread },
  },
} as const

const readRoute = {
  config,
  schema: {
    operationId: 'markAlertsRead',
    tags,
    summary: 'Mark alerts as read: some, or all up to one',
    description:
      'With `through`, all up to that alert: send the newest one shown, and nothing that came since is lost.',
    body: Type.Object(
      {
        alertIds: Type.Optional(Type.Array(recordId, { minItems: 1, maxItems: 500, uniqueItems: true })),
        through: Type.Optional(recordId),
      },
      { minProperties: 1 },
    ),
    response: { 200: Unread },
  },
} as const

/** What a person is told in the page. */
export const alertPageRoutes =
  ({ db, cursors }: PlainListDeps): HttpRoutes =>
  async (app) => {
    app.get('/alerts', listRoute, async (request, reply) => {
      const { scope, query } = request
      const reader = await readerOf(db, request)
      const view = viewAlert(scope.accountId, request.language)
      return answerList({ db, cursors }, request, reply, {
        filters: {
          list: 'alerts',
          userId: reader.userId,
          unread: query.unread ?? null,
          kind: query.kind ?? null,
        },
        open: () => alertListing(scope, reader, query),
        view: (rows) => rows.map(view),
      })
    })
    app.get('/alerts/unread-count', countRoute, async (request) =>
      unreadOf(db, request.scope, await readerOf(db, request)),
    )
    app.post('/alerts/read', readRoute, async (request, reply) => {
      const reader = await readerOf(db, request)
      return write(db, request, reply, {
        work: async (tx) => {
          await markAlertsRead(tx, request.scope, reader.userId, request.body)
          return { unread: await countUnread(tx, request.scope, reader) }
        },
      })
    })
  }

const unreadOf = async (db: Db, scope: AccountScope, reader: AlertReader) => ({
  unread: await db.read(scope, (tx) => countUnread(tx, scope, reader)),
})

async function readerOf(db: Db, request: FastifyRequest): Promise<AlertReader> {
  return { userId: personOf(request), seesHits: await maySeeHits(db, request) }
}

/** Alerts are somebody's own. */
export function personOf({ scope: { actor } }: FastifyRequest): number {
  if (actor.type !== 'USER' || actor.id === null) throw new AppError('PEOPLE_ONLY')
  return actor.id
}
