import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { defaultPageSize, maxPageSize, pageOf, type Page, type PageRequest } from '../kernel/index.ts'
import type { Cursors, Filters } from './cursor.ts'
import { problem } from './schemas.ts'

const pageProblem = (maxSize: number) =>
  problem({ invalid: 'PAGE_INVALID', type: 'PAGE_INVALID', params: { maxSize } })

/** Query parameters of a list; spread them into the route's own: `Type.Object({ ...pageQuery(), q: … })`. */
export function pageQuery(maxSize = maxPageSize) {
  return {
    page: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Page number, from 0.',
        ...pageProblem(maxSize),
      }),
    ),
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: `Rows per page; default ${defaultPageSize}, more than ${maxSize} is reduced to it.`,
        ...pageProblem(maxSize),
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 6_000,
        description: 'Value of `next` of the page before; takes the place of `page`.',
        ...problem({ invalid: 'PAGE_TOKEN_INVALID' }),
      }),
    ),
  }
}

/** `sort=field,asc|desc` over the fields a list can be sorted by. */
export function sortQuery(fields: readonly string[]) {
  const values = fields.flatMap((field) => [field, `${field},asc`, `${field},desc`])
  return { sort: Type.Optional(Type.Enum(values)) }
}

export function sortOf(sort: string | undefined, fallback: string): { field: string; descending: boolean } {
  const [field = '', direction] = (sort ?? fallback).split(',')
  return { field, descending: direction === 'desc' }
}

interface PageParameters {
  page?: number
  size?: number
  cursor?: string
}

export function pageRequest(query: PageParameters, maxSize = maxPageSize): PageRequest {
  return {
    page: query.page ?? 0,
    size: Math.min(query.size ?? defaultPageSize, maxSize),
    cursor: query.cursor ?? null,
  }
}

/** The envelope of a list on the wire. */
export function PageOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    content: Type.Array(row),
    page: Type.Integer(),
    size: Type.Integer(),
    totalElements: Type.Integer(),
    totalPages: Type.Integer(),
    totalIsExact: Type.Boolean(),
    next: Type.Union([Type.String(), Type.Null()]),
  })
}

/** The rows of one page: behind the number `before`, or after so many others. */
export interface PageWindow {
  readonly size: number
  readonly offset: number
  readonly before: number | null
}

interface NewestFirst<Row, View> {
  readonly cursors: Cursors
  /** Names the list and what it was narrowed by; a cursor of another one is refused. */
  readonly filters: Filters
  readonly read: (window: PageWindow) => Promise<{ rows: Row[]; total: number; totalIsExact?: boolean }>
  readonly numberOf: (row: Row) => number
  readonly view: (row: Row) => View
}

/** Answers a list that goes from its highest number down, by pages or by cursor. */
export async function answerNewestFirst<Row, View>(
  request: FastifyRequest,
  reply: FastifyReply,
  { cursors, filters, read, numberOf, view }: NewestFirst<Row, View>,
): Promise<Page<View>> {
  const { scope } = request
  const asked = pageRequest(request.query as PageParameters)
  const { page, size, cursor } = asked
  const before = cursor === null ? null : Number(cursors.open(scope, filters, cursor)[0])
  const {
    rows,
    total,
    totalIsExact = true,
  } = await read({
    size,
    offset: before === null ? page * size : 0,
    before,
  })
  const last = rows.length === size ? rows.at(-1) : undefined
  const next = last ? cursors.seal(scope, filters, [numberOf(last)]) : null
  linkNext(request, reply, next)
  return pageOf(asked, { content: rows.map(view), total, totalIsExact, next })
}

/** Repeats the continuation as a header, for clients that follow links. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  if (next === null) return
  const [path = '', query = ''] = request.url.split('?', 2)
  const parameters = query.split('&').filter((pair) => pair !== '' && !/^(page|cursor)=/.test(pair))
  reply.header('link', `<${path}?${[...parameters, `cursor=${next}`].join('&')}>; rel="next"`)
}
