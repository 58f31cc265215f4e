export interface FoundAmount {
  /** In whole units of its currency, such as euros. */
  readonly amount: number
  readonly currency: string
  readonly start: number
  readonly end: number
}

const number = String.raw`\d{1,3}(?:[ .,']\d{3}){1,5}(?:[.,]\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?`
const currency = String.raw`€|EUROS?|EUR|£|GBP|\$|USD|CHF`
const after = new RegExp(`(?<![\\d.,])(${number}) ?(MILLIONS?|M|K)? ?(?:D')?(${currency})(?![A-Z])`, 'g')
const before = new RegExp(`(?<![A-Z])(${currency}) ?(${number})(?![\\d])`, 'g')

const codes: Readonly<Record<string, string>> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  '£': 'GBP',
  $: 'USD',
}
const scales: Readonly<Record<string, number>> = { M: 1e6, MILLION: 1e6, MILLIONS: 1e6, K: 1e3 }

/** Amounts with their currency, however their thousands and cents are set apart. */
export function amountsIn(folded: string): FoundAmount[] {
  const found: FoundAmount[] = []
  const add = (
    match: RegExpMatchArray,
    parts: { digits: string; sign: string; scale: string | undefined },
  ) => {
    const amount = toNumber(parts.digits) * (scales[parts.scale ?? ''] ?? 1)
    const start = match.index ?? 0
    const end = start + match[0].length
    const isNew = found.every((other) => end <= other.start || start >= other.end)
    if (isNew) found.push({ amount, currency: codes[parts.sign] ?? parts.sign, start, end })
  }
  for (const match of folded.matchAll(after)) {
    add(match, { digits: match[1]!, scale: match[2], sign: match[3]! })
  }
  for (const match of folded.matchAll(before)) {
    add(match, { digits: match[2]!, sign: match[1]!, scale: undefined })
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** A last group of one or two digits after a dot or comma is cents; three digits are thousands. */
function toNumber(digits: string): number {
  const cents = /[.,](\d{1,2})$/.exec(digits)
  const whole = cents ? digits.slice(0, cents.index) : digits
  return Number(whole.replace(/\D/g, '')) + (cents ? Number(`0.${cents[1]}`) : 0)
}
