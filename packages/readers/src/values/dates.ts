/** A date found in folded text. */
export interface FoundDate {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly start: number
  readonly end: number
  /** Day and month could be the other way round. */
  readonly isAmbiguous: boolean
}

const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['JANVIER', 'JANUARY', 'JANV', 'JAN', 'JANUAR'],
    ['FEVRIER', 'FEBRUARY', 'FEVR', 'FEV', 'FEB', 'FEBRUAR'],
    ['MARS', 'MARCH', 'MAR', 'MARZ'],
    ['AVRIL', 'APRIL', 'AVR', 'APR'],
    ['MAI', 'MAY'],
    ['JUIN', 'JUNE', 'JUN', 'JUNI'],
    ['JUILLET', 'JULY', 'JUIL', 'JUL', 'JULI'],
    ['AOUT', 'AUGUST', 'AUG'],
    ['SEPTEMBRE', 'SEPTEMBER', 'SEPT', 'SEP'],
    ['OCTOBRE', 'OCTOBER', 'OCT', 'OKTOBER'],
    ['NOVEMBRE', 'NOVEMBER', 'NOV'],
    ['DECEMBRE', 'DECEMBER', 'DEC', 'DEZEMBER'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)
const month = `(${Object.keys(months)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})`

// Every part is bounded, so that no text makes them go back far.
const shapes = {
  iso: /(?<![\d/.-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
  numeric: /(?<![\d/.-])(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})(?![\d/-]|\.\d)/g,
  dayFirst: new RegExp(
    `(?<![\\d/.-])(\\d{1,2})(?: ?(?:ER|ST|ND|RD|TH|\\.))?[ -](?:OF )?${month}\\.?,?[ -](\\d{4})(?!\\d)`,
    'g',
  ),
  monthFirst: new RegExp(`(?<![A-Z])${month}\\.? (\\d{1,2})(?:ST|ND|RD|TH)?,? (\\d{4})(?!\\d)`, 'g'),
}

/** Every date of a folded text that the calendar knows, in its order. */
export function datesIn(folded: string): FoundDate[] {
  const found: FoundDate[] = []
  const add = (match: RegExpMatchArray, parts: [string, string | number, string], isAmbiguous = false) => {
    const [year, monthNumber, dayNumber] = parts.map(Number) as [number, number, number]
    const day = toDay(year < 100 ? 2000 + year : year, monthNumber, dayNumber)
    const start = match.index ?? 0
    if (day !== null) found.push({ day, start, end: start + match[0].length, isAmbiguous })
  }
  for (const match of folded.matchAll(shapes.iso)) add(match, [match[1]!, match[2]!, match[3]!])
  for (const match of folded.matchAll(shapes.numeric)) {
    const [first, second] = [match[1]!, match[3]!]
    const isAmbiguous = Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
    add(match, [match[4]!, second, first], isAmbiguous)
  }
  for (const match of folded.matchAll(shapes.dayFirst))
    add(match, [match[3]!, months[match[2]!] ?? 0, match[1]!])
  for (const match of folded.matchAll(shapes.monthFirst))
    add(match, [match[3]!, months[match[1]!] ?? 0, match[2]!])
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end)
  return sorted.filter(({ start }, index) => index === 0 || start >= (sorted[index - 1]?.end ?? 0))
}

function toDay(year: number, monthNumber: number, dayNumber: number): string | null {
  if (year < 1900 || year > 2199) return null
  const date = new Date(Date.UTC(year, monthNumber - 1, dayNumber))
  const isReal = date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === dayNumber
  return isReal ? date.toISOString().slice(0, 10) : null
}

export interface FoundPeriod {
  readonly from: FoundDate
  readonly to: FoundDate
}

const until =
  /^[ \t]*(?:A (?:0|00) ?H(?: ?00)?[ \t]*)?,?[ \t]*(?:AU|JUSQU'AU|ET LE|ET|TO|UNTIL|THROUGH|AND|-|A|BIS)(?: (?:LE|THE))?[ \t]*$/

/** Two dates of which the text says that one is the beginning and the other the end. */
export function periodsIn(folded: string): FoundPeriod[] {
  const dates = datesIn(folded)
  return dates.flatMap((from, index) => {
    const to = dates[index + 1]
    return to !== undefined && until.test(folded.slice(from.end, to.start).slice(0, 60)) ? [{ from, to }] : []
  })
}
