export interface FoundCode {
  readonly value: string
  readonly start: number
  readonly end: number
}

const ibanShape = /(?<![A-Z\d])([A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?)(?![A-Z\d])/g
const bicShape = /(?<![A-Z\d])([A-Z]{4} ?[A-Z]{2} ?[A-Z\d]{2}(?: ?[A-Z\d]{3})?)(?![A-Z\d])/g

/** How long the account numbers of a country are; of others the check digits tell. */
const lengths: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  CH: 21,
  DE: 22,
  ES: 24,
  FR: 27,
  GB: 22,
  IE: 22,
  IT: 27,
  LU: 20,
  MC: 27,
  NL: 18,
  PL: 28,
  PT: 25,
}

/** Account numbers whose check digits are right. */
export function ibansIn(folded: string): FoundCode[] {
  return codesIn(folded, ibanShape).flatMap((code) => {
    // A word that follows may look like one more group: the longest beginning that the check digits prove.
    for (let length = code.value.length; length >= 15; length--) {
      const value = code.value.slice(0, length)
      const isLong = length === (lengths[value.slice(0, 2)] ?? length)
      if (isLong && isIban(value)) return [{ ...code, value }]
    }
    return []
  })
}

/** Shape only: a code has no check digit. */
export function bicsIn(folded: string): FoundCode[] {
  return codesIn(folded, bicShape).filter(({ value }) => value.length === 8 || value.length === 11)
}

function codesIn(folded: string, shape: RegExp): FoundCode[] {
  return [...folded.matchAll(shape)].map((match) => {
    const [, written = ''] = match
    return { value: written.replaceAll(' ', ''), start: match.index, end: match.index + written.length }
  })
}

function isIban(value: string): boolean {
  if (value.length > 34) return false
  let rest = 0
  for (const sign of value.slice(4) + value.slice(0, 4)) {
    const number = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 55
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97
  }
  return rest === 1
}
