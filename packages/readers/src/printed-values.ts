import { fold, wordsOf } from './text/fold.ts'
import { ibansIn } from './values/accounts.ts'
import { datesIn } from './values/dates.ts'
import { identifiersIn } from './values/identifiers.ts'

/** What a text prints of what can be known for certain, wherever it stands. */
export interface PrintedValues {
  readonly ibans: ReadonlySet<string>
  /** Of French companies, in nine digits. */
  readonly companies: ReadonlySet<string>
  /** YYYY-MM-DD; both days of one whose month may come first. */
  readonly dates: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

export function printedValues(text: string): PrintedValues {
  const folded = fold(text)
  const french = identifiersIn(folded).flatMap(({ scheme, value }) => {
    if (scheme === 'SIREN' || scheme === 'SIRET') return [value.slice(0, 9)]
    return scheme === 'VAT' && value.startsWith('FR') ? [value.slice(4)] : []
  })
  return {
    ibans: new Set(ibansIn(folded).map(({ value }) => value)),
    companies: new Set(french),
    dates: new Set(
      datesIn(folded).flatMap(({ day, isAmbiguous }) => (isAmbiguous ? [day, turned(day)] : [day])),
    ),
    words: new Set(wordsOf(text)),
  }
}

const turned = (day: string) => `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`
