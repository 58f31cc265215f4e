import { lastDigit, modulo, weightedSum } from './arithmetic.ts'
import { isCalendarDay } from './calendar-day.ts'
import type { VatRules } from './vat-rule.ts'

export const easternRules: VatRules = {
  BG: [
    { form: /^\d{9}$/, passes: bulgarianCompany },
    { form: /^\d{10}$/, passes: bulgarianPersonOrOther },
  ],
  CZ: [
    { form: /^[0-8]\d{7}$/, passes: czechCompany },
    { form: /^6\d{8}$/, passes: czechSpecial },
    { form: /^[0-57-9]\d{8}$/, passes: (n) => isCzechBirthday(n) },
    { form: /^\d{10}$/, passes: czechPerson },
  ],
  HU: [{ form: /^\d{8}$/, passes: (n) => weightedSum(n, [9, 7, 3, 1]) % 10 === 0 }],
  PL: [{ form: /^\d{10}$/, passes: (n) => weightedSum(n, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) % 11 === 0 }],
  RO: [{ form: /^[1-9]\d{1,9}$/, passes: romanian }],
  SK: [{ form: /^[1-9]\d[2-47-9]\d{7}$/, passes: (n) => Number(n) % 11 === 0 }],
}

function bulgarianCompany(national: string): boolean {
  const body = national.slice(0, 8)
  const first = weightedSum(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const key = first === 10 ? (weightedSum(body, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first
  return key === lastDigit(national)
}

/** Ten digits are a citizen's number, a foreigner's, or that of another payer; each has its own key. */
function bulgarianPersonOrOther(national: string): boolean {
  const body = national.slice(0, 9)
  const citizen = (weightedSum(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10
  const foreigner = weightedSum(body, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = 11 - (weightedSum(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return [citizen, foreigner, other === 11 ? 0 : other].includes(lastDigit(national))
}

function czechCompany(national: string): boolean {
  const key = modulo(-weightedSum(national.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]), 11)
  return (key === 0 ? 1 : key % 10) === lastDigit(national)
}

/** The leading 6 only marks the kind of number; it does not count. */
function czechSpecial(national: string): boolean {
  const sum = weightedSum(national.slice(1, 8), [8, 7, 6, 5, 4, 3, 2]) % 11
  return modulo(8 - modulo(10 - sum, 11), 10) === lastDigit(national)
}

function czechPerson(national: string): boolean {
  if (!isCzechBirthday(national)) return false
  const remainder = Number(national.slice(0, 9)) % 11
  // Until 1985 a remainder of 10 was written as 0; since then such numbers are not given out.
  return (czechBirthYear(national) < 1985 ? remainder % 10 : remainder) === lastDigit(national)
}

// Women have 50 added to the month, and crowded days 20 more. Nine digits ended in 1953, ten began in 1954.
function isCzechBirthday(national: string): boolean {
  const year = czechBirthYear(national)
  if (national.length === 9 && year > 1953) return false
  return isCalendarDay(year, (Number(national.slice(2, 4)) % 50) % 20, Number(national.slice(4, 6)))
}

function czechBirthYear(national: string): number {
  const year = 1900 + Number(national.slice(0, 2))
  if (national.length === 9) return year > 1980 ? year - 100 : year
  return year < 1954 ? year + 100 : year
}

function romanian(national: string): boolean {
  const sum = weightedSum(national.padStart(10, '0').slice(0, 9), [7, 5, 3, 2, 1, 7, 5, 3, 2])
  return ((sum * 10) % 11) % 10 === lastDigit(national)
}
