import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  linkNext,
  PageOf,
  pageRequest,
  sendJsonText,
  type Cursors,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import type { EventFilter } from '../../platform/journal/index.ts'
import { AppError, formatEventSecond, type PageRequest } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import type { PortfolioFilter, PortfolioSort } from './portfolio-filter.ts'
import { eventsOf, filterOf, ListQuery, portfolioSort } from './portfolio-query.ts'
import { listByEvents, listPortfolio } from './portfolio.queries.ts'
import { ThirdPartyRow } from './thirdparty.schema.ts'

interface Deps {
  db: Db
  cursors: Cursors
  maxEventRangeDays: number | null
  attributes: ThirdPartyAttributes
}

const tags = ['Third parties']

export const portfolioRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.get(
      '/thirdparties',
      {
        config: { right: 'read' },
        schema: {
          operationId: 'listThirdParties',
          tags,
          summary: 'The portfolio, newest first, or the third parties on which named events occurred',
          querystring: ListQuery,
          response: { 200: PageOf(ThirdPartyRow) },
        },
      },
      async (request, reply) =>
        answerList(deps, request, reply, { query: request.query, filterRequired: false }),
    )

    app.get(
      '/thirdparties/search',
      {
        config: { right: 'read' },
        schema: {
          operationId: 'searchThirdPartiesByEvent',
          tags,
          summary: 'Third parties on which at least one of the named events occurred in a range of time',
          querystring: ListQuery,
          response: { 200: PageOf(ThirdPartyRow) },
        },
      },
      async (request, reply) =>
        answerList(deps, request, reply, { query: request.query, filterRequired: true }),
    )
  }

interface Asked {
  query: Static<typeof ListQuery>
  filterRequired: boolean
}

function answerList(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, filterRequired }: Asked,
): Promise<FastifyReply> {
  const events = eventsOf(query, { maxDays: deps.maxEventRangeDays, required: filterRequired })
  const common = { page: pageRequest(query), filter: filterOf(query, ListQuery.properties) }
  if (!events) return listAll(deps, request, reply, { ...common, sort: portfolioSort(query) })
  // Found by events, rows come by their latest match: another order would have to read the whole journal.
  if (query.sort !== undefined) {
    const errors = [{ parameter: 'sort', code: 'FIELD_UNKNOWN', message: '' }]
    throw new AppError('VALIDATION_FAILED', {}, { errors })
  }
  return listMatching(deps, request, reply, { ...common, events })
}

interface Wanted {
  page: PageRequest
  filter: PortfolioFilter
}

async function listAll(
  { db, cursors, attributes }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, filter, sort }: Wanted & { sort: PortfolioSort },
): Promise<FastifyReply> {
  const { scope } = request
  const bound = { list: 'thirdparties', ...filter, ...sort }
  const [key, id] = page.cursor === null ? [] : cursors.open(scope, bound, page.cursor)
  const after =
    page.cursor === null ? null : { key: key === null ? null : String(key), thirdpartyId: Number(id) }
  const found = await db.read(scope, (tx) =>
    listPortfolio(tx, scope, { filter, sort, size: page.size, offset: offsetOf(page), after, attributes }),
  )
  const { last } = found
  const next = last && cursors.seal(scope, bound, [last.key, last.thirdpartyId])
  linkNext(request, reply, next)
  return sendJsonText(reply, pageText(page, found, next))
}

async function listMatching(
  { db, cursors, attributes }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, filter, events }: Wanted & { events: EventFilter },
): Promise<FastifyReply> {
  const { scope } = request
  const bound = { list: 'thirdparties by events', ...filter, ...events }
  const [time, id] = page.cursor === null ? [] : cursors.open(scope, bound, page.cursor)
  const after = page.cursor === null ? null : { occurredAt: new Date(Number(time)), resourceId: Number(id) }
  const found = await db.read(scope, (tx) =>
    listByEvents(tx, scope, { filter, events, size: page.size, offset: offsetOf(page), after, attributes }),
  )
  const { last } = found
  const next = last && cursors.seal(scope, bound, [last.occurredAt.getTime(), last.resourceId])
  linkNext(request, reply, next)
  reply.header('events-complete-until', formatEventSecond(found.completeUntil))
  return sendJsonText(reply, pageText(page, found, next))
}

/** A cursor already stands where the page begins. */
function offsetOf(page: PageRequest): number {
  return page.cursor === null ? page.page * page.size : 0
}

/** The list envelope around records that are JSON already. */
function pageText(
  page: PageRequest,
  found: { wires: string[]; total: number; totalIsExact: boolean },
  next: string | null,
): string {
  const { size } = page
  const rest = {
    page: page.page,
    size,
    totalElements: found.total,
    totalPages: Math.ceil(found.total / size),
    totalIsExact: found.totalIsExact,
    next,
  }
  return `{"content":[${found.wires.join(',')}],${JSON.stringify(rest).slice(1)}`
}
