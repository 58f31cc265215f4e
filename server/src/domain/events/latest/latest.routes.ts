import type { Db } from '../../../platform/db/index.ts'
import { linkNext, type Cursors, type HttpRoutes } from '../../../platform/http/index.ts'
import { defaultPageSize, maxPageSize } from '../../../platform/kernel/index.ts'
import { readerOf } from '../../evaluation/index.ts'
import { parseNames } from '../event-names-query.ts'
import { shownEvent } from '../shown-event.ts'
import { parseRange } from './latest-range.ts'
import { readLatest, type LatestFilter } from './latest.queries.ts'
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
      const binding = {
        list: 'latest-events',
        ...filter,
        from: filter.from?.getTime() ?? null,
        to: filter.to?.getTime() ?? null,
      }
      const [at, seq] = query.cursor === undefined ? [] : cursors.open(scope, binding, query.cursor)
      const before = query.cursor === undefined ? null : { at: new Date(Number(at)), seq: Number(seq) }
      const limit = Math.min(query.size ?? defaultPageSize, maxPageSize)
      const { events, last, subjects } = await db.read(scope, async (tx) => {
        const page = await readLatest(tx, scope, { filter, before, limit })
        return { ...page, subjects: await subjectsOf(tx, scope, page.events, language) }
      })
      const next = last && cursors.seal(scope, binding, [last.at.getTime(), last.seq])
      linkNext(request, reply, next)
      const reader = readerOf(request)
      const content = events.map((event, index) => ({
        ...shownEvent(event, reader),
        subject: subjects[index]!,
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
