import { readFileSync } from 'node:fs'
import ibanToBicPackage from 'iban-to-bic'
import { extractIBAN, validateIBAN } from 'ibantools'

/** The keys the specification names, every value a string. What is not known has no key. */
interface IbanMetadata {
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
 * country. `today` is YYYY-MM-DD; `bank` is what is known of the bank of this IBAN.
 */
export function checkIban(iban: string, today: string, bank: Bank): IbanMetadata {
  const plain = plainCode(iban)
  const date_verification = today.split('-').toReversed().join('/')
  const country = /^[A-Z]{2}/.exec(plain)?.[0]
  const name = country === undefined ? undefined : countryNames.of(country)
  if (!validateIBAN(plain).valid || country === undefined) {
    return { verified: 'false', ...(name ? { bank_data_country: name } : {}), date_verification }
  }
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

/** Null is what nobody has told us. */
export interface Bank {
  readonly name: string | null
  readonly bic: string | null
}

export function plainCode(code: string): string {
  return code.replace(/[\s.-]/g, '').toUpperCase()
}

/** Where directories of banks list the bank of a sound IBAN; null: the country writes no bank into its IBANs. */
export function bankCodeOf(iban: string): string | null {
  return extractIBAN(iban).bankIdentifier ?? null
}

// Five levels up is the repository from server/src and from server/dist alike.
const folder = new URL('../../../../../catalogue/banks/', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

let directory: { french: ReadonlyMap<string, Bank>; sepa: ReadonlySet<string> } | undefined

function loadDirectory() {
  directory ??= {
    french: new Map(Object.entries((read('france.json') as { banks: Record<string, Bank> }).banks)),
    sepa: new Set((read('sepa-countries.json') as { countries: string[] }).countries),
  }
  return directory
}

/** The bank of a sound IBAN as far as the product itself knows it: our own directory first, then the package's. */
export function shippedBank(iban: string): Bank {
  const ours = iban.startsWith('FR') ? loadDirectory().french.get(iban.slice(4, 9)) : undefined
  if (ours) return ours
  const bic = ibanToBicPackage.ibanToBic(iban)
  // The last three letters only repeat that it is the head office.
  return { name: null, bic: bic?.replace(/XXX$/, '') ?? null }
}

export function isSepaCountry(countryCode: string): boolean {
  return loadDirectory().sepa.has(countryCode)
}
