import { lastDigit, mod97, modulo, passesLuhn, toDigits, weightedSum } from './arithmetic.ts'
import { checkSiren } from './siren.ts'
import { checkVat } from './vat.ts'
import { acceptIdentifier, normaliseIdentifier, refuseIdentifier, type IdentifierVerdict } from './verdict.ts'

/** The number a country gives its companies. */
interface NationalRule {
  /** The registers that give this number; another register may count as it pleases. */
  readonly registers: readonly string[]
  /** From what was written to the whole number, where people leave something out. */
  readonly complete?: (number: string) => string
  readonly form: RegExp
  readonly passes?: (number: string) => boolean
  /** Companies there go by other numbers as well, so one of another form is taken as it is. */
  readonly hasOthers?: true
}

export interface GivenNational {
  readonly value: string
  readonly countryCode: string
  readonly register: string | null
}

const longest = 50

/** A company's number in its own country: letters and digits, and the check of its country where we know it. */
export function checkNational({ value, countryCode, register }: GivenNational): IdentifierVerdict {
  const number = normaliseIdentifier(value)
  const isNumber = /^[0-9A-Z]{1,}$/.test(number) && /\d/.test(number) && number.length <= longest
  if (!isNumber || /^\D*0+\D*$/.test(number)) return refuseIdentifier('FORMAT')
  if (countryCode === 'FR') return checkSiren(number)
  const rule = rules[countryCode]
  if (!rule || (register !== null && !rule.registers.includes(register))) return acceptIdentifier(number)
  const whole = rule.complete?.(number) ?? number
  if (!rule.form.test(whole)) {
    return rule.hasOthers ? acceptIdentifier(number) : refuseIdentifier('FORMAT')
  }
  return rule.passes?.(whole) === false ? refuseIdentifier('CHECKSUM') : acceptIdentifier(whole)
}

const asVat = (prefix: string) => (number: string) => checkVat(prefix + number).ok
const padTo = (length: number) => (number: string) =>
  /^\d+$/.test(number) ? number.padStart(length, '0') : number

const rules: Readonly<Record<string, NationalRule>> = {
  AU: { registers: ['RA000013', 'RA000014'], form: /^(\d{9}|\d{11})$/, passes: australian },
  BE: { registers: ['RA000025'], complete: padTo(10), form: /^[01]\d{9}$/, passes: asVat('BE') },
  BR: { registers: [], form: /^[0-9A-Z]{12}\d{2}$/, passes: brazilian, hasOthers: true },
  CH: { registers: ['RA000548', 'RA000549'], complete: swissWhole, form: /^CHE\d{9}$/, passes: swiss },
  CZ: { registers: ['RA000163'], complete: padTo(8), form: /^\d{8}$/, passes: czech },
  DK: { registers: ['RA000170'], form: /^\d{8}$/, passes: asVat('DK') },
  EE: { registers: ['RA000181'], form: /^\d{8}$/, passes: estonian },
  ES: { registers: ['RA000533'], form: /^[A-HJNP-SUVW]\d{7}[0-9A-J]$/, passes: asVat('ES'), hasOthers: true },
  FI: { registers: ['RA000188'], complete: padTo(8), form: /^\d{8}$/, passes: asVat('FI') },
  GB: { registers: ['RA000585', 'RA000586', 'RA000587'], complete: britishWhole, form: britishForm() },
  IE: { registers: ['RA000402'], form: /^\d{1,7}$/ },
  IL: { registers: [], complete: padTo(9), form: /^\d{9}$/, passes: passesLuhn, hasOthers: true },
  IN: { registers: ['RA000394'], form: /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}$/, hasOthers: true },
  IT: { registers: ['RA000407'], form: /^\d{11}$/, passes: asVat('IT'), hasOthers: true },
  JP: { registers: [], form: /^\d{13}$/, passes: japanese, hasOthers: true },
  MA: { registers: [], form: /^\d{15}$/, passes: (number) => mod97(number) === 0, hasOthers: true },
  NL: { registers: ['RA000463'], complete: padTo(8), form: /^\d{8}$/ },
  NO: { registers: ['RA000472', 'RA000473'], form: /^[89]\d{8}$/, passes: norwegian },
  PL: { registers: ['RA000484'], form: /^\d{10}$/, hasOthers: true },
  SE: { registers: ['RA000544'], form: /^\d{10}$/, passes: passesLuhn },
}

/** The company's number alone has nine digits, the one of its business two more in front. */
function australian(number: string): boolean {
  if (number.length === 9) {
    return modulo(-weightedSum(number.slice(0, 8), [8, 7, 6, 5, 4, 3, 2, 1]), 10) === lastDigit(number)
  }
  return (weightedSum(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0
}

/** Since July 2026 letters as well: each counts by its place after the zero in ASCII. */
function brazilian(number: string): boolean {
  const values = Array.from(number, (character) => character.charCodeAt(0) - 48)
  const key = (length: number) => {
    const sum = values
      .slice(0, length)
      .reduce((total, value, i) => total + value * (((length - 1 - i) % 8) + 2), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return key(12) === values[12] && key(13) === values[13]
}

/** People often leave the letters out, or add the word for VAT in one of four languages. */
function swissWhole(number: string): string {
  const parts = /^(?:CHE)?(\d{9})(?:MWST|TVA|IVA|VAT)?$/.exec(number)
  return parts ? `CHE${parts[1]}` : number
}

function swiss(number: string): boolean {
  const digits = number.slice(3)
  return modulo(-weightedSum(digits.slice(0, 8), [5, 4, 3, 2, 7, 6, 5, 4]), 11) === lastDigit(digits)
}

function czech(number: string): boolean {
  const sum = weightedSum(number.slice(0, 7), [8, 7, 6, 5, 4, 3, 2])
  return (11 - (sum % 11)) % 10 === lastDigit(number)
}

function estonian(number: string): boolean {
  const body = number.slice(0, 7)
  const first = weightedSum(body, [1, 2, 3, 4, 5, 6, 7]) % 11
  const key = first === 10 ? (weightedSum(body, [3, 4, 5, 6, 7, 8, 9]) % 11) % 10 : first
  return key === lastDigit(number)
}

function britishForm(): RegExp {
  return /^(\d{8}|[A-Z]\d{7}|[A-Z]{2}\d{6}|[A-Z]{2}\d{5}[A-Z])$/
}

/** Eight characters: people leave out the zeros in front of the digits. */
function britishWhole(number: string): string {
  const [, letters = '', digits = '', end = ''] = /^([A-Z]{0,2})(\d{1,8})([A-Z]?)$/.exec(number) ?? []
  return digits === '' ? number : letters + digits.padStart(8 - letters.length - end.length, '0') + end
}

function japanese(number: string): boolean {
  const sum = toDigits(number.slice(1)).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 2 : 1), 0)
  return 9 - (sum % 9) === Number(number[0])
}

function norwegian(number: string): boolean {
  return weightedSum(number, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
}
