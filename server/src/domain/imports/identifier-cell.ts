import { markFault } from './cell-marks.ts'

// Of identifiers that are digits alone.
const widths: Readonly<Record<string, number>> = {
  siret: 14,
  CIT001: 14,
  SIRET: 14,
  duns: 9,
  CIT003: 9,
  DUNS: 9,
}
const siretWidth = 14
/** A SIREN has nine digits; so a number this long can only be a SIRET without its zeros. */
const shortestSiret = 11

const scientific = /^(\d+)(?:[.,](\d+))?E\+?(\d{1,2})$/i

/**
 * An identifier as a spreadsheet wrote it as a number: 7.3282932000074E+13 is exact, 7.32829E+13 is not and is marked
 * as a fault. Other text stays as it is.
 */
export function expandScientific(text: string): string {
  const match = scientific.exec(text)
  if (!match) return text
  const [, whole = '', fraction = '', exponent = '0'] = match
  const zeros = Number(exponent) - fraction.length
  // Zeros at the end may be digits that were rounded away; only the sheet itself knows.
  return zeros === 0 ? whole + fraction : markFault('IMPORT_NUMBER_ROUNDED', text)
}

/** A cell of a sheet that holds a number where an identifier of this type belongs: its zeros are put back, if they can only have been lost. */
export function identifierOfNumber(type: string, digits: string): string {
  const width = widths[type] ?? widths[type.toUpperCase()]
  if (width === undefined || !/^\d+$/.test(digits) || digits.length >= width) return digits
  if (width === siretWidth) {
    const isCertain = digits.length >= shortestSiret && hasCheckDigit(digits)
    return isCertain ? digits.padStart(width, '0') : markFault('IMPORT_ZEROS_LOST', digits)
  }
  return markFault('IMPORT_ZEROS_LOST', digits)
}

/** By the formula of Luhn; zeros in front change nothing. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, nth) => {
      const doubled = Number(digit) * (nth % 2 === 1 ? 2 : 1)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}
