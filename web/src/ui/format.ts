import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { IdentifierCode } from '../api/index.ts'

/** The wire's date-times carry no zone and are UTC; readers see their own. */
const instantOf = (wire: string) => new Date(`${wire}Z`)

// Days before months in both languages: the product is at home in Europe.
const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-FR' }

function createFormat(chosen: string) {
  const language = locales[chosen] ?? chosen
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })
  // A date alone means the same day everywhere.
  const utcDay = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const numbers = new Intl.NumberFormat(language)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return {
    day: (wire: string) => day.format(instantOf(wire)),
    date: (wire: string) => utcDay.format(new Date(wire)),
    moment: (wire: string) => moment.format(instantOf(wire)),
    number: (value: number) => numbers.format(value),
    country: (code: string) => countries.of(code) ?? code,
  }
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

const forms = { CIT001: formatSiret, CIT002: formatVat, CIT003: formatDuns }

export function formatIdentifier(identifier: { code: IdentifierCode; value: string }): string {
  return forms[identifier.code](identifier.value)
}
