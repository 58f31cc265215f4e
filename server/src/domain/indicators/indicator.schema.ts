import { Type, type Static } from 'typebox'
import { dateSchema, dateTimeSchema, nullable, namedObject } from '../../platform/http/index.ts'
import { themeCodes } from '../../platform/kernel/index.ts'
import { indicatorStates } from './facts.ts'
import { ratings } from './model.schema.ts'

const score = nullable(Type.Integer({ minimum: 0, maximum: 100 }))
const rating = nullable(Type.Enum([...ratings], { title: 'Rating' }))
const state = Type.Enum([...indicatorStates], { title: 'IndicatorState' })
const model = Type.Object({ name: Type.String(), version: Type.Integer() })

const BreakdownPart = namedObject('IndicatorPart', {
  factor: Type.String({ description: 'A factor of the model, or the code of a document.' }),
  label: Type.String(),
  weight: Type.Number(),
  value: nullable(Type.Number({ description: 'Null is not known: it took no part.' })),
  source: nullable(Type.String({ description: 'A provider, a document, or the status it follows from.' })),
  asOf: nullable(dateSchema),
  documentId: nullable(Type.Integer()),
  findingId: Type.Optional(Type.Integer({ description: 'The open finding that caps the value.' })),
  stale: Type.Boolean({ description: 'Past its end, and used for want of a newer one.' }),
})

export const IndicatorRecord = Type.Object(
  {
    code: Type.String(),
    label: Type.String(),
    theme: nullable(Type.Enum([...themeCodes])),
    value: nullable(
      Type.Integer({ minimum: 0, maximum: 100, description: 'Higher is better; null is not known.' }),
    ),
    rating,
    state,
    asOf: nullable(dateSchema),
    lastChangeDate: nullable(dateTimeSchema),
    previousValue: score,
    compliant: nullable(
      Type.Boolean({ description: 'All that is required is valid, and none of it ends today.' }),
    ),
    pending: nullable(
      Type.Integer({ description: 'Per cent of what is required that waits to be checked or reviewed.' }),
    ),
    model,
    breakdown: Type.Array(BreakdownPart),
    advice: nullable(Type.String({ description: 'What would raise it most.' })),
  },
  { title: 'Indicator' },
)
export type IndicatorRecord = Static<typeof IndicatorRecord>

export const IndicatorHistory = Type.Object(
  {
    code: Type.String(),
    label: Type.String(),
    points: Type.Array(
      Type.Object({
        value: score,
        rating,
        state,
        model,
        since: dateTimeSchema,
        until: nullable(dateTimeSchema),
      }),
      { description: 'The newest first.' },
    ),
  },
  { title: 'IndicatorHistory' },
)

export const ThemeCoverage = Type.Object(
  {
    theme: Type.Enum([...themeCodes]),
    label: Type.String(),
    required: Type.Integer({ description: 'A group of alternatives counts as one.' }),
    valid: Type.Integer(),
    pending: Type.Integer({ description: 'Being checked or reviewed.' }),
    missing: Type.Integer({ description: 'Never answered.' }),
    expired: Type.Integer({ description: 'Was valid, and has ended.' }),
    toCorrect: Type.Integer({ description: 'Refused, unreadable or below what is expected.' }),
    percentage: nullable(Type.Integer({ description: 'Of what is required; null when nothing is.' })),
    nextExpiry: nullable(dateSchema),
    worstStatus: nullable(Type.String()),
  },
  { title: 'ThemeCoverage' },
)
export type ThemeCoverage = Static<typeof ThemeCoverage>
