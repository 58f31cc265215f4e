import { AppError, parseDate, type ProblemCode } from '../../platform/kernel/index.ts'
import {
  significantDigits,
  maxDigits,
  maxTextLength,
  maxValues,
  type AttributeValue,
  type Definition,
} from './attribute.ts'

/** An attribute as clients set it: by its label, with as many values as its type allows; none clears it. */
export interface AttributeInput {
  readonly label: string
  readonly values: readonly unknown[]
}

type Typed = Pick<Definition, 'label' | 'type' | 'options' | 'expression'>
type Fault = Extract<ProblemCode, `ATTRIBUTE_${string}`>

// Enough to see the spelling; a list of hundreds would not help.
const shownNames = 30

export function nameList(names: readonly string[]): string {
  const list = names.slice(0, shownNames).join(', ')
  return names.length > shownNames ? `${list}, …` : list
}

/** The value to store, or null to clear. Nothing is converted: what is not of the type is refused. */
export function parseValues(
  definition: Typed,
  values: readonly unknown[],
  pointer = '/values',
): AttributeValue | null {
  const { type, expression } = definition
  if (expression !== null) throw fault('ATTRIBUTE_READ_ONLY', definition, pointer)
  if (values.length === 0) return null
  if (type === 'list_multiple') return parseChoices(definition, values, pointer)
  if (values.length > 1) throw fault('ATTRIBUTE_SINGLE_VALUE', definition, pointer)
  return parseOne(definition, values[0], `${pointer}/0`)
}

function parseOne(definition: Typed, value: unknown, pointer: string): AttributeValue {
  switch (definition.type) {
    case 'boolean':
      if (typeof value !== 'boolean') throw fault('ATTRIBUTE_VALUE_TYPE', definition, pointer)
      return value
    case 'decimal':
    case 'percentage':
      return parseNumber(definition, value, pointer)
    default:
      return parseText(definition, value, pointer)
  }
}

function parseNumber(definition: Typed, value: unknown, pointer: string): number {
  if (typeof value !== 'number') throw fault('ATTRIBUTE_VALUE_TYPE', definition, pointer)
  // A double holds 15 digits exactly; of a longer number we could not say what its sender meant.
  if (!Number.isFinite(value) || significantDigits(value) > maxDigits)
    throw fault('ATTRIBUTE_NUMBER_RANGE', definition, pointer)
  return value === 0 ? 0 : value
}

function parseText(definition: Typed, value: unknown, pointer: string): string {
  if (typeof value !== 'string') throw fault('ATTRIBUTE_VALUE_TYPE', definition, pointer)
  if (value.length > maxTextLength) throw fieldFault('FIELD_TOO_LONG', pointer)
  if (definition.type === 'date' && !parseDate(value))
    throw fault('ATTRIBUTE_DATE_INVALID', definition, pointer)
  if (definition.type === 'list_unique' && !definition.options.includes(value))
    throw fault('ATTRIBUTE_OPTION_UNKNOWN', definition, pointer)
  return value
}

function parseChoices(definition: Typed, values: readonly unknown[], pointer: string): string[] {
  if (values.length > maxValues) throw fieldFault('FIELD_TOO_MANY', pointer)
  const chosen = new Set<string>()
  for (const [index, value] of values.entries()) {
    const at = `${pointer}/${index}`
    if (typeof value !== 'string') throw fault('ATTRIBUTE_VALUE_TYPE', definition, at)
    if (!definition.options.includes(value)) throw fault('ATTRIBUTE_OPTION_UNKNOWN', definition, at)
    if (chosen.has(value)) throw fault('ATTRIBUTE_OPTION_REPEATED', definition, at)
    chosen.add(value)
  }
  return [...chosen]
}

function fault(code: Fault, { label, type, options }: Typed, pointer: string): AppError {
  return new AppError<ProblemCode>(
    code,
    { label, type, options: nameList(options) },
    { members: { pointer } },
  )
}

export function fieldFault(code: string, pointer: string): AppError {
  return new AppError('VALIDATION_FAILED', {}, { errors: [{ pointer, code, message: '' }] })
}
