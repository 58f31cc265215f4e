import { checkSiren, checkSiret, checkVat, sirenOfVat } from '../../../platform/kernel/index.ts'

export interface WantedIdentifiers {
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
}

/** null where the company has no such identifier, so there was nothing to look for. */
type Sighting = 'FOUND' | 'ABSENT' | null

export interface SeenIdentifiers {
  readonly siren: Sighting
  readonly siret: Sighting
  readonly vatNumber: Sighting
  /** SIRENs of others, each once, in the order of the text. */
  readonly otherSirens: string[]
}

const maxOthers = 20
// Printed numbers are cut by one blank of any kind, a dot or a hyphen, but not by the end of a line.
const gap = '(?:[^\\S\\n]|[.\\-\\u00ad\\u200b\\u2010\\u2011]){0,2}'
const spread = (digits: number) => Array.from({ length: digits }, () => '\\d').join(gap)
// Looking ahead lets matches overlap: a postcode before a number must not swallow its beginning.
const numberOf = (digits: number) => new RegExp(`(?<!\\d)(?=(${spread(digits)})(?!\\d))\\d`, 'g')

const siretShape = numberOf(14)
const sirenShape = numberOf(9)
const frenchVatShape = new RegExp(
  `(?<![A-Z])(F${gap}R${gap}[A-Z\\d]${gap}[A-Z\\d]${gap}${spread(9)})(?!\\d)`,
  'gi',
)
// One nine-digit number in ten passes the key by chance, so a bare one counts only when it is named.
const announcement = /(?:SIREN|SIRET|R\.?\s?C\.?\s?S|RNE|TVA|VAT|IMMATRICUL|IDENTIFI)([^\n]{1,80})/gi

/** Looks for a company's own identifiers in the text of its piece, and for those of somebody else. */
export function identifiersInText(text: string, wanted: WantedIdentifiers): SeenIdentifiers {
  const vats = matches(text, frenchVatShape).filter((vat) => checkVat(vat).ok)
  const sirets = matches(text, siretShape).filter((siret) => checkSiret(siret).ok)
  const sirens = [
    ...vats.flatMap((vat) => sirenOfVat(vat) ?? []),
    ...sirets.map((siret) => siret.slice(0, 9)),
  ]
  const named = namedSirens(text)
  const others = [...sirens, ...named].filter((siren) => siren !== wanted.siren && checkSiren(siren).ok)
  return {
    siren: sighted(wanted.siren, (siren) => sirens.includes(siren) || isPrinted(text, siren)),
    siret: sighted(wanted.siret, (siret) => isPrinted(text, siret)),
    vatNumber: sighted(wanted.vatNumber, (vat) => vats.includes(vat) || isPrinted(text, vat)),
    otherSirens: wanted.siren === null ? [] : [...new Set(others)].slice(0, maxOthers),
  }
}

function sighted(wanted: string | null, isThere: (value: string) => boolean): Sighting {
  if (wanted === null) return null
  return isThere(wanted) ? 'FOUND' : 'ABSENT'
}

function matches(text: string, shape: RegExp): string[] {
  return [...text.matchAll(shape)].map(([, found = '']) => found.replace(/[^A-Z\d]/gi, '').toUpperCase())
}

function namedSirens(text: string): string[] {
  return [...text.matchAll(announcement)].flatMap(([, after = '']) => matches(after, sirenShape))
}

function isPrinted(text: string, identifier: string): boolean {
  const body = [...identifier.replace(/[^A-Z\d]/gi, '')].join(gap)
  return body !== '' && new RegExp(`(?<![A-Z\\d])${body}(?![A-Z\\d])`, 'i').test(text)
}
