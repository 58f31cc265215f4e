import { Type } from 'typebox'
import { AppError } from '../../platform/kernel/index.ts'
import type { AttributeCondition } from './attribute-port.ts'

const codePattern = '[A-Z][A-Z0-9_]{0,63}'
const attributeParameter = new RegExp(`^attribute\\.(${codePattern})(?:\\.(min|max))?$`)
const maxConditions = 20

export const attributeSortField = new RegExp(`^attribute\\.(${codePattern})$`)

/** `attribute.CODE,desc`, beside the fields a list is always sorted by. */
export const attributeSortSchema = Type.String({
  pattern: `^attribute\\.${codePattern}(,(asc|desc))?$`,
  description: 'By an attribute; third parties without a value come last in both directions.',
})

/**
 * The names of these parameters depend on the account, so OpenAPI describes them as one object whose members
 * are parameters of their own (style form, exploded). Its own name is never sent.
 */
export const attributeParameters = {
  attributes: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 1_000 },
      description:
        'attribute.CODE=value finds third parties with that value (or, of several options, that one); without a value those that have none. attribute.CODE.min and attribute.CODE.max bound numbers, dates, texts and options in their order. At most 20.',
      examples: [{ 'attribute.CRITICALITY': 'High', 'attribute.ANNUAL_PURCHASE_AMOUNT.min': '100000' }],
    }),
  ),
}

/** What rows show beside their summary. */
export const shownAttributes = {
  withAttributes: Type.Optional(
    Type.Array(Type.String({ pattern: `^${codePattern}$` }), {
      minItems: 1,
      maxItems: 20,
      description: 'Codes of attributes separated by commas: each row then has their values.',
    }),
  ),
}

/** Those of a query that ask for attributes, in one order however they were sent; null when none does. */
export function attributeConditions(
  query: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): readonly AttributeCondition[] | null {
  const found: AttributeCondition[] = []
  for (const [name, value] of Object.entries(query)) {
    if (Object.hasOwn(known, name)) continue
    const [, code, test = 'is'] = attributeParameter.exec(name) ?? []
    const shortName = name.slice(0, 100)
    if (code === undefined)
      throw new AppError('PARAMETER_UNKNOWN', { parameter: shortName }, { members: { parameter: shortName } })
    found.push({ code, test: test as AttributeCondition['test'], value: String(value) })
    if (found.length > maxConditions) throw tooMany(shortName)
  }
  if (found.length === 0) return null
  const place = ({ code, test }: AttributeCondition) => `${code} ${test}`
  return found.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

function tooMany(parameter: string): AppError {
  const errors = [{ parameter, code: 'FIELD_TOO_MANY', message: '' }]
  return new AppError('VALIDATION_FAILED', {}, { errors })
}
