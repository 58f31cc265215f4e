import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { dateSchema } from '../../platform/http/index.ts'
import { AppError, parseDate } from '../../platform/kernel/index.ts'

const letters = ['A', 'B', 'C', 'D', 'E'] as const
const indicatorCodes = [
  'LEGAL_COMPLIANCE',
  'FINANCIAL_RISK',
  'CYBERSECURITY',
  'ENVIRONMENTAL_IMPACT',
] as const
type Letter = (typeof letters)[number]
type Indicator = (typeof indicatorCodes)[number]

/** From which score on each letter is given, the best first. Indicators lie above, so they are handed in. */
export type RatingBands = readonly { readonly rating: Letter; readonly from: number }[]

const columnOf = (code: Indicator) => `s.${code.toLowerCase()}`
const parameterOf = <Code extends Indicator>(code: Code) => `rating.${code}` as const

/** What of the summary a list can be ordered by, and where the index has it. */
export const summaryOrders: Readonly<Record<string, { column: string; type: string }>> = {
  ...Object.fromEntries(
    indicatorCodes.map((code) => [parameterOf(code), { column: columnOf(code), type: 'smallint' }]),
  ),
  nextExpiry: { column: 's.next_expiry', type: 'date' },
}

const ratingQuery = (named: string) =>
  Type.Optional(
    Type.Array(Type.Enum([...letters, 'UNKNOWN']), {
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      description: `Ratings of ${named}, separated by commas; UNKNOWN finds those without one.`,
    }),
  )

export const summaryParameters = {
  'rating.LEGAL_COMPLIANCE': ratingQuery('legal compliance'),
  'rating.FINANCIAL_RISK': ratingQuery('the financial risk'),
  'rating.CYBERSECURITY': ratingQuery('cybersecurity'),
  'rating.ENVIRONMENTAL_IMPACT': ratingQuery('the environmental impact'),
  expiresBefore: Type.Optional({
    ...dateSchema,
    description: 'Those of which a document or a dossier ends before this day.',
  }),
}

/** Scores that were asked for, as stretches from one up to below another. */
export interface RatingCondition {
  readonly code: Indicator
  readonly stretches: readonly (readonly [from: number, below: number])[]
  readonly unknown: boolean
}

type Asked = Partial<Record<`rating.${Indicator}`, readonly string[]>>

/** Those of a query that ask for ratings; null when none does. */
export function ratingConditions(query: Asked, bands: RatingBands): readonly RatingCondition[] | null {
  const found = indicatorCodes.flatMap((code) => {
    const asked = query[parameterOf(code)]
    if (asked === undefined) return []
    return [{ code, stretches: stretchesOf(asked, bands), unknown: asked.includes('UNKNOWN') }]
  })
  return found.length === 0 ? null : found
}

/** Letters next to each other make one stretch. */
function stretchesOf(asked: readonly string[], bands: RatingBands): RatingCondition['stretches'] {
  const stretches: [number, number][] = []
  let below = 101
  for (const { rating, from } of bands) {
    const last = stretches.at(-1)
    // Scores are whole numbers.
    const first = Math.ceil(from)
    if (asked.includes(rating)) {
      if (last?.[0] === below) last[0] = first
      else stretches.push([first, below])
    }
    below = first
  }
  return stretches
}

/** As everyone has. Said where a missing value is meant, so that the planner may begin with the summaries. */
const hasSummary = sql`s.thirdparty_id is not null`

/** A condition on `s`, the summary. */
export function ratedAs({ code, stretches, unknown }: RatingCondition): RawBuilder<unknown> {
  const column = sql.raw(columnOf(code))
  const either = stretches.map(
    ([from, below]) => sql`(${column} >= ${from}::smallint and ${column} < ${below}::smallint)`,
  )
  if (!unknown) return sql`(${sql.join(either, sql` or `)})`
  return sql`(${sql.join([...either, sql`${column} is null`], sql` or `)}) and ${hasSummary}`
}

export function dayOf(parameter: string, day: string | undefined): string | null {
  if (day === undefined || parseDate(day)) return day ?? null
  throw new AppError('VALIDATION_FAILED', {}, { errors: [{ parameter, code: 'FIELD_FORMAT', message: '' }] })
}
