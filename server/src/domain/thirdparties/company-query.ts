import {
  AppError,
  checkDuns,
  checkLei,
  checkSiren,
  checkSiret,
  checkVat,
  countryOfVatPrefix,
  isCountryCode,
  vatPrefixes,
} from '../../platform/kernel/index.ts'
import type { CompanyQuery, SearchBy } from '../references/index.ts'
import { requireValidIdentifier } from './legal-identifier.ts'

export interface SearchBody {
  searchBy: SearchBy
  countryCode?: string
  value: string
}

const shortestName = 2
const ofValue = { members: { pointer: '/value' } }
const ofCountry = { members: { pointer: '/countryCode' } }

/** The question as the registers take it; throws what is wrong with the one that was sent. */
export function companyQuery({ searchBy, countryCode, value }: SearchBody): CompanyQuery {
  const typed = value.trim()
  if (typed === '') throw new AppError('SEARCH_VALUE_MISSING', {}, ofValue)
  const country = countryCode ?? null
  if (country !== null && !isCountryCode(country)) throw new AppError('COUNTRY_CODE_INVALID', {}, ofCountry)
  return { searchBy, ...questions[searchBy](typed, country) }
}

type Question = (typed: string, country: string | null) => Omit<CompanyQuery, 'searchBy'>

const questions: Record<SearchBy, Question> = {
  NAME: (typed, countryCode) => {
    if ([...typed].length < shortestName) {
      throw new AppError('SEARCH_VALUE_TOO_SHORT', { minLength: shortestName }, ofValue)
    }
    return { countryCode, value: typed }
  },
  SIRET: french('SIRET', checkSiret),
  SIREN: french('SIREN', checkSiren),
  VAT: (typed, country) => {
    const prefix = typed.slice(0, 2).toUpperCase().replace('GR', 'EL')
    const isOther = vatPrefixes.includes(prefix) && countryOfVatPrefix(prefix) !== country
    // Told before anything else: a number of another country is rarely well formed in this one.
    if (country !== null && isOther) {
      throw new AppError('VAT_COUNTRY_MISMATCH', { prefix, countryCode: country }, ofCountry)
    }
    const value = requireValidIdentifier('VAT number', checkVat(typed), { pointer: '/value' })
    return { countryCode: countryOfVatPrefix(value.slice(0, 2)), value }
  },
  DUNS: (typed, countryCode) => ({
    countryCode,
    value: requireValidIdentifier('DUNS', checkDuns(typed), { pointer: '/value' }),
  }),
  LEI: (typed, countryCode) => ({
    countryCode,
    value: requireValidIdentifier('LEI', checkLei(typed), { pointer: '/value' }),
  }),
  LOCAL_ID: (typed, country) => {
    if (country === null) throw new AppError('SEARCH_COUNTRY_MISSING', {}, ofCountry)
    if (country === 'FR') throw new AppError('SEARCH_LOCAL_ID_IN_FRANCE', {}, ofCountry)
    return { countryCode: country, value: typed }
  },
}

function french(type: string, check: typeof checkSiret): Question {
  return (typed, country) => {
    if (country !== 'FR') throw new AppError('SEARCH_COUNTRY_MUST_BE_FR', {}, ofCountry)
    return { countryCode: 'FR', value: requireValidIdentifier(type, check(typed), { pointer: '/value' }) }
  }
}
