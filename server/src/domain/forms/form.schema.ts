import { Type, type Static } from 'typebox'
import { nullable, namedObject } from '../../platform/http/index.ts'

/** What a person fills in. On the wire only the first five exist: a choice is a string, a table its cells. */
const fieldTypes = ['string', 'date', 'iban', 'boolean', 'number', 'choice', 'table'] as const
const columnTypes = ['string', 'date', 'iban', 'boolean', 'number', 'choice'] as const

export const strict = { additionalProperties: false }
export const code = Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', minLength: 2, maxLength: 60 })
export const fieldKey = Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 60 })
export const textSchema = (maxLength: number) =>
  Type.Object(
    { fr: Type.String({ minLength: 1, maxLength }), en: Type.String({ minLength: 1, maxLength }) },
    strict,
  )

export const ChoiceSchema = namedObject(
  'FormChoice',
  {
    code,
    label: textSchema(200),
    /** 0 worst to 1 best; null takes the question out of the score; absent where nothing is scored. */
    score: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])),
  },
  strict,
)

const plainField = {
  key: fieldKey,
  label: textSchema(300),
  help: Type.Optional(textSchema(500)),
  section: Type.Optional(textSchema(100)),
  required: Type.Boolean(),
  /** Asked for when the named field is left empty. */
  requiredUnless: Type.Optional(fieldKey),
  /** Personal data: to be masked for those who have no need of it. */
  personal: Type.Optional(Type.Boolean()),
  maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  integer: Type.Optional(Type.Boolean()),
  /** A commitment: only "true" answers it. */
  mustBeTrue: Type.Optional(Type.Boolean()),
  choices: Type.Optional(Type.Array(ChoiceSchema, { minItems: 2, maxItems: 50 })),
  weight: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
}

const ColumnSchema = namedObject(
  'FormColumnDefinition',
  { ...plainField, type: Type.Enum([...columnTypes]) },
  strict,
)

export const FieldSchema = namedObject(
  'FormFieldDefinition',
  {
    ...plainField,
    type: Type.Enum([...fieldTypes], { title: 'FormFieldType' }),
    columns: Type.Optional(Type.Array(ColumnSchema, { minItems: 1, maxItems: 20 })),
    minRows: Type.Optional(Type.Integer({ minimum: 0, maximum: 500 })),
    maxRows: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  },
  strict,
)
export type Choice = Static<typeof ChoiceSchema>
export type FormField = Static<typeof FieldSchema>
export type FormColumn = Static<typeof ColumnSchema>

const wireField = {
  key: Type.String(),
  type: Type.Enum([...fieldTypes]),
  label: Type.String(),
  help: nullable(Type.String()),
  section: nullable(Type.String()),
  required: Type.Boolean(),
  requiredUnless: nullable(Type.String({ description: 'Asked for when this other field is left empty.' })),
  personal: Type.Boolean(),
  maxLength: nullable(Type.Integer()),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  integer: Type.Boolean(),
  mustBeTrue: Type.Boolean({ description: 'A commitment: only "true" answers it.' }),
  choices: nullable(Type.Array(Type.Object({ code: Type.String(), label: Type.String() }))),
}

const ColumnRecord = namedObject('FormColumn', wireField)

export const FormFieldRecord = namedObject('FormField', {
  ...wireField,
  columns: nullable(
    Type.Array(ColumnRecord, {
      description: 'Of a table. Its cells are answered as `<field>.<row>.<column>`.',
    }),
  ),
  minRows: nullable(Type.Integer()),
  maxRows: nullable(Type.Integer()),
})
export type FieldWire = Static<typeof FormFieldRecord>

export const FormEntryRecord = namedObject('FormEntry', {
  type: Type.Enum(['string', 'date', 'iban', 'boolean', 'number']),
  key: Type.String(),
  title: Type.String(),
  order: Type.Integer(),
  value: Type.String({ description: 'For a date, DD/MM/YYYY.' }),
})
