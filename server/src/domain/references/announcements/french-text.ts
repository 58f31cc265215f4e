import { formatDate, parseDate } from '../../../platform/kernel/index.ts'

const months = [
  'janvier',
  'fevrier',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'aout',
  'septembre',
  'octobre',
  'novembre',
  'decembre',
]

/** How bytes from 0x80 on look in the Western European code page; Node 20 decodes that page wrongly. */
const westernFrom80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const misread = new RegExp(`[\u00C2\u00C3][\u0080-\u00BF${westernFrom80}]`, 'g')

/** Mends UTF-8 that someone on the way took for one byte a letter: «clÃ´ture». */
export function repairEncoding(text: string): string {
  return text.replaceAll(misread, (pair) => {
    const place = westernFrom80.indexOf(pair.charAt(1))
    const second = place < 0 ? pair.charCodeAt(1) : 0x80 + place
    return new TextDecoder().decode(Uint8Array.of(pair.charCodeAt(0), second))
  })
}

/** Lower case without accents, one kind of apostrophe, single spaces: what two spellings of a phrase share. */
export function foldFrench(text: string): string {
  const plain = repairEncoding(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** 2008-11-27, 27/11/2008, 27 novembre 2008 or 1er janvier 2020; null for years nobody lives in. */
export function frenchDay(text: string | null): string | null {
  const words = foldFrench(text ?? '')
  const numbers = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(words)
  const named = /^(\d{1,2})(?:er)? ([a-z]{3,9}) (\d{4})$/.exec(words)
  let day = words.slice(0, 10)
  if (numbers) day = isoDay(numbers[3], Number(numbers[2]), numbers[1])
  else if (named) day = isoDay(named[3], months.indexOf(named[2] ?? '') + 1, named[1])
  const date = parseDate(day)
  const year = date?.getUTCFullYear() ?? 0
  return date && year >= 1900 && year <= 2100 ? formatDate(date) : null
}

function isoDay(year: string | undefined, month: number, day: string | undefined): string {
  return `${year}-${String(month).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
}
