import { createHash } from 'node:crypto'
import { addDays, type Language } from '../../platform/kernel/index.ts'
import type { ForecastItem, ForecastReason } from './forecast.schema.ts'

interface Calendar {
  readonly accountId: number
  readonly language: Language
  /** Where the dossiers are shown, without a trailing slash. */
  readonly publicUrl: string
  /** When it was written. */
  readonly now: Date
  /** In their order, some at a time. */
  readonly items: AsyncIterable<readonly ForecastItem[]>
}

/** The forecast as a calendar of whole days (RFC 5545). The same matter keeps its UID, whatever day it moves to. */
export async function calendarOf({ items, now, ...calendar }: Calendar): Promise<string> {
  const { language } = calendar
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const parts = [
    joinFolded([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Vigie//Forecast//EN',
      'CALSCALE:GREGORIAN',
      `NAME:${escapeText(names[language])}`,
      `X-WR-CALNAME:${escapeText(names[language])}`,
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'X-PUBLISHED-TTL:PT12H',
    ]),
  ]
  for await (const some of items) {
    parts.push(joinFolded(some.flatMap((item) => eventOf(item, { ...calendar, stamp }))))
  }
  return parts.join('') + joinFolded(['END:VCALENDAR'])
}

const joinFolded = (lines: readonly string[]) => lines.map((line) => `${foldLine(line)}\r\n`).join('')

function eventOf(
  item: ForecastItem,
  { accountId, language, publicUrl, stamp }: Omit<Calendar, 'items' | 'now'> & { stamp: string },
): string[] {
  const { date, reason, documentId, dossierId, dossierType } = item
  const notes = [dossierType.label, ...(item.answerUnderWay ? [underWay[language]] : [])]
  return [
    'BEGIN:VEVENT',
    `UID:${accountId}-${documentId ?? dossierId}-${reason.toLowerCase().replaceAll('_', '-')}@vigie`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(date, 1).replaceAll('-', '')}`,
    `SUMMARY:${escapeText(eventSummary(item, language))}`,
    `DESCRIPTION:${escapeText(notes.join('\n'))}`,
    `URL:${publicUrl}/app/account/${accountId}/dossiers/${dossierId}`,
    `CATEGORIES:${reason}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** The same for calendars that say the same, whenever they were written. */
export function calendarTag(text: string): string {
  const lasting = text.replaceAll(/^DTSTAMP:.*\r\n/gm, '')
  return createHash('sha256').update(lasting).digest('base64url').slice(0, 22)
}

/** What happens on that day, in a few words. */
export function eventSummary(item: ForecastItem, language: Language): string {
  const company = item.thirdpartyName ?? `${item.thirdpartyId}`
  return summaries[language][item.reason](company, item.documentName ?? item.dossierType.label)
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Lines of 75 octets at most; a character is never cut. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const octets = octetsOf(character.codePointAt(0) ?? 0)
    if (size + octets > 75) {
      parts.push(part)
      part = ' '
      size = 1
    }
    part += character
    size += octets
  }
  return [...parts, part].join('\r\n')
}

/** As UTF-8 writes it. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

const names: Record<Language, string> = { en: 'Vigie: what will end', fr: 'Vigie : échéances' }
const underWay: Record<Language, string> = {
  en: 'A new answer awaits its decision.',
  fr: 'Une nouvelle réponse attend sa décision.',
}

type Summary = (company: string, what: string) => string

const summaries: Record<Language, Record<ForecastReason, Summary>> = {
  en: {
    DOSSIER_EXPIRES: (company, what) => `${company}: dossier ${what} ends`,
    ANSWER_EXPIRES: (company, what) => `${company}: ${what} expires`,
    GRACE_ENDS: (company, what) => `${company}: last day to renew ${what}`,
    DUE_DATE_PASSES: (company, what) => `${company}: ${what} is due`,
  },
  fr: {
    DOSSIER_EXPIRES: (company, what) => `${company} : fin du dossier ${what}`,
    ANSWER_EXPIRES: (company, what) => `${company} : ${what} expire`,
    GRACE_ENDS: (company, what) => `${company} : dernier jour pour renouveler ${what}`,
    DUE_DATE_PASSES: (company, what) => `${company} : ${what} attendu`,
  },
}
