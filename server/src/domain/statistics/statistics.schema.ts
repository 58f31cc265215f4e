import { Type, type Static } from 'typebox'
import { dateSchema, dateTimeSchema, nullable } from '../../platform/http/index.ts'
import { themeCodes } from '../../platform/kernel/index.ts'
import { Horizon } from '../renewals/index.ts'

const count = Type.Integer()
const Counts = Type.Array(Type.Object({ code: nullable(Type.String()), count }), {
  description: 'The most frequent first; null is what has none.',
})
const days = nullable(Type.Number({ description: 'Mean, in days; null where there was none.' }))

export const StatisticsContent = Type.Object({
  thirdParties: Type.Object({
    total: count,
    archived: count,
    byStatus: Counts,
    byCriticality: Counts,
    byCountry: Counts,
    byDossierStatus: Counts,
  }),
  indicators: Type.Array(
    Type.Object({
      code: Type.String(),
      ratings: Type.Object({ A: count, B: count, C: count, D: count, E: count }),
      unknown: count,
    }),
  ),
  dossiers: Type.Array(Type.Object({ typeCode: Type.String(), total: count, byStatus: Counts })),
  documents: Type.Object({ total: count, byStatus: Counts }),
  themes: Type.Array(
    Type.Object({
      theme: Type.Enum([...themeCodes]),
      required: count,
      valid: count,
      coverage: nullable(Type.Integer({ description: 'Valid among required, in percent, rounded down.' })),
    }),
  ),
  reviewQueue: Type.Object({
    size: count,
    oldestSince: nullable(dateTimeSchema),
    olderThanWeek: count,
  }),
  requests: Type.Object({
    open: Type.Integer({
      description: 'Required documents the third parties must still give, or give again.',
    }),
    overdue: count,
  }),
  ahead: Type.Array(Horizon, { description: 'What will have ended in 30, 60 and 90 days.' }),
  answersPerWeek: Type.Array(Type.Object({ week: { ...dateSchema, description: 'Its Monday.' }, count }), {
    description: 'The last twelve weeks, the present one included.',
  }),
  delays: Type.Object(
    { requestToAnswer: days, answerToDecision: days },
    { description: 'Of the answers of these twelve weeks.' },
  ),
})
export type StatisticsContent = Static<typeof StatisticsContent>

export const Statistics = Type.Object(
  {
    asOf: {
      ...dateTimeSchema,
      description: 'When it was counted; a large portfolio is counted now and then.',
    },
    ...StatisticsContent.properties,
  },
  { title: 'Statistics' },
)
export type Statistics = Static<typeof Statistics>
