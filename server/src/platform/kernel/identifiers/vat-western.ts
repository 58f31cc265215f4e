import { lastDigit, luhnSum, mod97, modulo, passesLuhn, passesMod11And10, weightedSum } from './arithmetic.ts'
import type { VatRules } from './vat-rule.ts'

const frenchKeyAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const irishAlphabet = 'WABCDEFGHIJKLMNOPQRSTUV'
const spanishPersonAlphabet = 'TRWAGMYFPDXBNJZSQVHLCKE'
const spanishCompanyAlphabet = 'JABCDEFGHI'

export const westernRules: VatRules = {
  AT: [{ form: /^U\d{8}$/, passes: (n) => modulo(6 - luhnSum(n.slice(1, 8)), 10) === lastDigit(n) }],
  BE: [{ form: /^[01]\d{9}$/, passes: (n) => 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8)) }],
  DE: [{ form: /^[1-9]\d{8}$/, passes: passesMod11And10 }],
  ES: [
    { form: /^[\dKLM]\d{7}[A-Z]$/, passes: (n) => spanishPerson(n) },
    { form: /^[XYZ]\d{7}[A-Z]$/, passes: (n) => spanishPerson('XYZ'.indexOf(n.charAt(0)) + n.slice(1)) },
    { form: /^[A-HJNP-SUVW]\d{7}[\dA-J]$/, passes: spanishCompany },
  ],
  FR: [{ form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, passes: french }],
  IE: [
    { form: /^\d{7}[A-W][A-IW]?$/, passes: (n) => irish(n.slice(0, 7), n.charAt(8)) === n.charAt(7) },
    {
      form: /^\d[A-Z+*]\d{5}[A-W]$/,
      passes: (n) => irish(`0${n.slice(2, 7)}${n.charAt(0)}`, '') === n.charAt(7),
    },
  ],
  LU: [{ form: /^\d{8}$/, passes: (n) => Number(n.slice(0, 6)) % 89 === Number(n.slice(6)) }],
  NL: [{ form: /^\d{9}B(?!00)\d{2}$/, passes: dutch }],
  XI: [
    { form: /^\d{9}(\d{3})?$/, passes: northernIrish },
    { form: /^GD[0-4]\d{2}$/, passes: () => true },
    { form: /^HA[5-9]\d{2}$/, passes: () => true },
  ],
}

/** Numeric key over the SIREN, or since the nineties one with letters; Monaco has 000 in place of a SIREN. */
function french(national: string): boolean {
  const key = national.slice(0, 2)
  const siren = national.slice(2)
  if (!siren.startsWith('000') && !passesLuhn(siren)) return false
  if (/^\d+$/.test(key)) return Number(`${siren}12`) % 97 === Number(key)
  const first = frenchKeyAlphabet.indexOf(key.charAt(0))
  const second = frenchKeyAlphabet.indexOf(key.charAt(1))
  const rank = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
  return (Number(siren) + 1 + Math.floor(rank / 11)) % 11 === rank % 11
}

function spanishPerson(national: string): boolean {
  const number = Number(national.replace(/^[KLM]/, '').slice(0, -1))
  return spanishPersonAlphabet[number % 23] === national.at(-1)
}

// Which entity types close with a digit and which with a letter is told differently by different offices.
function spanishCompany(national: string): boolean {
  const key = modulo(-luhnSum(`${national.slice(1, 8)}0`), 10)
  return national.at(-1) === String(key) || national.at(-1) === spanishCompanyAlphabet[key]
}

function irish(digits: string, suffix: string): string | undefined {
  const extra = suffix === '' ? 0 : 9 * irishAlphabet.indexOf(suffix)
  return irishAlphabet[(weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23]
}

/** Companies keep the 11-test; sole traders have had a number checked by mod 97 since 2020. */
function dutch(national: string): boolean {
  const elevenTest = weightedSum(national.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0
  return elevenTest || mod97(`NL${national}`) === 1
}

function northernIrish(national: string): boolean {
  const sum = weightedSum(national.slice(0, 9), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  const isRecent = !national.startsWith('0')
  return sum === 0 || (isRecent && (sum === 42 || sum === 55))
}
