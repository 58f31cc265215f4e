import { parseTime } from '@vigie/client'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { IdentifierCode } from '../api/index.ts'
import { accountNow } from './account-clock.ts'

// Days before months in both languages: the product is at home in Europe.
const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-FR' }

function createFormat(chosen: string) {
  const language = locales[chosen] ?? chosen
  const short = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const day = new Intl.DateTimeFormat(language, short)
  // A date alone means the same day everywhere.
  const utcDay = new Intl.DateTimeFormat(language, { ...short, timeZone: 'UTC' })
  const utcMonth = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const numbers = new Intl.NumberFormat(language)
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return {
    day: (wire: string) => day.format(parseTime(wire)),
    date: (wire: string) => utcDay.format(new Date(wire)),
    /** Of YYYY-MM; a year alone stays as it is. */
    month: (wire: string) => (wire.length === 4 ? wire : utcMonth.format(new Date(wire))),
    moment: (wire: string) => moment.format(parseTime(wire)),
    number: (value: number) => numbers.format(value),
    /** Of a share between 0 and 1. */
    percent: (share: number) => percents.format(share),
    bytes: (count: number) => formatBytes(count, language),
    ago: (wire: string) => formatAgo(parseTime(wire), relative),
    country: (code: string) => countries.of(code) ?? code,
  }
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function formatBytes(count: number, language: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), byteUnits.length - 1)
  const digits = power > 1 ? 1 : 0
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(count / 1000 ** power)
}

const spans = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function formatAgo(instant: Date, relative: Intl.RelativeTimeFormat): string {
  const seconds = (instant.getTime() - accountNow()) / 1000
  const [unit, length] = spans.find(([, one]) => Math.abs(seconds) >= one) ?? (['second', 1] as const)
  return relative.format(Math.round(seconds / length), unit)
}

export function useFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => createFormat(i18n.language), [i18n.language])
}

const noBreak = '\u00a0'
const grouped = (digits: string, pattern: RegExp) =>
  digits.replace(pattern, (_, ...parts: string[]) => parts.slice(0, -2).join(noBreak))

export function formatSiren(siren: string): string {
  return grouped(siren, /^(\d{3})(\d{3})(\d{3})$/)
}

export function formatSiret(siret: string): string {
  return grouped(siret, /^(\d{3})(\d{3})(\d{3})(\d{5})$/)
}

export function formatVat(vat: string): string {
  return grouped(vat, /^(FR)(\w{2})(\d{9})$/)
}

export function formatDuns(duns: string): string {
  return duns.replace(/^(\d{2})(\d{3})(\d{4})$/, '$1-$2-$3')
}

const asItIs = (value: string) => value
const forms = { CIT001: formatSiret, CIT002: formatVat, CIT003: formatDuns, LEI: asItIs, NATIONAL: asItIs }

export function formatIdentifier(identifier: { code: IdentifierCode; value: string }): string {
  return forms[identifier.code](identifier.value)
}
