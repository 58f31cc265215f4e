export type Scheme = 'SIREN' | 'SIRET' | 'VAT' | 'REGISTRATION'

export interface FoundIdentifier {
  readonly scheme: Scheme
  /** Without blanks or dots, upper case. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** Letters were read as digits, and the check digit proved them right. */
  readonly isRepaired: boolean
}

const gap = '[ .-]?'
// What an OCR engine takes for a digit, and the digit it was.
const confused: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
}
const digit = '[\\dOQDILZSB]'
const spread = (count: number, one: string) => Array.from({ length: count }, () => one).join(gap)
const siret = new RegExp(`(?<![A-Z\\d])(?=(${spread(14, digit)})(?![A-Z\\d]))`, 'g')
const siren = new RegExp(`(?<![A-Z\\d])(?=(${spread(9, digit)})(?![A-Z\\d]))`, 'g')
const frenchVat = new RegExp(`(?<![A-Z\\d])(F ?R ?[A-Z\\d] ?[A-Z\\d] ?${spread(9, '\\d')})(?![A-Z\\d])`, 'g')
const otherVat =
  /(?<![A-Z\d])((?:AT ?U|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|CHE)[ -]?[A-Z\d](?:[ .]?[A-Z\d]){6,11})(?![A-Z\d])/g
/** Numbers of other countries' registers, by the words that announce them. */
const registrations =
  /(?:COMPANY (?:REGISTRATION )?(?:NUMBER|NO\.?|N°)|REGISTRATION (?:NUMBER|NO\.?)|REGISTERED NUMBER|CRN|HANDELSREGISTER(?:NUMMER)?|(?=HR[AB] ?\d)|KVK(?:-NUMMER)?|NUMERO REA|REA|NUMERO D'ENTREPRISE|ONDERNEMINGSNUMMER|ENTERPRISE NUMBER|R\.?C\.?S\.? LUXEMBOURG|CIF|NIF|NIPC|UID|ORG(?:ANISATIONS)?\.? ?(?:NR|NUMMER)\.?)[ :#°.-]{0,5}((?:HR[AB] ?)?[A-Z]{0,4}[ -]?\d[\d. -]{3,14}\d(?: ?[A-Z])?)(?![A-Z\d])/g

/** Numbers of companies in a folded text. Where a check digit exists, only those that it proves. */
export function identifiersIn(folded: string): FoundIdentifier[] {
  const sirets = checked(folded, siret, 'SIRET', isSiret)
  const sirens = checked(folded, siren, 'SIREN', isSiren)
  const french = plain(folded, frenchVat, 'VAT').filter(({ value }) => isFrenchVat(value))
  const found = [...sirets, ...french, ...sirens]
  const foreign = plain(folded, otherVat, 'VAT').filter(({ value }) => hasFewLetters(value))
  const others = [...foreign, ...plain(folded, registrations, 'REGISTRATION')].filter(
    ({ value }) => value.replace(/\D/g, '').length >= 5,
  )
  return [...found, ...others]
    .filter((one, index, all) => all.slice(0, index).every((other) => !overlap(one, other)))
    .toSorted((a, b) => a.start - b.start)
}

/** After the country: a word before a number is not part of it. */
const hasFewLetters = (vat: string) => vat.replace(/^(?:ATU|CHE|[A-Z]{2})/, '').replace(/\d/g, '').length <= 2

const overlap = (a: FoundIdentifier, b: FoundIdentifier) => a.start < b.end && b.start < a.end

function checked(
  folded: string,
  shape: RegExp,
  scheme: Scheme,
  isRight: (value: string) => boolean,
): FoundIdentifier[] {
  const found: FoundIdentifier[] = []
  for (const match of folded.matchAll(shape)) {
    const [, written = ''] = match
    const bare = written.replace(/[ .-]/g, '')
    const value = bare.replace(/\D/g, (letter) => confused[letter] ?? letter)
    const letters = bare.replace(/\d/g, '').length
    // A check digit proves one or two misread signs, not a word that happens to fit.
    if (letters > 2 || !isRight(value)) continue
    const start = match.index
    found.push({ scheme, value, start, end: start + written.length, isRepaired: letters > 0 })
  }
  return found
}

function plain(folded: string, shape: RegExp, scheme: Scheme): FoundIdentifier[] {
  return [...folded.matchAll(shape)].map((match) => {
    const written = match[1] ?? ''
    const start = match.index + match[0].length - written.length
    return {
      scheme,
      value: written.replace(/[ .-]/g, ''),
      start,
      end: start + written.length,
      isRepaired: false,
    }
  })
}

const isSiren = (value: string) => /^\d{9}$/.test(value) && value !== '000000000' && luhn(value)

function isSiret(value: string): boolean {
  if (!/^\d{14}$/.test(value) || !isSiren(value.slice(0, 9))) return false
  // The post office counts the digits of its own establishments another way.
  const sum = [...value].reduce((total, one) => total + Number(one), 0)
  return luhn(value) || (value.startsWith('356000000') && sum % 5 === 0)
}

function isFrenchVat(value: string): boolean {
  const body = value.slice(4)
  if (!isSiren(body)) return false
  const key = value.slice(2, 4)
  return /^\d\d$/.test(key) ? Number(key) === (12 + 3 * (Number(body) % 97)) % 97 : true
}

function luhn(digits: string): boolean {
  let sum = 0
  for (const [index, one] of [...digits].toReversed().entries()) {
    const value = Number(one) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
