import { easternRules } from './vat-eastern.ts'
import { northernRules } from './vat-northern.ts'
import { southernRules } from './vat-southern.ts'
import { westernRules } from './vat-western.ts'
import type { VatRules } from './vat-rule.ts'
import { acceptIdentifier, normaliseIdentifier, refuseIdentifier, type IdentifierVerdict } from './verdict.ts'

const rules: VatRules = { ...westernRules, ...northernRules, ...southernRules, ...easternRules }

/** The 27 member states under their VAT prefixes (EL for Greece) and XI for Northern Ireland. */
export const vatPrefixes: readonly string[] = Object.keys(rules).toSorted()

export function checkVat(text: string): IdentifierVerdict {
  const vat = normaliseIdentifier(text).replace(/^GR/, 'EL')
  const prefix = vat.slice(0, 2)
  if (!/^[A-Z]{2}$/.test(prefix)) return refuseIdentifier('FORMAT')
  if (!vatPrefixes.includes(prefix)) return refuseIdentifier('COUNTRY')
  const national = vat.slice(2)
  const fitting = rules[prefix]?.filter((rule) => rule.form.test(national)) ?? []
  // A row of zeros satisfies most of the sums and belongs to nobody.
  if (fitting.length === 0 || /^\D*0+\D*$/.test(national)) return refuseIdentifier('FORMAT')
  return fitting.some((rule) => rule.passes(national)) ? acceptIdentifier(vat) : refuseIdentifier('CHECKSUM')
}

/** The French number with the usual numeric key. */
export function vatOfSiren(siren: string): string {
  return `FR${String(Number(`${siren}12`) % 97).padStart(2, '0')}${siren}`
}

/** Null for another country, an invalid number, and Monaco, whose numbers hold no SIREN. */
export function sirenOfVat(text: string): string | null {
  const vat = checkVat(text)
  if (!vat.ok || !vat.value.startsWith('FR')) return null
  const siren = vat.value.slice(4)
  return siren.startsWith('000') ? null : siren
}

/** ISO 3166-1 code of a VAT prefix: they differ for Greece and Northern Ireland. */
export function countryOfVatPrefix(prefix: string): string {
  return prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix
}
