import { sql, type RawBuilder } from 'kysely'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { Definition } from './attribute.ts'
import { parseValues } from './parse-values.ts'

export const attributeOperators = [
  'eq',
  'ne',
  'contains',
  'lt',
  'lte',
  'gt',
  'gte',
  'empty',
  'present',
] as const
export type AttributeOperator = (typeof attributeOperators)[number]

type Filtered = Pick<Definition, 'attributeId' | 'label' | 'type' | 'options'>

export interface AttributeCondition {
  operator: AttributeOperator
  /** In the shape of the type; for `contains` a text or, of a list, one option. Not used by empty and present. */
  value?: unknown
  /** The column that holds the third party or dossier, as the query calls it. */
  subject?: string
}

/**
 * True for records whose attribute meets the condition; `ne` and `empty` are also true where there is no value.
 * Written over the indexes by text and by number.
 */
export function attributeFilter(
  scope: Scope,
  definition: Filtered,
  condition: AttributeCondition,
): RawBuilder<boolean> {
  const { operator, value, subject = 'thirdparty.thirdparty_id' } = condition
  const hasValue = (test: RawBuilder<unknown>) => sql<boolean>`exists (select from attribute_value av
    where av.account_id = ${scope.accountId} and av.attribute_id = ${definition.attributeId}
      and av.subject = ${sql.ref(subject)} and ${test})`
  if (operator === 'present') return hasValue(sql`true`)
  if (operator === 'empty') return sql<boolean>`not ${hasValue(sql`true`)}`
  if (operator === 'contains') return hasValue(containing(definition, value))
  const wanted = operand(definition, value)
  if (operator === 'eq') return hasValue(equal(wanted))
  if (operator === 'ne') return sql<boolean>`not ${hasValue(equal(wanted))}`
  return hasValue(comparisonCondition(definition, operator, wanted))
}

/**
 * How to walk records by the attribute, along the index of its keys: the rows of `av` that have one, in the order of
 * the key, and the records that have none. Options go in their own order; several at once have no order.
 */
export function attributeSort(scope: Scope, definition: Filtered, subject = 'thirdparty.thirdparty_id') {
  const { label, type } = definition
  if (type === 'list_multiple') throw new AppError('ATTRIBUTE_VALUE_TYPE', { label, type })
  const key = keyColumn(definition)
  const valued = sql`av.account_id = ${scope.accountId} and av.attribute_id = ${definition.attributeId}
    and ${sql.ref(key)} is not null`
  return {
    valued,
    key,
    type: key === 'av.text_key' ? ('text' as const) : ('float8' as const),
    missing: sql<boolean>`not exists (select from attribute_value av
      where ${valued} and av.subject = ${sql.ref(subject)})`,
  }
}

function keyColumn({ type }: Filtered): 'av.text_key' | 'av.number_key' {
  return type === 'string' || type === 'date' ? 'av.text_key' : 'av.number_key'
}

function operand(definition: Filtered, value: unknown): string | number | boolean | string[] {
  const given = Array.isArray(value) ? value : [value]
  const parsed = parseValues({ ...definition, expression: null }, given, '/value')
  if (parsed !== null) return parsed
  throw new AppError('ATTRIBUTE_VALUE_TYPE', { label: definition.label, type: definition.type })
}

/** The key finds candidates in the index; the value, which is whole, decides. */
function equal(wanted: string | number | boolean | string[]): RawBuilder<unknown> {
  const json = sql`${JSON.stringify(wanted)}::jsonb`
  const whole = sql`(av.value @> ${json} and ${json} @> av.value)`
  if (typeof wanted === 'string') return sql`av.text_key = left(${wanted}, 200) and ${whole}`
  return typeof wanted === 'number' ? sql`av.number_key = ${wanted}::float8` : whole
}

function containing(definition: Filtered, value: unknown): RawBuilder<unknown> {
  if (typeof value !== 'string' || !['string', 'list_unique', 'list_multiple'].includes(definition.type))
    throw new AppError('ATTRIBUTE_VALUE_TYPE', { label: definition.label, type: definition.type })
  if (definition.type === 'list_multiple')
    return sql`av.value @> ${JSON.stringify(operand(definition, value))}::jsonb`
  return sql`position(lower(${value}) in lower(av.value #>> '{}')) > 0`
}

const comparisons = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

function comparisonCondition(
  definition: Filtered,
  operator: keyof typeof comparisons,
  wanted: string | number | boolean | string[],
): RawBuilder<unknown> {
  const sign = comparisons[operator]
  if (typeof wanted === 'number') return sql`av.number_key ${sign} ${wanted}::float8`
  if (definition.type === 'list_unique')
    return sql`av.number_key ${sign} ${definition.options.indexOf(String(wanted)) + 1}::float8`
  if (typeof wanted === 'string') return sql`av.text_key ${sign} left(${wanted}, 200)`
  throw new AppError('ATTRIBUTE_VALUE_TYPE', { label: definition.label, type: definition.type })
}
