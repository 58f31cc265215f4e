import { reason, type Reason } from '../reasons.ts'
import { splitWords } from '../text/split-words.ts'

const sameCountry = 0.03
const otherCountry = -0.1
const samePlace = 0.04
/** Places have many names, and lists tell villages where papers tell provinces. */
const otherPlace = -0.03

/** Countries that ended, and what people write for a code. */
const successors = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
  ['CS', 'RS'],
  ['YU', 'RS'],
  ['SU', 'RU'],
  ['BU', 'MM'],
  ['ZR', 'CD'],
  ['TP', 'TL'],
  ['DD', 'DE'],
])

export function readCountries(countries: readonly string[] | undefined): readonly string[] {
  const codes = (countries ?? []).slice(0, 64).map((code) => code.trim().toUpperCase())
  return [
    ...new Set(codes.filter((code) => /^[A-Z]{2}$/.test(code)).map((code) => successors.get(code) ?? code)),
  ]
}

export function compareCountries(ours: readonly string[], theirs: readonly string[]): Reason[] {
  if (ours.length === 0 && theirs.length === 0) return []
  const met = {
    ...(ours.length > 0 && { ours: ours.join(' ') }),
    ...(theirs.length > 0 && { theirs: theirs.join(' ') }),
  }
  if (ours.length === 0 || theirs.length === 0) return [reason('COUNTRY_MISSING', 0, met, 'NEUTRAL')]
  const shared = ours.find((code) => theirs.includes(code))
  return shared === undefined
    ? [reason('COUNTRY_CONTRADICTED', otherCountry, met)]
    : [reason('COUNTRY_EQUAL', sameCountry, { ours: shared, theirs: shared })]
}

export interface BirthPlace {
  text: string
  words: readonly string[]
}

export const readBirthPlaces = (places: readonly string[] | undefined): readonly BirthPlace[] =>
  (places ?? []).slice(0, 16).map((text) => ({
    text,
    words: splitWords(text, false)
      .words.map((word) => word.text)
      .filter((word) => word.length > 3),
  }))

/** One word in common is enough for a place; nothing in common is weak evidence. */
export function compareBirthPlaces(ours: readonly BirthPlace[], theirs: readonly BirthPlace[]): Reason[] {
  const [a] = ours.filter(({ words }) => words.length > 0)
  const [b] = theirs.filter(({ words }) => words.length > 0)
  if (a === undefined || b === undefined) return []
  for (const one of ours) {
    const other = theirs.find(({ words }) => words.some((word) => one.words.includes(word)))
    if (other !== undefined) {
      return [reason('BIRTH_PLACE_EQUAL', samePlace, { ours: one.text, theirs: other.text })]
    }
  }
  return [reason('BIRTH_PLACE_CONTRADICTED', otherPlace, { ours: a.text, theirs: b.text })]
}
