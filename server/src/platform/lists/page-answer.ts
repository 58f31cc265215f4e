import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageRequest, type Cursors, type Filters, type Position } from '../http/index.ts'
import { pageOf, type Page, type PageRequest, type Scope } from '../kernel/index.ts'
import type { ListPosition, Total } from './list-source.ts'
import type { PageWindow } from './select-page.ts'

/** What a request asks for: the rows behind a position, or behind so many others. */
export interface RequestedPage {
  readonly size: number
  readonly offset: number
  readonly after: Position | null
  /** What the first page counted. The pages of one list share it: counting again would cost more than a page. */
  readonly total: Total | null
}

interface Continued {
  /** The position of the last row, if others follow. */
  readonly last: Position | null
}

interface CursorList<Found extends Continued> {
  readonly cursors: Cursors
  /** Names the list and what narrows it: a cursor of another one is refused. */
  readonly filters: Filters
  readonly read: (requested: RequestedPage) => Promise<Found & Partial<Total>>
}

type PageParameters = Parameters<typeof pageRequest>[0]

/** Reads the page a request asks for, and says in the header and in `next` how to go on. */
export async function readRequestedPage<Found extends Continued>(
  request: FastifyRequest,
  reply: FastifyReply,
  { cursors, filters, read }: CursorList<Found>,
): Promise<{ readonly page: PageRequest; readonly found: Found; readonly next: string | null }> {
  const { scope } = request
  const page = pageRequest(request.query as PageParameters)
  const { total, after } = decodeCursor(cursors, scope, filters, page.cursor)
  // A cursor already stands where the page begins.
  const offset = after === null ? page.page * page.size : 0
  const found = await read({ size: page.size, offset, after, total })
  const next = found.last && cursors.seal(scope, filters, [...totalParts(found), ...found.last])
  linkNext(request, reply, next)
  return { page, found, next }
}

/** The same in the envelope of a list. */
export async function answerPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  list: CursorList<Continued & Total & { readonly content: Row[] }>,
): Promise<Page<Row>> {
  const { page, found, next } = await readRequestedPage(request, reply, list)
  return pageOf(page, { ...found, next })
}

interface NumberedRows<Row> {
  readonly rows: Row[]
  readonly total: number
  readonly totalIsExact?: boolean
}

/** Answers a list that has numbered pages only. */
export async function answerNumberedPage<Row, View = Row>(
  query: PageParameters,
  read: (window: PageWindow) => Promise<NumberedRows<Row>>,
  view: (row: Row) => View,
): Promise<Page<View>> {
  const page = pageRequest(query)
  const {
    rows,
    total,
    totalIsExact = true,
  } = await read({
    size: page.size,
    offset: page.page * page.size,
    after: null,
  })
  return pageOf(page, { content: rows.map(view), total, totalIsExact, next: null })
}

const totalParts = ({ total, totalIsExact }: Partial<Total>) => [total ?? null, totalIsExact ? 1 : 0]

function decodeCursor(cursors: Cursors, scope: Scope, filters: Filters, cursor: string | null) {
  if (cursor === null) return { total: null, after: null }
  const [total, isExact, ...after] = cursors.open(scope, filters, cursor)
  return { total: typeof total === 'number' ? { total, totalIsExact: isExact === 1 } : null, after }
}

/** Repeats the continuation as a header, for clients that follow links. */
function linkNext(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  if (next === null) return
  const [path = '', query = ''] = request.url.split('?', 2)
  const parameters = query.split('&').filter((pair) => pair !== '' && !/^(page|cursor)=/.test(pair))
  reply.header('link', `<${path}?${[...parameters, `cursor=${next}`].join('&')}>; rel="next"`)
}

export function decodePosition(after: Position | null): ListPosition | null {
  if (after === null) return null
  const [segment, key, id] = after
  return { segment: Number(segment), key: typeof key === 'string' ? key : null, id: Number(id) }
}

export const encodePosition = (last: ListPosition | null): Position | null =>
  last && [last.segment, last.key, last.id]
