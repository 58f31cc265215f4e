import { validateIBAN } from 'ibantools'
import { bankOfIban, isSepaCountry } from './bank-directory.ts'

/** The keys the specification names, every value a string. What is not known has no key. */
export interface IbanMetadata {
  readonly verified: 'true' | 'false'
  readonly bank_data_bank?: string
  readonly bank_data_bic?: string
  readonly bank_data_country?: string
  readonly sepa_data_sct?: 'YES' | 'NO'
  readonly sepa_data_sdd?: 'YES' | 'NO'
  readonly date_verification: string
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/**
 * Verified means that length, structure, check digits and, where the country has one, the national key of the
 * account agree. Whether the account exists and whose it is, only a bank can tell. SEPA reach is that of the
 * country. `today` is YYYY-MM-DD.
 */
export function checkIban(iban: string, today: string): IbanMetadata {
  const plain = iban.replace(/[\s.-]/g, '').toUpperCase()
  const date_verification = today.split('-').toReversed().join('/')
  const country = /^[A-Z]{2}/.exec(plain)?.[0]
  const name = country === undefined ? undefined : countryNames.of(country)
  if (!validateIBAN(plain).valid || country === undefined) {
    return { verified: 'false', ...(name ? { bank_data_country: name } : {}), date_verification }
  }
  const bank = bankOfIban(plain)
  const reach = isSepaCountry(country) ? 'YES' : 'NO'
  return {
    verified: 'true',
    ...(bank.name ? { bank_data_bank: bank.name } : {}),
    ...(bank.bic ? { bank_data_bic: bank.bic } : {}),
    ...(name ? { bank_data_country: name } : {}),
    sepa_data_sct: reach,
    sepa_data_sdd: reach,
    date_verification,
  }
}
