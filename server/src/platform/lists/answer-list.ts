import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, ReadTx } from '../db/index.ts'
import { linkNext, pageRequest, type Cursors } from '../http/index.ts'
import { completeUntil, endOfWalk, openWalk, parseEventFilter, type EventFilter } from '../journal/index.ts'
import { formatEventSecond, pageOf, type Page, type PageRequest, type Scope } from '../kernel/index.ts'
import {
  listIds,
  listIdsByEvents,
  listIdsWithEvents,
  type ListOrder,
  type ListSource,
  type MatchedEvents,
  type Total,
} from './list-ids.ts'

export interface ListDeps {
  readonly db: Db
  readonly cursors: Cursors
  readonly maxEventRangeDays: number | null
}

interface ListQuery {
  readonly page?: number
  readonly size?: number
  readonly cursor?: string
  readonly sort?: string
  readonly eventNames?: string
  readonly eventOccurrenceStartDate?: string
  readonly eventOccurrenceEndDate?: string
}

interface AskedList<Row> {
  readonly query: ListQuery
  readonly filterRequired: boolean
  readonly source: ListSource
  readonly order: ListOrder
  /** What a cursor is bound to, beside the events. */
  readonly bound: Readonly<Record<string, unknown>>
  /** The rows of these ids, in their order. */
  readonly rows: (tx: ReadTx, ids: readonly number[]) => Promise<Row[]>
}

type Listed<Row> = Row & { matchedEvents?: MatchedEvents }

/** A list in one of its orders or, when events are named, in that of their latest match. */
export function answerList<Row extends object>(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedList<Row>,
): Promise<Page<Listed<Row>>> {
  const { query, source, filterRequired: required } = asked
  const events = parseEventFilter(query, {
    resource: source.resource,
    required,
    maxDays: deps.maxEventRangeDays,
  })
  return events && query.sort === undefined
    ? matching(deps, request, reply, { ...asked, events })
    : ordered(deps, request, reply, { ...asked, events })
}

type WithEvents<Row, Events> = AskedList<Row> & { readonly events: Events }

async function ordered<Row extends object>(
  { db, cursors }: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, source, order, bound, rows, events }: WithEvents<Row, EventFilter | null>,
): Promise<Page<Listed<Row>>> {
  const { scope } = request
  const page = pageRequest(query)
  const { descending } = order
  const binding = { list: source.resource, ...bound, sort: query.sort, descending, ...events }
  // The pages of one walk share the total of its first: counting again would cost more than the page.
  const [key, id, total, totalIsExact] = opened(cursors, scope, binding, page) ?? []
  const after = page.cursor === null ? null : { key: String(key), id: Number(id) }
  const known = typeof total === 'number' ? { total, totalIsExact: totalIsExact === 1 } : null
  const stretch = { size: page.size, offset: offsetOf(page), after }
  if (events) completeUntilHeader(reply, await completeUntil(db, scope, events.end))
  const { found, content } = await db.read(scope, async (tx) => {
    const ids = events
      ? await listIdsWithEvents(tx, scope, { ...source, events }, { order, ...stretch })
      : { ...(await listIds(tx, source, order, { ...stretch, known })), matched: null }
    return { found: ids, content: withMatches(await rows(tx, ids.ids), ids) }
  })
  const next = found.last && cursors.seal(scope, binding, [found.last.key, found.last.id, ...totalOf(found)])
  linkNext(request, reply, next)
  return pageOf(page, { ...found, content, next })
}

async function matching<Row extends object>(
  { db, cursors }: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, source, events, bound, rows }: WithEvents<Row, EventFilter>,
): Promise<Page<Listed<Row>>> {
  const { scope } = request
  const page = pageRequest(query)
  const binding = { list: `${source.resource} by events`, ...bound, ...events }
  const walk = openWalk(opened(cursors, scope, binding, page), events)
  const until = await completeUntil(db, scope, walk.events.end)
  const { found, content } = await db.read(scope, async (tx) => {
    const stretch = { size: page.size, offset: offsetOf(page), after: walk.after }
    const ids = await listIdsByEvents(tx, scope, { ...source, events: walk.events }, stretch)
    return { found: ids, content: withMatches(await rows(tx, ids.ids), ids) }
  })
  const { last } = found
  const end =
    page.cursor === null && page.page === 0 ? endOfWalk(events, found.matches, until) : walk.events.end
  const next =
    last && cursors.seal(scope, binding, [last.occurredAt.getTime(), last.resourceId, end.getTime()])
  linkNext(request, reply, next)
  completeUntilHeader(reply, until)
  return pageOf(page, { ...found, content, next })
}

const totalOf = ({ total, totalIsExact }: Total) => [total, totalIsExact ? 1 : 0]

function completeUntilHeader(reply: FastifyReply, until: Date): void {
  reply.header('events-complete-until', formatEventSecond(until))
}

function withMatches<Row extends object>(
  rows: readonly Row[],
  {
    ids,
    matched,
  }: { readonly ids: readonly number[]; readonly matched: ReadonlyMap<number, MatchedEvents> | null },
): Listed<Row>[] {
  return rows.map((row, index) => {
    const matchedEvents = matched?.get(ids[index] ?? 0)
    return matchedEvents ? { ...row, matchedEvents } : row
  })
}

function opened(cursors: Cursors, scope: Scope, binding: Record<string, unknown>, page: PageRequest) {
  return page.cursor === null ? null : cursors.open(scope, binding, page.cursor)
}

/** A cursor already stands where the page begins. */
function offsetOf(page: PageRequest): number {
  return page.cursor === null ? page.page * page.size : 0
}
