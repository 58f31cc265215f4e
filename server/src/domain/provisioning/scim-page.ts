import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import { parseFilter } from './protocol/filter.ts'
import { filterCondition, type FilterField, type FilterSource } from './protocol/filter-sql.ts'
import { invalidSyntax, invalidValue, quote } from './protocol/scim-error.ts'
import { requireObject, requireSchema } from './protocol/read-resource.ts'
import type { Projection } from './protocol/projection.ts'

/** What a list is asked for, by the query string or by a search request. */
export interface ScimQuery extends Projection {
  readonly filter: string | null
  readonly sortBy: string | null
  readonly descending: boolean
  /** Counted from one. */
  readonly startIndex: number
  readonly count: number
}

export interface ScimPage<Row> {
  readonly rows: Row[]
  readonly total: number
}

export const maxPageSize = 500
const defaultPageSize = 100
const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** The parameters of a GET; lists are separated by commas. */
export function readQuery(given: unknown): ScimQuery {
  const query = given as Readonly<Record<string, unknown>>
  const list = (name: string) =>
    textOf(query, name)
      ?.split(',')
      .map((one) => one.trim()) ?? null
  return {
    ...commonOf(query),
    attributes: list('attributes'),
    excludedAttributes: list('excludedAttributes'),
  }
}

/** The body of a POST to `.search`, for filters that are too long or too private for an address. */
export function readSearch(body: unknown): ScimQuery {
  const given = requireObject(body)
  requireSchema(given, searchSchema)
  const list = (name: string) => {
    const value = given[name]
    if (value === undefined || value === null) return null
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
    throw invalidSyntax(`${name} is a list of names.`)
  }
  return {
    ...commonOf(given),
    attributes: list('attributes'),
    excludedAttributes: list('excludedAttributes'),
  }
}

function commonOf(given: Readonly<Record<string, unknown>>) {
  const filter = textOf(given, 'filter')
  const order = textOf(given, 'sortOrder')?.toLowerCase() ?? 'ascending'
  if (order !== 'ascending' && order !== 'descending')
    throw invalidValue('sortOrder is ascending or descending.')
  return {
    filter,
    sortBy: textOf(given, 'sortBy'),
    descending: order === 'descending',
    // Values below are read as the smallest that makes sense, as the RFC wants it.
    startIndex: Math.max(1, numberOf(given, 'startIndex') ?? 1),
    count: Math.min(maxPageSize, Math.max(0, numberOf(given, 'count') ?? defaultPageSize)),
  }
}

function textOf(given: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = given[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  throw invalidSyntax(`${name} is text.`)
}

function numberOf(given: Readonly<Record<string, unknown>>, name: string): number | null {
  const value = given[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  if (typeof value === 'string' && /^-?\d{1,9}$/.test(value)) return Number(value)
  throw invalidValue(`${name} is a whole number.`)
}

interface PageSource {
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly account: RawBuilder<unknown>
  readonly source: FilterSource
}

/** The numbers of what stands on a page, in order, and how many there are in all. */
export async function selectScimPage(
  tx: ReadTx,
  query: ScimQuery,
  { from, id, account, source }: PageSource,
): Promise<{ ids: number[]; total: number }> {
  const condition = query.filter === null ? sql`true` : filterCondition(parseFilter(query.filter), source)
  const order = orderOf(query, source)
  const counted = await sql<{ found: number }>`${plannedAnew}
    select count(*)::int as found from ${from} where ${account} and ${condition}`.execute(tx)
  const total = counted.rows[0]?.found ?? 0
  if (query.count === 0 || query.startIndex > total) return { ids: [], total }
  const { rows } = await sql<{ id: number }>`${plannedAnew}
    select ${id} as id from ${from} where ${account} and ${condition}
    order by ${order}${id} offset ${query.startIndex - 1} limit ${query.count}`.execute(tx)
  return { ids: rows.map((row) => row.id), total }
}

/** Whoever lacks the attribute comes last, or first when the order is turned round. */
function orderOf({ sortBy, descending }: ScimQuery, source: FilterSource): RawBuilder<unknown> {
  if (sortBy === null) return sql``
  const direction = descending ? sql`desc nulls first` : sql`asc nulls last`
  return sql`${sortKey(sortBy, source)} ${direction}, `
}

function sortKey(sortBy: string, source: FilterSource): RawBuilder<unknown> {
  const dot = sortBy.lastIndexOf('.')
  const whole = source(sortBy)
  const found = whole ?? (dot < 0 ? null : source(sortBy.slice(0, dot)))
  if (found === null) throw invalidValue(`There is no attribute ${quote(sortBy)} to sort by.`)
  if (found.type !== 'rows') return sortable(found)
  const field = found.field(whole ? 'value' : sortBy.slice(dot + 1))
  if (field === null) throw invalidValue(`There is no attribute ${quote(sortBy)} to sort by.`)
  return sql`(select min(${sortable(field)}) from ${found.from})`
}

function sortable({ type, value }: FilterField): RawBuilder<unknown> {
  if (type === 'text') return sql`lower(${value})`
  return type === 'uuid' ? sql`${value}::text` : value
}
