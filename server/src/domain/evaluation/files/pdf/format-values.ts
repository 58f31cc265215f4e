import { sizes, type Cell, type Language } from '../../../../platform/pdf/index.ts'

const noBreak = '\u00a0'
const pair = (value: number): string => String(value).padStart(2, '0')

/** Written by hand: the tables of a runtime's languages change, and the same input must give the same bytes. */
export function utcTime(at: Date, language: Language): string {
  return `${columnTime(at, language)}${noBreak}UTC`
}

/** For a column whose head says UTC. */
export function columnTime(at: Date, language: Language): string {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
  const time = `${pair(at.getUTCHours())}:${pair(at.getUTCMinutes())}:${pair(at.getUTCSeconds())}`
  const date =
    language === 'fr' ? `${pair(day)}/${pair(month)}/${year}` : `${year}-${pair(month)}-${pair(day)}`
  return `${date} ${time}`
}

/** Thousands apart, decimal sign of the language; text that is no plain number is left as it was given. */
export function formatNumber(value: number | string, language: Language): string {
  const parts = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(String(value).trim())
  if (!parts) return String(value)
  const [, sign = '', whole = '', decimals] = parts
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, language === 'fr' ? noBreak : ',')
  const minus = sign === '-' ? '−' : ''
  return `${minus}${apart}${decimals === undefined ? '' : (language === 'fr' ? ',' : '.') + decimals}`
}

export function byFours(value: string): string {
  return value
    .replace(/\s+/g, '')
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1 ')
}

export function fileSize(bytes: number, language: Language): string {
  return `${formatNumber(bytes, language)}${noBreak}${language === 'fr' ? 'octets' : 'bytes'}`
}

/** In two lines of the same length. */
export function digestCell(hex: string): Cell {
  const half = Math.ceil(hex.length / 2)
  return { text: `${hex.slice(0, half)}\n${hex.slice(half)}`, face: 'mono' }
}

export const smallTable = { size: sizes.small }
