import { Type } from 'typebox'
import { dateTimeSchema, nullable, problem, singleLine } from '../../platform/http/index.ts'
import { formatDateTime, type Language } from '../../platform/kernel/index.ts'
import type { Rule } from './rule.ts'
import { sectorPattern } from './sectors.ts'

const distinct = { uniqueItems: true }
const amount = nullable(Type.Number({ minimum: 0, maximum: 1e15 }))

const criteriaFields = {
  sectors: Type.Array(
    Type.String({ pattern: sectorPattern, maxLength: 6, examples: ['F', '62', '81.21Z'] }),
    {
      maxItems: 200,
      description: 'NAF sections (a letter), divisions (two digits) or codes.',
      ...distinct,
    },
  ),
  countries: Type.Array(
    Type.String({ pattern: '^[A-Z]{2}$', ...problem({ invalid: 'COUNTRY_CODE_INVALID' }) }),
    { maxItems: 250, ...distinct },
  ),
  criticalities: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 50,
    description: 'Options of the attribute CRITICALITY.',
    ...distinct,
  }),
  purchaseAmount: Type.Object(
    { min: amount, max: amount },
    { description: 'Bounds of the attribute ANNUAL_PURCHASE_AMOUNT, both included.' },
  ),
}
const criteria = Type.Partial(Type.Object(criteriaFields), {
  description: 'All must hold; what is absent or empty holds for any third party.',
})

const dossierTypeCodes = Type.Array(Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', maxLength: 60 }), {
  minItems: 1,
  maxItems: 20,
  ...distinct,
})
const dueDays = nullable(
  Type.Integer({ minimum: 1, maximum: 365, description: 'Null: as many as the dossier type gives.' }),
)
const name = singleLine({ minLength: 1, maxLength: 200 })
const priority = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'Where two rules ask for the same dossier, the lower number opens it.',
})

export const AddRuleBody = Type.Object({
  name,
  priority: Type.Optional(priority),
  criteria: Type.Optional(criteria),
  dossierTypeCodes,
  dueDays: Type.Optional(dueDays),
})

export const ChangeRuleBody = Type.Object(
  {
    name: Type.Optional(name),
    priority: Type.Optional(priority),
    criteria: Type.Optional(criteria),
    dossierTypeCodes: Type.Optional(dossierTypeCodes),
    dueDays: Type.Optional(dueDays),
  },
  { minProperties: 1 },
)

export const SimulateBody = Type.Object({
  ruleId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The rule it is, or a change of which it is.',
    }),
  ),
  criteria: Type.Optional(criteria),
  dossierTypeCodes: Type.Optional(dossierTypeCodes),
})

export const RuleRecord = Type.Object(
  {
    ruleId: Type.Integer(),
    name: Type.String(),
    shippedCode: nullable(Type.String({ description: 'The rule it was made from, if it shipped.' })),
    active: Type.Boolean(),
    priority: Type.Integer(),
    criteria: Type.Object(criteriaFields),
    dossierTypeCodes: Type.Array(Type.String()),
    dueDays: nullable(Type.Integer()),
    version: Type.Integer(),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
  },
  { title: 'Rule' },
)

const totals = {
  toOpen: Type.Integer(),
  alreadyOpen: Type.Integer({ description: 'A dossier of the type is open.' }),
  notAgain: Type.Integer({
    description: 'This rule, or another in force, opened one before, and it was archived.',
  }),
}
export const SimulationRecord = Type.Object(
  {
    ruleId: nullable(Type.Integer()),
    version: nullable(Type.Integer({ description: 'Of the rule; activate it with this expectedVersion.' })),
    matchingThirdParties: Type.Integer(),
    ...totals,
    dossierTypes: Type.Array(Type.Object({ code: Type.String(), ...totals })),
    thirdParties: Type.Array(
      Type.Object({
        thirdpartyId: Type.Integer(),
        name: nullable(Type.String()),
        countryCode: nullable(Type.String()),
        dossierTypeCodes: Type.Array(Type.String()),
      }),
      { description: 'The first 200 for whom a dossier would be opened.' },
    ),
  },
  { title: 'RuleSimulation' },
)

export function ruleRecord(rule: Rule, language: Language) {
  const { nameFr, criteria: held, dossierTypeCodes: codes, createdAt, updatedAt, ...rest } = rule
  return {
    ...rest,
    name: (language === 'fr' ? nameFr : null) ?? rule.name,
    criteria: {
      sectors: [...held.sectors],
      countries: [...held.countries],
      criticalities: [...held.criticalities],
      purchaseAmount: { ...held.purchaseAmount },
    },
    dossierTypeCodes: [...codes],
    createdAt: formatDateTime(createdAt),
    updatedAt: formatDateTime(updatedAt),
  }
}
