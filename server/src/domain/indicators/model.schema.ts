import { Type, type Static } from 'typebox'
import { singleLine } from '../../platform/http/index.ts'
import { themeCodes } from '../../platform/kernel/index.ts'

const strict = { additionalProperties: false }
const code = Type.String({ pattern: '^[A-Z][A-Z_]{0,63}$' })
const text = Type.Object(
  { fr: singleLine({ minLength: 1, maxLength: 300 }), en: singleLine({ minLength: 1, maxLength: 300 }) },
  strict,
)
const share = Type.Number({ minimum: 0, maximum: 100 })
const weight = Type.Number({ exclusiveMinimum: 0, maximum: 100 })
const documentCode = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' })
const theme = Type.Enum([...themeCodes])
const steps = Type.Array(
  Type.Object({ below: Type.Integer({ minimum: 1, maximum: 600 }), value: share }, strict),
  { minItems: 1, maxItems: 20 },
)
const ofEachFactor = { factor: code, label: text, advice: text, weight }

const FactorSchema = Type.Union([
  Type.Object({ ...ofEachFactor, kind: Type.Literal('QUESTIONNAIRE'), theme }, strict),
  Type.Object(
    {
      ...ofEachFactor,
      kind: Type.Literal('CERTIFICATES'),
      /** What each is worth while it is in force; the best one counts. */
      documents: Type.Record(documentCode, share),
    },
    strict,
  ),
  Type.Object(
    { ...ofEachFactor, kind: Type.Literal('PROVIDERS'), providers: Type.Array(code, { minItems: 1 }) },
    strict,
  ),
  Type.Object(
    {
      ...ofEachFactor,
      kind: Type.Literal('DOCUMENT_AGE'),
      documents: Type.Array(documentCode, { minItems: 1 }),
      months: steps,
      beyond: share,
    },
    strict,
  ),
  Type.Object(
    { ...ofEachFactor, kind: Type.Literal('LEGAL_STATUS'), values: Type.Record(code, share) },
    strict,
  ),
  Type.Object({ ...ofEachFactor, kind: Type.Literal('COMPANY_AGE'), years: steps, beyond: share }, strict),
])
export type FactorModel = Static<typeof FactorSchema>

const model = Type.Object(
  { name: Type.String({ pattern: '^[a-z][a-z-]{0,59}$' }), version: Type.Integer({ minimum: 1 }) },
  strict,
)
const ofEachModel = {
  code,
  label: text,
  model,
  theme: Type.Union([theme, Type.Null()]),
  /** The most it can be while a finding of its theme and of this severity is open. */
  findingCaps: Type.Optional(Type.Object({ MAJOR: share, CRITICAL: share }, strict)),
}
const factors = Type.Array(FactorSchema, { minItems: 1, maxItems: 20 })

const RequiredDocumentsSchema = Type.Object(
  {
    ...ofEachModel,
    kind: Type.Literal('REQUIRED_DOCUMENTS'),
    /** Which documents count: valid ones, or those answered and neither refused nor over. */
    counts: Type.Enum(['VALID', 'PRESENT']),
    /** By document code; 1 for all others. */
    documentWeights: Type.Record(documentCode, weight),
    /** The most it can be while the third party has this status. */
    caps: Type.Record(code, share),
    /** The most it can be while hits of this class are open, and once one was confirmed. */
    hitCaps: Type.Optional(Type.Record(code, Type.Object({ HIT_OPEN: share, TRUE_MATCH: share }, strict))),
  },
  strict,
)
export type RequiredDocumentsModel = Static<typeof RequiredDocumentsSchema>

const FactorsSchema = Type.Object(
  {
    ...ofEachModel,
    kind: Type.Literal('FACTORS'),
    factors,
    /** Taken, as an estimate, when none of the factors is known. */
    fallback: Type.Optional(Type.Object({ factors }, strict)),
  },
  strict,
)
export type FactorsModel = Static<typeof FactorsSchema>
export type IndicatorModel = RequiredDocumentsModel | FactorsModel

export const ratings = ['A', 'B', 'C', 'D', 'E'] as const

export const IndicatorModelsSchema = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    bands: Type.Array(Type.Object({ rating: Type.Enum([...ratings]), from: share }, strict), {
      minItems: 5,
      maxItems: 5,
    }),
    /** How long what is over still counts, marked as stale; then it is left out. */
    outdatedDays: Type.Integer({ minimum: 0, maximum: 3_650 }),
    thirdParty: Type.Array(Type.Union([RequiredDocumentsSchema, FactorsSchema])),
    dossier: Type.Array(RequiredDocumentsSchema),
    dossierScore: Type.Object({ label: text, model }, strict),
    /** Of hits, for those who may see them; LIMITED says as much to everybody else. */
    hits: Type.Object({ label: text, HIT_OPEN: text, TRUE_MATCH: text, LIMITED: text }, strict),
    /** Of findings. */
    findings: Type.Object({ label: text, FINDING_OPEN: text }, strict),
    /** Of dossiers that are overdue. */
    overdue: Type.Object({ label: text, OVERDUE: text }, strict),
    advice: Type.Object({ DOCUMENTS: text, CAPPED: text, STRUCK_OFF: text, NOTHING_ASKED: text }, strict),
  },
  strict,
)
export type IndicatorModels = Static<typeof IndicatorModelsSchema>
