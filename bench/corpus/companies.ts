import type { Random } from '../../torture/random.ts'

/** A firm that does not exist. */
export interface Company {
  readonly name: string
  readonly siren: string
  readonly siret: string
  readonly vatNumber: string
  readonly address: string
  readonly town: string
}

const trades = [
  'Menuiserie',
  'Transports',
  'Ateliers',
  'Électricité',
  'Mécanique',
  'Charpentes',
  'Nettoyage',
  'Conseil',
  'Informatique',
  'Peinture',
  'Tuyauterie',
  'Imprimerie',
]
const beginnings = ['Vor', 'Quel', 'Brud', 'Zam', 'Trév', 'Ost', 'Plu', 'Kerl', 'Nox', 'Fauv', 'Glim', 'Hurd']
const ends = ['lune', 'azin', 'oncq', 'évert', 'ombel', 'urtin', 'aldane', 'iffre', 'ostel', 'éonde']
const streets = ['rue du Lavoir', 'chemin des Essarts', 'avenue de la Halle', 'impasse des Tilleuls']
const towns = ['Villebourg', 'Saint-Orme', 'Les Aubrais-Neufs', 'Montfleury-le-Bas', 'Port-Esclave']

/** No French company number begins with a zero: the key is right, and nobody has the number. */
export function inventCompany(random: Random): Company {
  const siren = withKey(`0${digits(random, 7)}`)
  const siret = withKey(`${siren}000${1 + random.below(9)}`)
  const key = String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')
  const town = random.pick(towns)
  return {
    name: `${random.pick(trades)} ${inventName(random)}`,
    siren,
    siret,
    vatNumber: `FR${key}${siren}`,
    address: `${1 + random.below(98)} ${random.pick(streets)}`,
    town: `99${random.below(10)}${random.below(10)}0 ${town}`,
  }
}

export const inventName = (random: Random): string => random.pick(beginnings) + random.pick(ends)

export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(random.below(10))).join('')
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export function signs(random: Random, count: number): string {
  return Array.from({ length: count }, () => letters[random.below(letters.length)]).join('')
}

/** With the last digit that makes the sum right (Luhn). */
function withKey(body: string): string {
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

export const spaced = (number: string): string =>
  `${number.slice(0, 9).replace(/(\d{3})(?=\d)/g, '$1 ')} ${number.slice(9)}`.trim()

/** An account number of a bank that does not exist, with the right check digits. */
export function inventIban(random: Random): string {
  const account = digits(random, 11)
  const body = `99999${digits(random, 5)}${account}`
  const weights = [89, 15, 3]
  const parts = [body.slice(0, 5), body.slice(5, 10), account]
  const rest = parts.reduce((sum, part, index) => sum + Number(part) * (weights[index] ?? 0), 0) % 97
  const full = `${body}${String(97 - rest).padStart(2, '0')}`
  const check = 98n - (BigInt(`${full}152700`) % 97n)
  return `FR${String(check).padStart(2, '0')}${full}`
}
