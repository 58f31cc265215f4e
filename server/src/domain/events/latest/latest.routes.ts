import type { Db } from '../../../platform/db/index.ts'
import type { Cursors, HttpRoutes } from '../../../platform/http/index.ts'
import { readRequestedPage } from '../../../platform/lists/index.ts'
import { readerOf } from '../../evaluation/index.ts'
import { parseNames } from '../event-names-query.ts'
import { maskEvent } from '../mask-event.ts'
import { parseRange } from './latest-range.ts'
import { decodeEventPlace, encodeEventPlace, readLatest, type LatestFilter } from './latest.queries.ts'
import { LatestAnswer, LatestQuery } from './latest.schema.ts'
import { subjectsOf } from './subjects.queries.ts'

export interface LatestDeps {
  readonly db: Db
  readonly cursors: Cursors
}

const everything = ['THIRD_PARTY', 'DOSSIER', 'DOCUMENT'] as const

const route = {
  config: { right: 'read' },
  schema: {
    operationId: 'listLatestEvents',
    tags: ['Events'],
    summary: 'What happened in the account, the latest first',
    description:
      'For people who look back; programs that must miss nothing follow `GET /events`. A page asked for by actor looks through 10,000 events at most: go on with `next` until it is null.',
    querystring: LatestQuery,
    response: { 200: LatestAnswer },
  },
} as const

/** The journal of the account backwards. */
export const latestRoutes =
  ({ db, cursors }: LatestDeps): HttpRoutes =>
  async (app) => {
    app.get('/events/latest', route, async (request, reply) => {
      const { scope, query, language } = request
      const filter = filterOf(query)
      const { found, next } = await readRequestedPage(request, reply, {
        cursors,
        filters: { list: 'latest-events', ...filter },
        read: ({ after, size: limit }) =>
          db.read(scope, async (tx) => {
            const window = { before: decodeEventPlace(after), limit }
            const { events, last } = await readLatest(tx, scope, filter, window)
            const subjects = await subjectsOf(tx, scope, events, language)
            return { events, subjects, last: encodeEventPlace(last) }
          }),
      })
      const reader = readerOf(request)
      const content = found.events.map((event, index) => ({
        ...maskEvent(event, reader),
        subject: found.subjects[index]!,
      }))
      return { content, next }
    })
  }

function filterOf(query: LatestQuery): LatestFilter {
  const { thirdpartyId = null, dossierId = null, documentId = null, actorType = null, actorId = null } = query
  return {
    types: parseNames(query.names, everything),
    ...parseRange(query.from, query.to),
    thirdpartyId,
    dossierId,
    documentId,
    actorType,
    actorId,
  }
}
