import { sql, type RawBuilder } from 'kysely'
import type { CompareOperator, CompareValue, Filter } from './filter.ts'
import { invalidFilter, quote } from './scim-error.ts'

type Sql = RawBuilder<unknown>

/**
 * Something a filter can compare. `folded` text is already in small letters, so that an index finds it; `exact` text is
 * compared as it is.
 */
export interface FilterField {
  readonly type: 'text' | 'folded' | 'exact' | 'uuid' | 'boolean' | 'moment'
  readonly value: Sql
}

/** An attribute with several values: a row for each, in which a filter looks for one that fits. */
export interface FilterRows {
  readonly type: 'rows'
  readonly from: Sql
  readonly field: (part: string) => FilterField | null
}

/** Where the attributes of a resource are kept; null for what there is not. */
export type FilterSource = (path: string) => FilterField | FilterRows | null

/** A condition that is true or false, never null. */
export function filterCondition(filter: Filter, source: FilterSource): Sql {
  switch (filter.kind) {
    case 'and':
      return sql`(${filterCondition(filter.left, source)} and ${filterCondition(filter.right, source)})`
    case 'or':
      return sql`(${filterCondition(filter.left, source)} or ${filterCondition(filter.right, source)})`
    case 'not':
      return sql`(not ${filterCondition(filter.inner, source)})`
    case 'some':
      return someRow(filter, source)
    case 'present':
      return onField(filter.path, source, ({ value }) => sql`(${value} is not null)`)
    case 'compare':
      return onField(filter.path, source, (field) => compareField(field, filter))
  }
}

function someRow({ path, inner }: Extract<Filter, { kind: 'some' }>, source: FilterSource): Sql {
  const rows = source(path)
  if (rows?.type !== 'rows') throw invalidFilter(`${quote(path)} has no brackets.`)
  return sql`exists (select from ${rows.from} and ${filterCondition(inner, rows.field)})`
}

/** Of an attribute with several values, one that fits is enough; their value is meant when no part is named. */
function onField(path: string, source: FilterSource, condition: (field: FilterField) => Sql): Sql {
  const whole = source(path)
  if (whole !== null && whole.type !== 'rows') return condition(whole)
  const dot = path.lastIndexOf('.')
  const rows = whole ?? (dot < 0 ? null : source(path.slice(0, dot)))
  const field = rows?.type === 'rows' ? rows.field(whole === null ? path.slice(dot + 1) : 'value') : null
  if (rows?.type !== 'rows' || field === null)
    throw invalidFilter(`There is no attribute ${quote(path)} to filter by.`)
  return sql`exists (select from ${rows.from} and ${condition(field)})`
}

type Comparison = Extract<Filter, { kind: 'compare' }>

function compareField(field: FilterField, { path, operator, value }: Comparison): Sql {
  if (value === null) {
    if (operator === 'eq') return sql`(${field.value} is null)`
    if (operator === 'ne') return sql`(${field.value} is not null)`
    throw invalidFilter('Nothing but eq and ne compares with null.')
  }
  switch (field.type) {
    case 'boolean':
      return compareBoolean(field, path, { operator, value })
    case 'moment':
      return compareMoment(field, path, { operator, value })
    case 'uuid':
      return compareId(field, { operator, value: requireText(path, value) })
    default:
      return compareText(field, { operator, value: requireText(path, value) })
  }
}

function requireText(path: string, value: CompareValue): string {
  if (typeof value === 'string') return value
  throw invalidFilter(`${quote(path)} is text: write its value in double quotes.`)
}

interface Wanted<Value = CompareValue> {
  readonly operator: CompareOperator
  readonly value: Value
}

function compareBoolean({ value }: FilterField, path: string, wanted: Wanted): Sql {
  const text = typeof wanted.value === 'string' ? wanted.value.toLowerCase() : String(wanted.value)
  if (text !== 'true' && text !== 'false') throw invalidFilter(`${quote(path)} is true or false.`)
  if (wanted.operator === 'eq') return sql`coalesce(${value} = ${text === 'true'}, false)`
  if (wanted.operator === 'ne') return sql`coalesce(${value} <> ${text === 'true'}, true)`
  throw invalidFilter(`${quote(path)} is compared by eq and ne.`)
}

const order = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i

function compareMoment({ value }: FilterField, path: string, { operator, value: given }: Wanted): Sql {
  const date = typeof given === 'string' && moment.test(given) ? new Date(given) : null
  if (date === null || Number.isNaN(date.getTime()))
    throw invalidFilter(`${quote(path)} is compared with a moment such as "2026-11-16T08:00:00Z".`)
  // As it is shown: in milliseconds.
  const shown = sql`date_trunc('milliseconds', ${value})`
  if (operator === 'eq') return sql`(${shown} = ${date})`
  if (operator === 'ne') return sql`(${shown} <> ${date})`
  if (operator === 'co' || operator === 'sw' || operator === 'ew')
    throw invalidFilter(`${quote(path)} is a moment and has no beginning or end.`)
  return sql`(${shown} ${order[operator]} ${date})`
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isScimId = (text: string): boolean => uuid.test(text)

function compareId({ value }: FilterField, { operator, value: text }: Wanted<string>): Sql {
  const isEqual = operator === 'eq' || operator === 'ne'
  if (isEqual && !isScimId(text)) return operator === 'eq' ? sql`false` : sql`true`
  if (operator === 'eq') return sql`(${value} = ${text}::uuid)`
  if (operator === 'ne') return sql`(${value} <> ${text}::uuid)`
  return compareText({ type: 'exact', value: sql`${value}::text` }, { operator, value: text })
}

function compareText({ type, value }: FilterField, { operator, value: text }: Wanted<string>): Sql {
  const own = type === 'text' ? sql`lower(${value})` : value
  const given = type === 'exact' ? sql`${text}::text` : sql`lower(${text}::text)`
  switch (operator) {
    case 'eq':
      // Not by coalesce, which no index could serve.
      return sql`(${own} = ${given} and ${own} is not null)`
    case 'ne':
      return sql`coalesce(${own} <> ${given}, true)`
    case 'co':
      return sql`coalesce(position(${given} in ${own}) > 0, false)`
    case 'sw':
      return sql`coalesce(starts_with(${own}, ${given}), false)`
    case 'ew':
      return sql`coalesce(right(${own}, length(${given})) = ${given}, false)`
    default:
      return sql`coalesce(${own} collate "C" ${order[operator]} ${given} collate "C", false)`
  }
}
