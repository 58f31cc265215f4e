import { toDigits, lastDigit, modulo, passesLuhn, passesMod11And10, weightedSum } from './arithmetic.ts'
import type { VatRules } from './vat-rule.ts'

const cypriotOddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]

export const southernRules: VatRules = {
  CY: [{ form: /^(?!12)\d{8}[A-Z]$/, passes: cypriot }],
  EL: [{ form: /^\d{9}$/, passes: (n) => (greekSum(n) % 11) % 10 === lastDigit(n) }],
  HR: [{ form: /^\d{11}$/, passes: passesMod11And10 }],
  IT: [{ form: /^(?!0000000)\d{7}(?!000)(0\d\d|100|12[01]|888|999)\d$/, passes: passesLuhn }],
  MT: [{ form: /^[1-9]\d{7}$/, passes: (n) => weightedSum(n, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 }],
  PT: [{ form: /^[1-9]\d{8}$/, passes: portuguese }],
  SI: [{ form: /^[1-9]\d{7}$/, passes: slovenian }],
}

function cypriot(national: string): boolean {
  const sum = toDigits(national.slice(0, 8)).reduce(
    (total, digit, i) => total + (i % 2 === 0 ? (cypriotOddValues[digit] ?? 0) : digit),
    0,
  )
  return String.fromCharCode(65 + (sum % 26)) === national.at(-1)
}

function greekSum(national: string): number {
  return weightedSum(national.slice(0, 8), [256, 128, 64, 32, 16, 8, 4, 2])
}

function portuguese(national: string): boolean {
  const key = modulo(-weightedSum(national.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]), 11)
  return key % 10 === lastDigit(national)
}

/** Bodies whose key would be 11 are never issued, so the key 1 must not stand for them. */
function slovenian(national: string): boolean {
  const key = 11 - (weightedSum(national.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11)
  return key !== 11 && key % 10 === lastDigit(national)
}
