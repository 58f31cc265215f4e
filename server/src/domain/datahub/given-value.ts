import { createHash } from 'node:crypto'
import { formatDate, parseDate } from '../../platform/kernel/index.ts'
import { resolvePointer, type Mapping } from './mapping.ts'
import type { Provider } from './providers.ts'

export interface NewsItem {
  /** SHA-256 in hex: the same item again is known by it. */
  readonly key: string
  readonly title: string
  readonly summary: string | null
  readonly url: string | null
  readonly publishedAt: string
  readonly sentiment: number | null
}

/** What a provider says of one company, read but not yet judged. */
export interface GivenValue {
  readonly score: number | null
  readonly grade: string | null
  /** YYYY-MM-DD; null for the day it is received. */
  readonly asOf: string | null
  readonly reference: string | null
  readonly url: string | null
  readonly rationale: string | null
  /** Its own words as JSON text; null when they are many. */
  readonly detail: string | null
  readonly items: readonly NewsItem[]
}

export type ValueFault = 'NO_VALUE' | 'SCORE_INVALID' | 'DATE_INVALID'

const longest = {
  grade: 200,
  reference: 200,
  url: 2_000,
  rationale: 2_000,
  title: 500,
  summary: 2_000,
} as const
const maxDetail = 8_000
const maxItems = 100

export function readProviderValue(
  record: unknown,
  mapping: Mapping,
  provider: Provider,
): GivenValue | ValueFault {
  const score = readNumber(resolvePointer(record, mapping.score))
  const asOf = readDay(resolvePointer(record, mapping.asOf))
  const grade = valueText(resolvePointer(record, mapping.grade), longest.grade)
  if (score === 'INVALID') return 'SCORE_INVALID'
  if (asOf === undefined) return 'DATE_INVALID'
  const items = provider === 'NEWSFEED' ? itemsIn(record, mapping) : []
  if (typeof items === 'string') return items
  if (score === null && grade === null && items.length === 0) return 'NO_VALUE'
  return {
    score,
    grade,
    asOf,
    reference: valueText(resolvePointer(record, mapping.reference), longest.reference),
    url: urlOf(resolvePointer(record, mapping.url)),
    rationale: valueText(resolvePointer(record, mapping.rationale), longest.rationale),
    detail: detailOf(record),
    items,
  }
}

/** A list of items, or one item on its own, as the rows of a file are. */
function itemsIn(record: unknown, mapping: Mapping): NewsItem[] | ValueFault {
  const listed = resolvePointer(record, mapping.items)
  const items: NewsItem[] = []
  for (const one of (Array.isArray(listed) ? listed : [record]).slice(0, maxItems)) {
    const title = valueText(resolvePointer(one, mapping.itemTitle), longest.title)
    if (title === null) continue
    const published = momentOf(resolvePointer(one, mapping.itemDate))
    if (published === null) return 'DATE_INVALID'
    const sentiment = readNumber(resolvePointer(one, mapping.itemSentiment))
    if (sentiment === 'INVALID' || Math.abs(sentiment ?? 0) > 1) return 'SCORE_INVALID'
    const summary = valueText(resolvePointer(one, mapping.itemSummary), longest.summary)
    const url = urlOf(resolvePointer(one, mapping.itemUrl))
    const publishedAt = published.toISOString()
    const key = createHash('sha256')
      .update(url ?? `${publishedAt} ${title}`)
      .digest('hex')
    items.push({ key, title, summary, url, publishedAt, sentiment })
  }
  return items
}

function readNumber(value: unknown): number | null | 'INVALID' {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : value
  const number = typeof text === 'number' ? text : Number(text)
  const isNumeral = typeof text === 'number' || (typeof text === 'string' && /^-?[\d.]+$/.test(text))
  return isNumeral && Number.isFinite(number) ? number : 'INVALID'
}

/** Without what no database text can hold, and cut to what is kept. */
export function valueText(value: unknown, most: number): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return null
  const text = value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
  // By characters: a pair cut in two could not be stored.
  return [...text.trim()].slice(0, most).join('') || null
}

/** Shown as a link one day, hence nothing but the web. */
function urlOf(value: unknown): string | null {
  const text = valueText(value, longest.url + 1)
  const isWeb = text !== null && /^https?:\/\//i.test(text) && URL.canParse(text)
  return isWeb && text.length <= longest.url ? text : null
}

/** Undefined for what is no date. */
function readDay(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null
  const moment = momentOf(value)
  return moment === null ? undefined : formatDate(moment)
}

const compactDay = /^(\d{4})(\d\d)(\d\d)(?=T|$)/
const compactTime = /T(\d\d)(\d\d)(\d\d)(?=Z|$)/

/** A day, or a moment in the long or the short form of ISO 8601; without a zone it is UTC. */
function momentOf(value: unknown): Date | null {
  if (typeof value !== 'string') return null
  const text = value.trim().replace(compactDay, '$1-$2-$3').replace(compactTime, 'T$1:$2:$3')
  if (parseDate(text.slice(0, 10)) === null) return null
  if (text.length === 10) return new Date(`${text}T00:00:00Z`)
  if (!/^.{10}T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.test(text)) return null
  const moment = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

function detailOf(record: unknown): string | null {
  try {
    const text = JSON.stringify(record)
    // Escapes of this kind stand for what the database refuses.
    return text.length <= maxDetail && !/\\u(0000|d[89a-f])/i.test(text) ? text : null
  } catch {
    return null
  }
}
