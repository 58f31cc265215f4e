import { toDigits, passesLuhn } from './arithmetic.ts'
import { acceptIdentifier, normaliseIdentifier, refuseIdentifier, type IdentifierVerdict } from './verdict.ts'

const laPoste = '356000000'
const laPosteHeadOffice = '35600000000048'

/** French legal unit: nine digits, Luhn. */
export function checkSiren(text: string): IdentifierVerdict {
  const siren = normaliseIdentifier(text)
  if (!/^\d{9}$/.test(siren) || siren === '000000000') return refuseIdentifier('FORMAT')
  return passesLuhn(siren) ? acceptIdentifier(siren) : refuseIdentifier('CHECKSUM')
}

/** French establishment: a SIREN and five more digits. */
export function checkSiret(text: string): IdentifierVerdict {
  const siret = normaliseIdentifier(text)
  if (!/^\d{14}$/.test(siret)) return refuseIdentifier('FORMAT')
  const siren = checkSiren(siret.slice(0, 9))
  if (!siren.ok) return siren
  return passesSiretKey(siret) ? acceptIdentifier(siret) : refuseIdentifier('CHECKSUM')
}

// La Poste has more establishments than Luhn leaves room for, so its own rule replaces Luhn there.
function passesSiretKey(siret: string): boolean {
  if (!siret.startsWith(laPoste) || siret === laPosteHeadOffice) return passesLuhn(siret)
  return toDigits(siret).reduce((sum, digit) => sum + digit, 0) % 5 === 0
}
