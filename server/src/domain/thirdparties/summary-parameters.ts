import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'

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
export const summaryOrders: Readonly<Record<string, { column: string; type: 'smallint' | 'date' }>> = {
  ...Object.fromEntries(
    indicatorCodes.map((code) => [parameterOf(code), { column: columnOf(code), type: 'smallint' as const }]),
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

export const ratingParameters = {
  'rating.LEGAL_COMPLIANCE': ratingQuery('legal compliance'),
  'rating.FINANCIAL_RISK': ratingQuery('the financial risk'),
  'rating.CYBERSECURITY': ratingQuery('cybersecurity'),
  'rating.ENVIRONMENTAL_IMPACT': ratingQuery('the environmental impact'),
}

/** Scores that were asked for, as ranges from one up to below another. */
export interface RatingCondition {
  readonly code: Indicator
  readonly ranges: readonly (readonly [from: number, below: number])[]
  readonly unknown: boolean
}

type RatingParameters = Partial<Record<`rating.${Indicator}`, readonly string[]>>

/** Those of a query that ask for ratings; null when none does. */
export function ratingConditions(
  query: RatingParameters,
  bands: RatingBands,
): readonly RatingCondition[] | null {
  const found = indicatorCodes.flatMap((code) => {
    const requested = query[parameterOf(code)]
    if (requested === undefined) return []
    return [{ code, ranges: rangesOf(requested, bands), unknown: requested.includes('UNKNOWN') }]
  })
  return found.length === 0 ? null : found
}

/** Letters next to each other make one range. */
function rangesOf(requested: readonly string[], bands: RatingBands): RatingCondition['ranges'] {
  const ranges: [number, number][] = []
  let below = 101
  for (const { rating, from } of bands) {
    const last = ranges.at(-1)
    // Scores are whole numbers.
    const first = Math.ceil(from)
    if (requested.includes(rating)) {
      if (last?.[0] === below) last[0] = first
      else ranges.push([first, below])
    }
    below = first
  }
  return ranges
}

/** A condition on `s`, the summary. */
export function hasRating({ code, ranges, unknown }: RatingCondition): RawBuilder<unknown> {
  const column = sql.raw(columnOf(code))
  const either = ranges.map(
    ([from, below]) => sql`(${column} >= ${from}::smallint and ${column} < ${below}::smallint)`,
  )
  return sql`(${sql.join(unknown ? [...either, sql`${column} is null`] : either, sql` or `)})`
}
