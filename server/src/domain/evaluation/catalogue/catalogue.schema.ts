import { Type, type Static } from 'typebox'
import { recordId, namedObject } from '../../../platform/http/index.ts'
import { roles, themeCodes } from '../../../platform/kernel/index.ts'
import { ChoiceSchema, code, fieldKey, FieldSchema, strict, textSchema } from '../../forms/index.ts'

export const documentKinds = ['FILE', 'FORM', 'FILE_AND_FORM', 'CHECK'] as const
export const answerers = ['THIRD_PARTY', 'ACCOUNT'] as const
const criticalities = ['High', 'Medium', 'Low'] as const
const country = Type.String({ pattern: '^[A-Z]{2}$' })
const version = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const months = Type.Integer({ minimum: 1, maximum: 600 })

const ValiditySchema = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('MONTHS'),
      months,
      from: Type.Enum(['EFFECTIVE_DATE', 'UPLOAD_DATE']),
      byCriticality: Type.Optional(Type.Object({ High: months, Medium: months, Low: months }, strict)),
    },
    strict,
  ),
  /** Until the date answered in the form, and never longer than so many months from the effective date. */
  Type.Object({ kind: Type.Literal('FIELD'), field: fieldKey, maxMonths: Type.Optional(months) }, strict),
  Type.Object({ kind: Type.Literal('CALENDAR_YEAR') }, strict),
  /** No date of its own: it ends with something outside. */
  Type.Object(
    {
      kind: Type.Literal('NONE'),
      until: Type.Enum(['REPLACED', 'CONTRACT_END', 'POSTING_END', 'BATCH_END', 'CLOSED']),
    },
    strict,
  ),
  /** Kept up to date by the service itself. */
  Type.Object({ kind: Type.Literal('CONTINUOUS') }, strict),
])

export const DocumentTypeSchema = Type.Object(
  {
    code,
    version,
    name: textSchema(200),
    purpose: textSchema(1_000),
    theme: Type.Enum([...themeCodes]),
    kind: Type.Enum([...documentKinds]),
    answeredBy: Type.Optional(
      Type.Enum([...answerers], {
        description:
          'ACCOUNT: a piece of the account itself, which the third party is neither asked for nor shown. THIRD_PARTY where it is left out.',
      }),
    ),
    validity: ValiditySchema,
    validityNote: Type.Optional(textSchema(500)),
    /** The form's date that counts as the effective date when none is given with the answer. */
    effectiveDateField: Type.Optional(fieldKey),
    legalBasis: textSchema(500),
    legalBasisVerified: Type.Boolean(),
    acceptedFileTypes: Type.Array(Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$', maxLength: 120 }), {
      maxItems: 20,
    }),
    retentionYears: Type.Integer({ minimum: 1, maximum: 100 }),
    expectedScore: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()]),
    personalData: Type.Boolean(),
    bankDetails: Type.Boolean(),
    fields: Type.Array(FieldSchema, { maxItems: 200 }),
  },
  strict,
)

/** All that are present must hold. */
const ConditionsSchema = namedObject(
  'DocumentConditions',
  {
    countriesIn: Type.Optional(Type.Array(country, { minItems: 1, maxItems: 250 })),
    countriesNotIn: Type.Optional(Type.Array(country, { minItems: 1, maxItems: 250 })),
    /** Beginnings of NAF codes: "41" is the whole division. */
    activities: Type.Optional(
      Type.Array(Type.String({ pattern: '^\\d{2}(\\.?\\d{1,2}[A-Z]?)?$' }), { minItems: 1, maxItems: 100 }),
    ),
    headcountMin: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { ...strict, minProperties: 1 },
)

const option = Type.String({ minLength: 1, maxLength: 200 })
const options = Type.Optional(Type.Array(option, { minItems: 1, maxItems: 100 }))
const ApprovalStepSchema = namedObject(
  'ApprovalStepDefinition',
  {
    key: code,
    title: textSchema(100),
    by: Type.Object(
      {
        role: Type.Optional(Type.Enum([...roles])),
        teamId: Type.Optional(recordId),
        unitId: Type.Optional(recordId),
      },
      {
        ...strict,
        minProperties: 1,
        maxProperties: 1,
        description: 'People of a role, of a team, or those who were given a unit to see.',
      },
    ),
    need: Type.Enum(['ANY', 'ALL', 'COUNT'], {
      description: 'One of them, each of them, or `count` of them.',
    }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    dueDays: Type.Integer({ minimum: 1, maximum: 365 }),
    skipWhen: Type.Optional(
      Type.Object(
        {
          criticalities: options,
          categories: options,
          countriesIn: Type.Optional(Type.Array(country, { minItems: 1, maxItems: 250 })),
          countriesNotIn: Type.Optional(Type.Array(country, { minItems: 1, maxItems: 250 })),
        },
        {
          ...strict,
          minProperties: 1,
          description:
            'Asked when the step is reached; all that are given must hold. What is not known of the company fulfils none.',
        },
      ),
    ),
  },
  strict,
)

export const DossierTypeSchema = Type.Object(
  {
    code,
    version,
    label: textSchema(200),
    purpose: textSchema(1_000),
    typed: Type.Boolean(),
    themes: Type.Array(Type.Enum([...themeCodes]), { minItems: 1 }),
    renewal: Type.Union([
      Type.Object({ months, opensDaysBefore: Type.Integer({ minimum: 0, maximum: 365 }) }, strict),
      Type.Null(),
    ]),
    dueDays: Type.Integer({ minimum: 1, maximum: 365 }),
    documents: Type.Array(
      Type.Object(
        {
          code,
          required: Type.Boolean(),
          conditions: Type.Optional(ConditionsSchema),
          /** One answer among the documents of a group is enough. */
          alternativeGroup: Type.Optional(code),
        },
        strict,
      ),
      { maxItems: 100 },
    ),
    approvalSteps: Type.Optional(
      Type.Array(ApprovalStepSchema, {
        minItems: 1,
        maxItems: 10,
        description:
          'Who has to approve the dossier once all its pieces are accepted, one step after the other.',
      }),
    ),
  },
  strict,
)

/** A definition as an account writes it: the path says the code, the service counts the versions. */
const withoutName = <C, V, Rest>({
  code: _code,
  version: _version,
  ...rest
}: { code: C; version: V } & Rest) => rest
export const DocumentDefinitionSchema = namedObject(
  'DocumentDefinition',
  withoutName(DocumentTypeSchema.properties),
  strict,
)
export const DossierDefinitionSchema = namedObject(
  'DossierDefinition',
  withoutName(DossierTypeSchema.properties),
  strict,
)

const amount = Type.Union([Type.Number({ minimum: 0 }), Type.Null()])

const ShippedRuleSchema = Type.Object(
  {
    code,
    name: textSchema(200),
    note: Type.Optional(textSchema(500)),
    active: Type.Boolean(),
    priority: Type.Integer({ minimum: 0, maximum: 10_000 }),
    criteria: Type.Object(
      {
        /** NAF sections, divisions or codes. */
        sectors: Type.Array(Type.String({ pattern: '^([A-U]|\\d{2}(\\.?\\d{1,2}[A-Z]?)?)$' })),
        countries: Type.Array(country),
        criticalities: Type.Array(Type.Enum([...criticalities])),
        purchaseAmount: Type.Object({ min: amount, max: amount }, strict),
      },
      strict,
    ),
    dossierTypeCodes: Type.Array(code, { minItems: 1 }),
    dueDays: Type.Integer({ minimum: 1, maximum: 365 }),
  },
  strict,
)

export const ThemesFileSchema = Type.Object(
  {
    version,
    themes: Type.Array(Type.Object({ code: Type.Enum([...themeCodes]), label: textSchema(100) }, strict)),
  },
  strict,
)
export const RulesFileSchema = Type.Object({ version, rules: Type.Array(ShippedRuleSchema) }, strict)
export const ChoicesFileSchema = Type.Object(
  { version, sets: Type.Record(code, Type.Array(ChoiceSchema, { minItems: 2 })) },
  strict,
)
export type DocumentKind = (typeof documentKinds)[number]
export type Answerer = (typeof answerers)[number]
export type Criticality = (typeof criticalities)[number]
export type ValidityPolicy = Static<typeof ValiditySchema>
export type DocumentType = Static<typeof DocumentTypeSchema>
export type Conditions = Static<typeof ConditionsSchema>
export type ApprovalStep = Static<typeof ApprovalStepSchema>
export type DossierType = Static<typeof DossierTypeSchema>
export type DocumentDefinition = Static<typeof DocumentDefinitionSchema>
export type DossierDefinition = Static<typeof DossierDefinitionSchema>
export type ShippedRule = Static<typeof ShippedRuleSchema>
