import { Type, type Static } from 'typebox'
import { dateTimeSchema, nullable } from '../../platform/http/index.ts'
import { hitClasses } from './settle-hits.ts'

const count = Type.Integer()
const hitClass = Type.Enum([...hitClasses])

const OpenOfClass = Type.Object({
  class: hitClass,
  total: count,
  upTo7Days: count,
  upTo30Days: Type.Integer({ description: 'From 8 to 30 days.' }),
  older: Type.Integer({ description: 'More than 30 days.' }),
})
const DecidedInMonth = Type.Object({
  month: Type.String({ description: 'YYYY-MM, in UTC.' }),
  trueMatch: count,
  falsePositive: count,
  unclear: count,
})
const HitsOfList = Type.Object({ source: Type.String(), class: hitClass, hits: count, open: count })

export const ScreeningStatistics = Type.Object(
  {
    asOf: dateTimeSchema,
    open: Type.Object(
      { total: count, oldestSince: nullable(dateTimeSchema), byClass: Type.Array(OpenOfClass) },
      { description: 'What waits for a decision, without archived third parties.' },
    ),
    decidedPerMonth: Type.Array(DecidedInMonth, {
      description:
        'The last twelve months, the present one included. Proposals do not count until confirmed.',
    }),
    medianDaysToDecision: nullable(
      Type.Number({ description: 'Of these twelve months; null where nothing was decided.' }),
    ),
    falsePositiveShare: nullable(
      Type.Number({ description: 'Among what was found true or false in these twelve months; from 0 to 1.' }),
    ),
    byList: Type.Array(HitsOfList, { description: 'The list with the most hits first.' }),
    companies: Type.Object(
      { screened: count, neverScreened: count },
      { description: 'Without archived ones.' },
    ),
  },
  { title: 'ScreeningStatistics' },
)
export type ScreeningStatistics = Static<typeof ScreeningStatistics>
export type OpenOfClass = Static<typeof OpenOfClass>
export type DecidedInMonth = Static<typeof DecidedInMonth>
export type HitsOfList = Static<typeof HitsOfList>
