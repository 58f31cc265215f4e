import { splitName } from './company-search-words.ts'

const fields = [
  'denominationUniteLegale',
  'denominationUsuelle1UniteLegale',
  'sigleUniteLegale',
  'nomUniteLegale',
  'nomUsageUniteLegale',
  'prenomUsuelUniteLegale',
]
/** Addresses have a length; a name is found by its first words. */
const maxWords = 8

/** Head offices of the units whose names have all the words; null when there is no word to look for. */
export function nameQuery(name: string): string | null {
  return queryOf(name, quoteTerm)
}

/** The same, words being allowed to go on and to have a typo. */
export function forgivingNameQuery(name: string): string | null {
  return queryOf(name, (word) => {
    // Only letters and digits without a meaning in the query language can stand bare.
    if (!/^[A-Z0-9]{4,}$/.test(word)) return quoteTerm(word)
    return `(${word}* OR ${word}~)`
  })
}

function queryOf(name: string, term: (word: string) => string): string | null {
  const words = splitName(name).slice(0, maxWords)
  if (words.length === 0) return null
  const clauses = words.map((word) => {
    const sought = term(word.toUpperCase())
    return `(${fields.map((field) => `${field}:${sought}`).join(' OR ')})`
  })
  return ['etablissementSiege:true', ...clauses].join(' AND ')
}

function quoteTerm(word: string): string {
  return `"${word.replaceAll(/["\\]/g, '\\$&')}"`
}
