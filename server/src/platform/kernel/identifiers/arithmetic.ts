/** Check-digit arithmetic shared by the identifiers. All texts given here are already known to be well formed. */

export function toDigits(text: string): number[] {
  return Array.from(text, Number)
}

/** Sum of digit × weight; the weights repeat when shorter than the text. */
export function weightedSum(text: string, weights: readonly number[]): number {
  return toDigits(text).reduce((sum, digit, i) => sum + digit * (weights[i % weights.length] ?? 0), 0)
}

export function luhnSum(text: string): number {
  return toDigits(text)
    .toReversed()
    .reduce((sum, digit, i) => sum + (i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
}

export const passesLuhn = (text: string): boolean => luhnSum(text) % 10 === 0

/** ISO 7064 mod 11,10: Germany and Croatia. */
export function passesMod11And10(text: string): boolean {
  let product = 10
  for (const digit of toDigits(text.slice(0, -1))) {
    const sum = (digit + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - product) % 10 === lastDigit(text)
}

/** ISO 7064 mod 97-10 remainder, letters read as A=10 … Z=35. */
export function mod97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

export const lastDigit = (text: string): number => Number(text.at(-1))

/** Remainder that is never negative. */
export const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor
