import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import { sendJsonText, type Position } from '../http/index.ts'
import {
  completeUntil,
  countMatches,
  endOfSearch,
  eventMatches,
  matchCondition,
  pageByEvents,
  parseEventFilter,
  type EventFilter,
  type EventMatch,
  type EventPosition,
  type ResourceType,
} from '../journal/index.ts'
import { formatEventSecond, type Page, type Scope } from '../kernel/index.ts'
import type { List, PlainListDeps } from './answer-list.ts'
import type { Fragment, Total } from './list-source.ts'
import { answerPage, decodePosition, encodePosition, type RequestedPage } from './page-answer.ts'
import { readListing, type Listing } from './select-page.ts'

export interface ListDeps extends PlainListDeps {
  readonly maxEventRangeDays: number | null
}

interface EventListQuery {
  readonly sort?: string
  readonly eventNames?: string
  readonly eventOccurrenceStartDate?: string
  readonly eventOccurrenceEndDate?: string
}

/** A list of resources on which events occur. */
export interface EventList<Columns extends object, View> extends List<Columns, View> {
  readonly resource: ResourceType
  readonly query: EventListQuery
  /** The search routes demand the filter, the lists only allow it. */
  readonly eventsRequired: boolean
}

interface MatchedEvents {
  readonly first: string
  readonly last: string
  readonly count: number
}

type WithMatches<View> = View extends JsonParts ? View : View & { matchedEvents?: MatchedEvents }

/** Answers a list in one of its orders or, when events are named, in that of their latest match. */
export async function answerEventList<Columns extends object, View extends object>(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  list: EventList<Columns, View>,
): Promise<Page<WithMatches<View>>> {
  const { db, cursors, maxEventRangeDays: maxDays } = deps
  const { query, resource, eventsRequired: required } = list
  const { scope } = request
  const events = parseEventFilter(query, { resource, required, maxDays })
  const isByEvents = events !== null && query.sort === undefined
  const filters = { ...list.filters, sort: query.sort, isByEvents, ...events }
  return answerPage(request, reply, {
    cursors,
    filters,
    read: async (requested) => {
      if (events === null) {
        const reader = await db.reader(scope)
        return reader.read(scope, (tx) => readPlain(tx, list, requested))
      }
      // On the primary alone: the search waits for those who are writing to the journal, and a replica knows none of them.
      const search = isByEvents ? decodeEventPosition(requested.after, events) : { events, after: null }
      const until = await completeUntil(db, scope, search.events.end)
      reply.header('events-complete-until', formatEventSecond(until))
      const asked = { ...list, ...search, requested, until }
      return db.read(scope, (tx) =>
        isByEvents ? readByEvents(tx, scope, asked) : readWithEvents(tx, scope, asked),
      )
    },
  })
}

const openPage = Buffer.from('{"content":[')
const comma = Buffer.from(',')

/**
 * A row that is JSON already, in pieces: all pieces of a page are joined at once, because memory outside V8's heap makes
 * it collect garbage sooner. The last piece ends with the closing brace.
 */
export type JsonParts = readonly Buffer[]

/** The same where rows are JSON already: their bytes are joined into the answer without being read. */
export async function answerEventListText<Columns extends object>(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  list: EventList<Columns, JsonParts>,
): Promise<FastifyReply> {
  const { content, ...rest } = await answerEventList(deps, request, reply, list)
  const rows = content.flatMap((row, index) => (index === 0 ? row : [comma, ...row]))
  const closePage = Buffer.from(`],${JSON.stringify(rest).slice(1)}`)
  return sendJsonText(reply, Buffer.concat([openPage, ...rows, closePage]))
}

interface Answer<View> extends Total {
  readonly content: WithMatches<View>[]
  readonly last: Position | null
}

async function readPlain<Columns extends object, View extends object>(
  tx: ReadTx,
  { open, view }: EventList<Columns, View>,
  { after, ...requested }: RequestedPage,
): Promise<Answer<View>> {
  const window = { ...requested, after: decodePosition(after) }
  const { rows, last, ...total } = await readListing(tx, await open(tx), window)
  return { ...total, content: (await view(rows, tx)) as WithMatches<View>[], last: encodePosition(last) }
}

type EventRequest<Columns extends object, View> = EventList<Columns, View> & {
  readonly events: EventFilter
  readonly after: EventPosition | null
  readonly requested: RequestedPage
  readonly until: Date
}

/** Those with a matching event, the latest match first. */
async function readByEvents<Columns extends object, View extends object>(
  tx: ReadTx,
  scope: Scope,
  { resource, events, after, requested, until, ...list }: EventRequest<Columns, View>,
): Promise<Answer<View>> {
  const { source } = await list.open(tx)
  const search = { resource, filter: events }
  const window = { ...requested, after }
  const { rows, last, ...total } = await pageByEvents<Columns>({ tx, scope, search, source }, window)
  const shown = rows.map((row) => ({ ...row, row_id: row.resource_id, row_key: null, row_segment: 0 }))
  const end = after === null && requested.offset === 0 ? endOfSearch(events, rows, until) : events.end
  return {
    ...total,
    content: addMatches(await list.view(shown, tx), rows),
    last: last && [last.occurredAt.getTime(), last.resourceId, end.getTime()],
  }
}

/** The same resources in another order. */
async function readWithEvents<Columns extends object, View extends object>(
  tx: ReadTx,
  scope: Scope,
  { resource, events, requested, ...list }: EventRequest<Columns, View>,
): Promise<Answer<View>> {
  const listing = await list.open(tx)
  const { source } = listing
  const search = { resource, filter: events }
  const matching = await matchCondition(tx, scope, search, source.id)
  const narrowed: Listing<Columns> = {
    order: listing.order,
    source: { ...source, planOnce: false, conditions: [...source.conditions, matching] },
    count: (on) => countMatches(on, scope, { ...search, ...(isNarrowed(source) && { kept: isIn(source) }) }),
  }
  const window = { ...requested, after: decodePosition(requested.after) }
  const { rows, last, ...total } = await readListing(tx, narrowed, window)
  const ids = rows.map((row) => row.row_id)
  const matches = await sql<Match>`
    select resource_id, wire_time(first_at) as first_at, wire_time(last_at) as last_at, matches
    from (${eventMatches(scope, search, sql`${ids}::bigint[]`)}) m`.execute(tx)
  const byId = new Map(matches.rows.map((match) => [match.resource_id, match]))
  const shown = await list.view(rows, tx)
  return {
    ...total,
    content: addMatches(
      shown,
      ids.map((id) => byId.get(id)),
    ),
    last: encodePosition(last),
  }
}

type Source = Listing['source']
const isNarrowed = ({ conditions }: Source) => conditions.length > 1
const isIn = ({ from, id, conditions }: Source): Fragment =>
  sql`exists (select from ${from} where ${id} = m.resource_id and ${sql.join([...conditions], sql` and `)})`

type Match = Pick<EventMatch, 'resource_id' | 'first_at' | 'last_at' | 'matches'>

const isJsonParts = (row: object): row is JsonParts => Array.isArray(row)

/** Each row with what matched, in the order of the rows. */
function addMatches<View extends object>(
  rows: readonly View[],
  matches: readonly (Match | undefined)[],
): WithMatches<View>[] {
  return rows.map((row, index) => {
    const match = matches[index]
    if (!match) return row as WithMatches<View>
    const matchedEvents = { first: match.first_at, last: match.last_at, count: match.matches }
    const shown = isJsonParts(row)
      ? [
          ...row.slice(0, -1),
          row.at(-1)?.subarray(0, -1),
          Buffer.from(`,"matchedEvents":${JSON.stringify(matchedEvents)}}`),
        ]
      : Object.assign({}, row, { matchedEvents })
    return shown as WithMatches<View>
  })
}

/** Time and id of the last row, and where the range of this search ends. */
function decodeEventPosition(position: Position | null, events: EventFilter) {
  if (position === null) return { after: null, events }
  const [time, resourceId, end] = position.map(Number)
  const after = { occurredAt: new Date(time ?? 0), resourceId: resourceId ?? 0 }
  return { after, events: { ...events, end: new Date(end ?? 0) } }
}
