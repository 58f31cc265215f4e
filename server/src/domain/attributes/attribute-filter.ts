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
  const having = (test: RawBuilder<unknown>) => sql<boolean>`exists (select from attribute_value av
    where av.account_id = ${scope.accountId} and av.attribute_id = ${definition.attributeId}
      and av.subject = ${sql.ref(subject)} and ${test})`
  if (operator === 'present') return having(sql`true`)
  if (operator === 'empty') return sql<boolean>`not ${having(sql`true`)}`
  if (operator === 'contains') return having(containing(definition, value))
  const wanted = operand(definition, value)
  if (operator === 'eq') return having(equal(wanted))
  if (operator === 'ne') return sql<boolean>`not ${having(equal(wanted))}`
  return having(compared(definition, operator, wanted))
}

/** What to order by, ascending or descending; nulls are records without a value. Options go in their own order. */
export function attributeSort(
  scope: Scope,
  definition: Filtered,
  subject = 'thirdparty.thirdparty_id',
): RawBuilder<string | number | null> {
  return sql`(select ${sql.ref(`av.${keyOf(definition)}`)} from attribute_value av
    where av.account_id = ${scope.accountId} and av.attribute_id = ${definition.attributeId}
      and av.subject = ${sql.ref(subject)})`
}

function keyOf({ type }: Filtered): 'text_key' | 'number_key' {
  return type === 'string' || type === 'date' ? 'text_key' : 'number_key'
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
  return typeof wanted === 'number' ? sql`av.number_key = ${wanted}::numeric` : whole
}

function containing(definition: Filtered, value: unknown): RawBuilder<unknown> {
  if (typeof value !== 'string' || !['string', 'list_unique', 'list_multiple'].includes(definition.type))
    throw new AppError('ATTRIBUTE_VALUE_TYPE', { label: definition.label, type: definition.type })
  if (definition.type === 'list_multiple') return sql`av.value @> ${JSON.stringify(value)}::jsonb`
  return sql`position(lower(${value}) in lower(av.value #>> '{}')) > 0`
}

const comparisons = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

function compared(
  definition: Filtered,
  operator: keyof typeof comparisons,
  wanted: string | number | boolean | string[],
): RawBuilder<unknown> {
  const sign = comparisons[operator]
  if (typeof wanted === 'number') return sql`av.number_key ${sign} ${wanted}::numeric`
  if (definition.type === 'list_unique')
    return sql`av.number_key ${sign} ${definition.options.indexOf(String(wanted)) + 1}::numeric`
  if (typeof wanted === 'string') return sql`av.text_key ${sign} left(${wanted}, 200)`
  throw new AppError('ATTRIBUTE_VALUE_TYPE', { label: definition.label, type: definition.type })
}
