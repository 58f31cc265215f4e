import { Type } from 'typebox'
import type { Db } from '../../../../platform/db/index.ts'
import { namedObject, nullable, type HttpRoutes } from '../../../../platform/http/index.ts'
import { fieldProblem } from '../../answers/answer-content.ts'
import { countedChecks, monthsBefore, countedPeriod, type Period } from './check-statistics.ts'

const mostMonths = 60

const month = (description: string) =>
  Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$', minLength: 7, maxLength: 7, description })
const counts = {
  checked: Type.Integer({ description: 'Answers whose checks ended.' }),
  accepted: Type.Integer({ description: 'Accepted by the checks alone.' }),
  sentBack: Type.Integer({ description: 'Sent back to the supplier by the checks alone.' }),
  sampled: Type.Integer({ description: 'Would have been accepted alone, and went to a person to compare.' }),
  disagreed: Type.Integer({
    description:
      'Samples that a person turned down: wrong decisions found. Counted in the month of the check, also when the person decides later.',
  }),
}
const summed = {
  ...counts,
  shareAlone: nullable(
    Type.Integer({ description: 'Decided alone among those checked, in percent, rounded down.' }),
  ),
}

const Statistics = Type.Object(
  {
    from: month('The first month.'),
    to: month('The last month.'),
    total: namedObject('CheckCounts', summed),
    types: Type.Array(
      namedObject('CheckCountsOfType', {
        documentTypeCode: Type.String({ examples: ['SOC_VIGILANCE'] }),
        name: Type.Object({ fr: Type.String(), en: Type.String() }),
        ...summed,
        months: Type.Array(
          namedObject('CheckCountsOfMonth', { month: month('Such as 2026-11.'), ...counts }),
          { description: 'Those in which something was checked, the oldest first.' },
        ),
      }),
    ),
  },
  { title: 'CheckStatistics' },
)

const schema = {
  operationId: 'getCheckStatistics',
  tags: ['Statistics'],
  summary: 'What the checks decided alone, and how often people disagreed',
  description:
    'By document type and month, counted as it happens. Types without any checked answer in these months are left out.',
  querystring: Type.Object({
    from: Type.Optional(month('The first month; by default eleven months before the last.')),
    to: Type.Optional(month('The last month; by default the present one. At most 60 months.')),
  }),
  response: { 200: Statistics },
} as const

export const checkStatisticsRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    const config = { right: 'read', wholeAccount: true } as const
    app.get('/statistics/checks', { config, schema }, ({ scope, query }) =>
      db.read(scope, async (tx) => {
        const period = await countedPeriod(tx, scope, query)
        refuseOdd(period)
        return { ...period, ...(await countedChecks(tx, scope, period)) }
      }),
    )
  }

function refuseOdd({ from, to }: Period): void {
  if (from > to || from <= monthsBefore(to, mostMonths)) throw fieldProblem('/from', 'FIELD_RANGE')
}
