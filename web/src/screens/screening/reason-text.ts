import type { i18n, TFunction } from 'i18next'
import type { Texts } from '../../i18n/en/index.ts'
import type { MatchReason } from './screening.queries.ts'

export interface ReasonFormat {
  date: (wire: string) => string
  month: (wire: string) => string
  country: (code: string) => string
}

type ReasonKey = keyof Texts['screeningReasons']
type Language = Pick<i18n, 't' | 'exists'>

/** What counted, as a sentence. A kind that this page does not know yet gets a neutral one. */
export function reasonText(reason: MatchReason, { t, exists }: Language, format: ReasonFormat): string {
  const { kind } = reason
  const shown = (value: string | undefined) => value && valueText(kind, value, t, format)
  const met = { ours: shown(reason.ours), theirs: shown(reason.theirs) }
  const isBoth = met.ours !== undefined && met.theirs !== undefined
  if (!exists(`screeningReasons.${kind}`)) {
    return t('screeningReasons.unknown', { ...met, ...(isBoth && { context: 'both' }) })
  }
  const side = isBoth ? {} : { context: met.ours === undefined ? 'theirs' : 'ours' }
  return t(`screeningReasons.${kind as ReasonKey}`, { ...met, ...side })
}

function valueText(kind: string, value: string, t: TFunction, format: ReasonFormat): string {
  if (kind.startsWith('COUNTRY_')) {
    return value
      .split(' ')
      .map((code) => countryText(code, format))
      .join(', ')
  }
  if (kind.startsWith('BIRTH_DATE_')) return birthText(value, t, format)
  // One of the four kinds there are.
  if (kind === 'KIND_CONTRADICTED') return t(`screening.kind.${value as keyof Texts['screening']['kind']}`)
  return value
}

/** Lists have codes of countries that are no more, and others that never were. */
export function countryText(code: string, { country }: Pick<ReasonFormat, 'country'>): string {
  return /^[A-Z]{2}$/.test(code) ? country(code) : code
}

/** A day, a month or a year; `~` is about, `/` between two. */
export function birthText(wire: string, t: TFunction, format: Pick<ReasonFormat, 'date' | 'month'>): string {
  const [from = wire, to] = wire.split('/')
  if (to !== undefined) {
    return t('screening.between', { from: birthText(from, t, format), to: birthText(to, t, format) })
  }
  if (wire.startsWith('~')) return t('screening.about', { date: birthText(wire.slice(1), t, format) })
  if (/^\d{4}-\d{2}-\d{2}$/.test(wire)) return format.date(wire)
  return /^\d{4}-\d{2}$/.test(wire) ? format.month(wire) : wire
}
