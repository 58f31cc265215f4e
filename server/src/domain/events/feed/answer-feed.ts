import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/index.ts'
import type { EventView } from '../../../platform/journal/index.ts'
import { AppError, defaultPageSize, maxPageSize, type Clock } from '../../../platform/kernel/index.ts'
import type { LeavePlace, Places, SharedPlaces } from '../../../platform/limits/index.ts'
import { readerOf } from '../../evaluation/index.ts'
import { parseNames } from '../event-names-query.ts'
import { maskEvent, type EventVisibility } from '../mask-event.ts'
import { awaitEvents } from './await-events.ts'
import { eventStream, type EventStream } from './event-stream.ts'
import type { JournalWatch } from './journal-watch.ts'
import { readFeed, type FeedPage } from './read-feed.ts'
import { recheckAccess, type Authenticate } from './recheck-access.ts'

export interface FeedDeps {
  readonly db: Db
  readonly clock: Clock
  readonly authenticate: Authenticate
  readonly places: SharedPlaces
}

interface FeedParts extends FeedDeps {
  readonly watch: JournalWatch
  readonly slots: Places
  /** What ends each open stream. */
  readonly streams: Set<() => void>
}

export interface FeedQuery {
  readonly after?: number
  readonly names?: string
  readonly size?: number
  readonly wait?: number
  readonly thirdpartyId?: number
  readonly dossierId?: number
  readonly documentId?: number
}

export interface FeedAnswer {
  content: EventView[]
  next: number
  head: number
  /** False for who sees some units only: numbers of events they may not see are missing. */
  complete: boolean
}

export const maxPosition = 999_999_999_999_999
const everything = ['THIRD_PARTY', 'DOSSIER', 'DOCUMENT'] as const
const maxLifeMs = 3_600_000
const streamPage = 100
const lastWordsMs = 500
/** How many requests of an account are held open at once, in all processes together. */
export const readersPerAccount = 20

function reading(
  { db }: FeedParts,
  { scope }: FastifyRequest,
  { names, thirdpartyId, dossierId, documentId }: FeedQuery,
  limit: number,
): (after: number) => Promise<FeedPage> {
  const filter = { types: parseNames(names, everything), thirdpartyId, dossierId, documentId }
  return (after) => readFeed(db, scope, filter, { after, limit })
}

export async function answerFeedPage(
  parts: FeedParts,
  request: FastifyRequest,
  reply: FastifyReply,
  query: FeedQuery,
): Promise<FeedAnswer> {
  const { after = 0, wait = 0, size = defaultPageSize } = query
  const read = reading(parts, request, query, Math.min(size, maxPageSize))
  const { accountId, units } = request.scope
  const complete = units === 'ALL'
  if (wait === 0) return feedAnswer(await read(after), readerOf(request), complete)
  const release = await takeReaderSlot(parts, accountId)
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  try {
    const requested = { accountId, after, read, signal: closed.signal, milliseconds: wait * 1_000 }
    const page = await awaitEvents(parts.watch, requested)
    return feedAnswer(page, await recheckAccess(request, parts), complete)
  } finally {
    release()
  }
}

async function takeReaderSlot({ slots }: FeedParts, accountId: number): Promise<LeavePlace> {
  const release = await slots.take(String(accountId))
  if (release !== null) return release
  const limit = readersPerAccount
  throw new AppError('EVENT_READERS_LIMIT', { limit }, { headers: { 'retry-after': '5' } })
}

function feedAnswer(
  { events, reached, head }: FeedPage,
  reader: EventVisibility,
  complete: boolean,
): FeedAnswer {
  return { content: events.map((event) => maskEvent(event, reader)), next: reached, head, complete }
}

/** What can be wrong with the question is answered as a problem; once the stream has begun it can only end. */
export async function answerStream(
  parts: FeedParts,
  request: FastifyRequest,
  reply: FastifyReply,
  query: FeedQuery,
): Promise<void> {
  const { accountId } = request.scope
  const { size = streamPage, wait } = query
  const read = reading(parts, request, query, Math.min(size, maxPageSize))
  const first = await read(lastEventId(request) ?? query.after ?? 0)
  const release = await takeReaderSlot(parts, accountId)
  const stream = eventStream(parts.watch, {
    accountId,
    first,
    read,
    quietMs: wait === undefined ? null : wait * 1_000,
    shown: async (events) => {
      const reader = await recheckAccess(request, parts)
      return events.map((event) => maskEvent(event, reader))
    },
  })
  superviseStream(parts, request, reply, stream)
  stream.body.once('close', release)
  // Proxies must pass each event on at once; a connection that ends with its stream needs no further signal.
  void reply
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    .header('events-complete', String(request.scope.units === 'ALL'))
    .header('connection', 'close')
    .send(stream.body)
}

/** Ends the stream with the token or the service. A client that does not take its last words is cut off. */
function superviseStream(
  { streams, clock }: FeedParts,
  { principal }: FastifyRequest,
  { raw }: FastifyReply,
  stream: EventStream,
): void {
  // The answer may be over for us and still lie before the client: only the socket knows.
  const { socket } = raw
  let cut: NodeJS.Timeout | undefined
  const end = () => {
    stream.end()
    cut ??= setTimeout(() => socket?.destroy(), lastWordsMs)
  }
  const life = setTimeout(end, Math.min(maxLifeMs, principal.expiresAt.getTime() - clock.now().getTime()))
  streams.add(end)
  raw.once('close', () => stream.end())
  stream.body.once('close', () => clearTimeout(life))
  const forget = () => {
    streams.delete(end)
    clearTimeout(cut)
  }
  // Gone while the first events were read: nothing will close any more.
  if (socket === null || socket.destroyed) forget()
  else socket.once('close', forget)
}

/** What a browser sends when it comes back. */
function lastEventId({ headers }: FastifyRequest): number | null {
  const given = headers['last-event-id']
  if (given === undefined || given === '') return null
  const seq = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(seq <= maxPosition)) throw new AppError('HEADER_INVALID', { header: 'Last-Event-ID' })
  return seq
}
