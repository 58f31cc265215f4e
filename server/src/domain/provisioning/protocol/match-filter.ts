import type { CompareOperator, CompareValue, Filter } from './filter.ts'
import { invalidFilter, quote } from './scim-error.ts'

/** One value of an attribute that has several, such as an address of somebody. */
export type ComplexValue = Readonly<Record<string, unknown>>

/** Whether one value of an attribute fits what stands in its brackets. */
export function matchesFilter(filter: Filter, value: ComplexValue): boolean {
  switch (filter.kind) {
    case 'and':
      return matchesFilter(filter.left, value) && matchesFilter(filter.right, value)
    case 'or':
      return matchesFilter(filter.left, value) || matchesFilter(filter.right, value)
    case 'not':
      return !matchesFilter(filter.inner, value)
    case 'present':
      return partOf(value, filter.path) !== null
    case 'compare':
      return compareParts(partOf(value, filter.path), filter.operator, filter.value)
    case 'some':
      throw invalidFilter(`There are no brackets inside of brackets: ${quote(filter.path)}.`)
  }
}

function partOf(value: ComplexValue, name: string): string | number | boolean | null {
  const wanted = name.toLowerCase()
  const key = Object.keys(value).find((known) => known.toLowerCase() === wanted)
  const part = key === undefined ? null : value[key]
  return typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean' ? part : null
}

function compareParts(
  part: string | number | boolean | null,
  operator: CompareOperator,
  wanted: CompareValue,
): boolean {
  const [one, other] = [part, wanted].map((it) => (typeof it === 'string' ? it.toLowerCase() : it))
  if (operator === 'eq') return one === other
  if (operator === 'ne') return one !== other
  if (typeof one !== 'string' || typeof other !== 'string') return false
  switch (operator) {
    case 'co':
      return one.includes(other)
    case 'sw':
      return one.startsWith(other)
    case 'ew':
      return one.endsWith(other)
    case 'gt':
      return one > other
    case 'ge':
      return one >= other
    case 'lt':
      return one < other
    case 'le':
      return one <= other
  }
}

/** What a value must hold to fit: the equalities that all apply. For a value that is to be made. */
export function equalitiesOf(filter: Filter): Record<string, string | number | boolean> {
  if (filter.kind === 'and') return { ...equalitiesOf(filter.left), ...equalitiesOf(filter.right) }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.value === null) return {}
  return { [filter.path]: filter.value }
}
