import type { Body, IdentifierCode } from '../../../api/index.ts'

type Search = Body<'searchCompanies'>

/** What was typed, understood as a number of a company. */
export interface TypedIdentifier {
  code: Exclude<IdentifierCode, 'NATIONAL'>
  value: string
}

const lei = /^[\dA-Za-z]{18}\d{2}$/
const letters = /^[A-Za-z]{2}(?=[\dA-Za-z]{2,13}$)(?=.*\d.*\d)[\dA-Za-z]+$/

/** Nine digits are a SIREN in France and a DUNS everywhere: dashes tell the DUNS. */
export function identifiersOf(typed: string): TypedIdentifier[] {
  const plain = typed.replaceAll(/[\s.\-\u00a0]/g, '')
  if (/^\d{14}$/.test(plain)) return [{ code: 'CIT001', value: plain }]
  if (/^\d{9}$/.test(plain)) return [{ code: 'CIT003', value: plain }]
  if (lei.test(plain)) return [{ code: 'LEI', value: plain.toUpperCase() }]
  if (letters.test(plain)) return [{ code: 'CIT002', value: plain.toUpperCase() }]
  return []
}

/** The question to the registers; null while there is too little to ask. */
export function searchOf(typed: string): Search | null {
  const text = typed.trim()
  const plain = text.replaceAll(/[\s.\-\u00a0]/g, '')
  if (/^\d{14}$/.test(plain)) return { searchBy: 'SIRET', countryCode: 'FR', value: plain }
  if (/^\d{2}-\d{3}-\d{4}$/.test(text)) return { searchBy: 'DUNS', value: plain }
  if (/^\d{9}$/.test(plain)) return { searchBy: 'SIREN', countryCode: 'FR', value: plain }
  if (lei.test(plain)) return { searchBy: 'LEI', value: plain.toUpperCase() }
  if (letters.test(plain) && /\d{4}/.test(plain)) return { searchBy: 'VAT', value: plain.toUpperCase() }
  // A number being typed is no name.
  if (/^[\d\s.-]+$/.test(text)) return null
  return text.length >= 2 ? { searchBy: 'NAME', value: text.slice(0, 200) } : null
}
