import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { PastEntry } from '../platform/journal/index.ts'
import { addDays, formDay, type Actor } from '../platform/kernel/index.ts'
import type { DemoPaper } from './make-papers.ts'

export const historyFile = new URL('../../demo-history.json.br', import.meta.url)

/** Rows as PostgreSQL writes them in JSON. */
export type HistoryRow = Record<string, unknown>

/** What the demonstration account has lived through, as it is for one account on one day. */
export interface History {
  readonly papers: readonly DemoPaper[]
  readonly tables: Readonly<Record<string, readonly HistoryRow[]>>
  readonly moments: readonly HistoryMoment[]
}

/** What was told to the journal within a minute. */
export interface HistoryMoment {
  readonly at: string
  readonly events: readonly { readonly actor: Actor; readonly entry: PastEntry }[]
}

/** What is known of a recording before it is made that of an account. */
export interface HistoryHeader {
  /** How many numbers it needs. */
  readonly ids: number
  /** Of rows that are not part of it, such as `account`: the place of each among the numbers. */
  readonly known: Readonly<Record<string, number>>
  /** The time of its first and last event; days count from the day of the recording. */
  readonly first: { readonly day: number; readonly time: string }
  readonly last: { readonly day: number; readonly time: string }
}

export interface Recording {
  readonly header: HistoryHeader
  /** The history in JSON, with marks in place of what is another in every account. */
  readonly text: string
}

/** What stands in place of the marks. */
export interface Filling {
  /** The day that the last day of the recording becomes. */
  readonly today: string
  readonly idAt: (place: number) => number
  readonly publicUrl: string
  readonly unsubscribeUrl: (contact: { contactId: number; email: string }) => string
}

/**
 * Numbers of a recording begin here, so that they can be told from all other numbers, wherever they stand. The first
 * one is `place` 1.
 */
export const idBase = 400_000_000_000_000
const marks = /(?<!\d)400000000(\d{6})(?!\d)|\{\{(\w+)(?: ([^{}]*))?\}\}/g

const longDay = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  fr: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** The ways in which texts of the product write a day. */
export const dayForms: Readonly<Record<string, (day: string) => string>> = {
  day: (day) => day,
  form: formDay,
  en: (day) => longDay.en.format(new Date(day)),
  fr: (day) => longDay.fr.format(new Date(day)),
}

export async function loadRecording(): Promise<Recording> {
  const [header = '', text = ''] = (await promisify(brotliDecompress)(await readFile(historyFile)))
    .toString('utf8')
    .split('\n')
  return { header: JSON.parse(header) as HistoryHeader, text }
}

/** Puts this account's numbers, days, addresses and new secrets in place of the marks. */
export function fillHistory(text: string, filling: Filling): History {
  const secrets = new Map<string, string>()
  const secretOf = (name: string): string => {
    const secret = secrets.get(name) ?? randomBytes(32).toString('base64url')
    secrets.set(name, secret)
    return secret
  }
  const mark = (kind: string, value: string): string => {
    const days = dayForms[kind]
    if (days) return days(addDays(filling.today, Number(value)))
    if (kind === 'url') return filling.publicUrl
    if (kind === 'uuid') return randomUUID()
    if (kind === 'secret') return secretOf(value)
    if (kind === 'digest') return createHash('sha256').update(secretOf(value)).digest('hex')
    if (kind === 'unsubscribe') {
      const [place, email = ''] = value.split(' ')
      return filling.unsubscribeUrl({ contactId: filling.idAt(Number(place)), email })
    }
    throw new Error(`The demonstration has an unknown mark: ${kind}.`)
  }
  const filled = text.replace(marks, (_all, place?: string, kind?: string, value?: string) =>
    place === undefined ? mark(kind ?? '', value ?? '') : String(filling.idAt(Number(place))),
  )
  return JSON.parse(filled) as History
}
