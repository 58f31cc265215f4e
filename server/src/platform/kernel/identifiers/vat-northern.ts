import { lastDigit, modulo, passesLuhn, weightedSum } from './arithmetic.ts'
import { isCalendarDay } from './calendar-day.ts'
import type { VatRules } from './vat-rule.ts'

export const northernRules: VatRules = {
  DK: [{ form: /^[1-9]\d{7}$/, passes: (n) => weightedSum(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 }],
  EE: [{ form: /^\d{9}$/, passes: (n) => weightedSum(n, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 }],
  FI: [{ form: /^\d{8}$/, passes: (n) => weightedSum(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 }],
  LT: [{ form: /^(\d{7}|\d{10})1\d$/, passes: lithuanian }],
  LV: [
    { form: /^[4-9]\d{10}$/, passes: (n) => weightedSum(n, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3 },
    { form: /^([0-2]\d|3[01])\d{9}$/, passes: latvianPerson },
    // Personal codes given since 2017 start with 32, hold no birth date and publish no check rule.
    { form: /^32\d{9}$/, passes: () => true },
  ],
  SE: [{ form: /^\d{10}01$/, passes: (n) => passesLuhn(n.slice(0, 10)) }],
}

function lithuanian(national: string): boolean {
  const body = national.slice(0, -1)
  const first = weightedSum(body, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11
  const key = first === 10 ? (weightedSum(body, [3, 4, 5, 6, 7, 8, 9, 1, 2]) % 11) % 10 : first
  return key === lastDigit(national)
}

function latvianPerson(national: string): boolean {
  const [day, month, year, century] = [
    [0, 2],
    [2, 4],
    [4, 6],
    [6, 7],
  ].map(([from, to]) => Number(national.slice(from, to))) as [number, number, number, number]
  if (!isCalendarDay((18 + century) * 100 + year, month, day)) return false
  const sum = 1 + weightedSum(national.slice(0, 10), [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])
  return modulo(sum, 11) % 10 === lastDigit(national)
}
