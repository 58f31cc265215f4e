import { Type, type TSchema } from 'typebox'
import { defaultPageSize, maxPageSize, type PageRequest } from '../kernel/index.ts'
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
