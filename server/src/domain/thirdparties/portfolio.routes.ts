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
import { completeUntil, endOfWalk, openWalk, type EventFilter } from '../../platform/journal/index.ts'
import { formatEventSecond, type PageRequest } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import type { PortfolioFilter, PortfolioSort } from './portfolio-filter.ts'
import { eventsOf, filterOf, ListQuery, portfolioSort } from './portfolio-query.ts'
import { listByEvents } from './portfolio-events.queries.ts'
import { listPortfolio } from './portfolio.queries.ts'
import type { RatingBands } from './summary-parameters.ts'
import { ThirdPartyRow } from './thirdparty.schema.ts'

interface Deps {
  db: Db
  cursors: Cursors
  maxEventRangeDays: number | null
  attributes: ThirdPartyAttributes
  ratingBands: RatingBands
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
  const common = {
    page: pageRequest(query),
    filter: filterOf(query, { declared: ListQuery.properties, bands: deps.ratingBands }),
    shown: query.withAttributes ?? [],
  }
  // Found by events, rows come by their latest match unless another order is asked for.
  return events && query.sort === undefined
    ? listMatching(deps, request, reply, { ...common, events })
    : listAll(deps, request, reply, { ...common, sort: portfolioSort(query), events })
}

interface Wanted {
  page: PageRequest
  filter: PortfolioFilter
  shown: readonly string[]
}

async function listAll(
  { db, cursors, attributes }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, filter, shown, sort, events }: Wanted & { sort: PortfolioSort; events: EventFilter | null },
): Promise<FastifyReply> {
  const { scope } = request
  const bound = { list: 'thirdparties', ...filter, ...sort, ...events }
  const [key, id] = page.cursor === null ? [] : cursors.open(scope, bound, page.cursor)
  const after =
    page.cursor === null ? null : { key: key === null ? null : String(key), thirdpartyId: Number(id) }
  if (events) completeUntilHeader(reply, await completeUntil(db, scope, events.end))
  const stretch = { size: page.size, offset: offsetOf(page), after }
  const found = await db.read(scope, (tx) =>
    listPortfolio(tx, scope, { filter, shown, sort, events, attributes, ...stretch }),
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
  { page, filter, shown, events }: Wanted & { events: EventFilter },
): Promise<FastifyReply> {
  const { scope } = request
  const bound = { list: 'thirdparties by events', ...filter, ...events }
  const walk = openWalk(page.cursor === null ? null : cursors.open(scope, bound, page.cursor), events)
  const until = await completeUntil(db, scope, walk.events.end)
  const stretch = { size: page.size, offset: offsetOf(page), after: walk.after }
  const found = await db.read(scope, (tx) =>
    listByEvents(tx, scope, { filter, shown, events: walk.events, attributes, ...stretch }),
  )
  const { last } = found
  const end =
    page.cursor === null && page.page === 0 ? endOfWalk(events, found.matches, until) : walk.events.end
  const next = last && cursors.seal(scope, bound, [last.occurredAt.getTime(), last.resourceId, end.getTime()])
  linkNext(request, reply, next)
  completeUntilHeader(reply, until)
  return sendJsonText(reply, pageText(page, found, next))
}

function completeUntilHeader(reply: FastifyReply, until: Date): void {
  reply.header('events-complete-until', formatEventSecond(until))
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
