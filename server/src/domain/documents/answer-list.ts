import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import { linkNext, pageRequest, type Cursors } from '../../platform/http/index.ts'
import { parseEventFilter, type EventFilter } from '../../platform/journal/index.ts'
import {
  AppError,
  formatEventSecond,
  pageOf,
  type Page,
  type PageRequest,
  type Scope,
} from '../../platform/kernel/index.ts'
import { listIds, listIdsByEvents, type ListOrder, type ListSource, type MatchedEvents } from './list-ids.ts'

export interface ListDeps {
  readonly db: Db
  readonly cursors: Cursors
  readonly maxEventRangeDays: number | null
}

export interface ListQuery {
  readonly page?: number
  readonly size?: number
  readonly cursor?: string
  readonly sort?: string
  readonly eventNames?: string
  readonly eventOccurrenceStartDate?: string
  readonly eventOccurrenceEndDate?: string
}

export interface AskedList<Row> {
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
  if (!events) return ordered(deps, request, reply, asked)
  // Another order would have to read the whole journal.
  if (query.sort !== undefined) {
    const errors = [{ parameter: 'sort', code: 'FIELD_UNKNOWN', message: '' }]
    throw new AppError('VALIDATION_FAILED', {}, { errors })
  }
  return matching(deps, request, reply, { ...asked, events })
}

async function ordered<Row>(
  { db, cursors }: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, source, order, bound, rows }: AskedList<Row>,
): Promise<Page<Row>> {
  const { scope } = request
  const page = pageRequest(query)
  const { descending } = order
  const binding = { list: source.resource, ...bound, sort: query.sort, descending }
  const [key, id] = opened(cursors, scope, binding, page)
  const after = page.cursor === null ? null : { key: String(key), id: Number(id) }
  const { found, content } = await db.read(scope, async (tx) => {
    const ids = await listIds(tx, source, order, { size: page.size, offset: offsetOf(page), after })
    return { found: ids, content: await rows(tx, ids.ids) }
  })
  const next = found.last && cursors.seal(scope, binding, [found.last.key, found.last.id])
  linkNext(request, reply, next)
  return pageOf(page, { ...found, content, next })
}

async function matching<Row extends object>(
  { db, cursors }: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, source, events, bound, rows }: AskedList<Row> & { readonly events: EventFilter },
): Promise<Page<Listed<Row>>> {
  const { scope } = request
  const page = pageRequest(query)
  const binding = { list: `${source.resource} by events`, ...bound, ...events }
  const [time, id] = opened(cursors, scope, binding, page)
  const after = page.cursor === null ? null : { occurredAt: new Date(Number(time)), resourceId: Number(id) }
  const { found, content } = await db.read(scope, async (tx) => {
    const stretch = { size: page.size, offset: offsetOf(page), after }
    const ids = await listIdsByEvents(tx, scope, { ...source, events }, stretch)
    const shown = await rows(tx, ids.ids)
    return {
      found: ids,
      content: shown.map((row, index) => withMatches(row, ids.matched.get(ids.ids[index] ?? 0))),
    }
  })
  const { last } = found
  const next = last && cursors.seal(scope, binding, [last.occurredAt.getTime(), last.resourceId])
  linkNext(request, reply, next)
  reply.header('events-complete-until', formatEventSecond(found.completeUntil))
  return pageOf(page, { ...found, content, next })
}

function withMatches<Row extends object>(row: Row, matchedEvents: MatchedEvents | undefined): Listed<Row> {
  return matchedEvents ? { ...row, matchedEvents } : row
}

function opened(cursors: Cursors, scope: Scope, binding: Record<string, unknown>, page: PageRequest) {
  return page.cursor === null ? [] : cursors.open(scope, binding, page.cursor)
}

/** A cursor already stands where the page begins. */
function offsetOf(page: PageRequest): number {
  return page.cursor === null ? page.page * page.size : 0
}
