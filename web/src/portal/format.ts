import { parseTime } from '@vigie/client'
import type { Texts } from './texts/en.ts'

// Days before months in both languages: the product is at home in Europe.
const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-FR' }
const dayMs = 86_400_000
const kibi = 1024

export function createFormat(language: string, { units }: Pick<Texts, 'units'>) {
  const locale = locales[language]
  // A date alone means the same day everywhere.
  const date = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const list = new Intl.ListFormat(locale, { type: 'disjunction' })
  return {
    date: (wire: string) => date.format(new Date(wire)),
    moment: (wire: string) => moment.format(parseTime(wire)),
    time: (at: Date) => time.format(at),
    anyOf: (items: readonly string[]) => list.format(items),
    bytes: (size: number) => {
      const power = Math.min(Math.floor(Math.log(Math.max(size, 1)) / Math.log(kibi)), units.length - 1)
      const value = size / kibi ** power
      return `${numbers.format(value < 10 && power > 1 ? value : Math.round(value))}\u00a0${units[power]}`
    },
  }
}

export type Format = ReturnType<typeof createFormat>

/** Whole days from today to a date of the wire; negative once it has passed. */
export function daysUntil(date: string): number {
  const now = new Date()
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.parse(date) - today) / dayMs)
}
