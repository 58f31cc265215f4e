import { readFileSync } from 'node:fs'
import ibanToBicPackage from 'iban-to-bic'

interface Bank {
  readonly name: string
  readonly bic: string
}

// Five levels up is the repository from server/src and from server/dist alike.
const folder = new URL('../../../../../catalogue/banks/', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

let directory: { french: ReadonlyMap<string, Bank>; sepa: ReadonlySet<string> } | undefined

function loaded() {
  directory ??= {
    french: new Map(Object.entries((read('france.json') as { banks: Record<string, Bank> }).banks)),
    sepa: new Set((read('sepa-countries.json') as { countries: string[] }).countries),
  }
  return directory
}

/** The bank of a sound IBAN, as far as it is known: our own directory first, then the package's. */
export function bankOfIban(iban: string): { name: string | null; bic: string | null } {
  const ours = iban.startsWith('FR') ? loaded().french.get(iban.slice(4, 9)) : undefined
  if (ours) return ours
  const bic = ibanToBicPackage.ibanToBic(iban)
  // The last three letters only repeat that it is the head office.
  return { name: null, bic: bic?.replace(/XXX$/, '') ?? null }
}

export function isSepaCountry(countryCode: string): boolean {
  return loaded().sepa.has(countryCode)
}
