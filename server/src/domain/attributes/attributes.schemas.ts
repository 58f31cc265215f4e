import { Type } from 'typebox'
import { dateTimeSchema, nullable, singleLine, namedObject } from '../../platform/http/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { failures } from './expression-result.ts'
import { attributeScopes, attributeTypes, type Definition } from './attribute.ts'

export const label = singleLine({ minLength: 1, maxLength: 200 })
export const type = Type.Enum([...attributeTypes], { title: 'AttributeType' })
export const scope = Type.Enum([...attributeScopes])
export const options = Type.Array(singleLine({ minLength: 1, maxLength: 200 }), { maxItems: 200 })
export const expression = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'CEL over attributes.CODE and thirdparty.field.',
  examples: ['attributes.ANNUAL_PURCHASE_AMOUNT > 100000 ? "High" : "Low"'],
})
export const position = Type.Integer({ minimum: 0, maximum: 10_000 })

const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
export const valueSchema = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
  Type.Null(),
])
export const valuesSchema = Type.Array(scalar)

export const DefinitionRecord = Type.Object(
  {
    attributeId: Type.Integer(),
    code: Type.String({ examples: ['ANNUAL_PURCHASE_AMOUNT'] }),
    label: Type.String(),
    type,
    scope,
    options: Type.Array(Type.String()),
    calculated: nullable(Type.String({ description: 'The expression; null when values are entered.' })),
    required: Type.Boolean({ description: 'A complete record has it. Nothing is refused for want of it.' }),
    position: Type.Integer(),
    archived: Type.Boolean(),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
  },
  { title: 'Attribute' },
)

export function definitionRecord(definition: Definition) {
  return {
    attributeId: definition.attributeId,
    code: definition.code,
    label: definition.label,
    type: definition.type,
    scope: definition.scope,
    options: [...definition.options],
    calculated: definition.expression,
    required: definition.required,
    position: definition.position,
    archived: definition.archived,
    createdAt: formatDateTime(definition.createdAt),
    updatedAt: formatDateTime(definition.updatedAt),
  }
}

export const AttributeRecord = Type.Object(
  {
    attributeId: Type.Integer(),
    code: Type.String(),
    label: Type.String(),
    type,
    value: valueSchema,
    values: valuesSchema,
    options: Type.Array(Type.String()),
    calculated: nullable(Type.String()),
    failure: nullable(
      Type.Enum([...failures], {
        description:
          'Why a calculated attribute has no value: ERROR: the expression fails on these inputs. TOO_MANY_STEPS: the expression is longer than is allowed now; shorten it. OUT_OF_TIME: the calculation was ended; it is tried again when an input or the expression changes.',
      }),
    ),
    required: Type.Boolean(),
    updatedAt: nullable(dateTimeSchema),
  },
  { title: 'AttributeValue' },
)

export const HistoryRow = namedObject('AttributeChange', {
  changeId: Type.Integer(),
  before: valueSchema,
  after: valueSchema,
  changedAt: dateTimeSchema,
  by: Type.Object({
    type: Type.Enum(['USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER']),
    id: nullable(Type.Integer()),
  }),
})

export const PreviewRow = namedObject('AttributePreview', {
  thirdpartyId: Type.Integer(),
  name: nullable(Type.String()),
  outcome: Type.Enum(['VALUE', 'MISSING', 'FAILED'], {
    description: 'MISSING: an input is not known, so there is no value.',
  }),
  value: valueSchema,
  values: valuesSchema,
  reason: nullable(Type.String({ description: 'Why it FAILED.' })),
})
