import { AppError } from './problems.ts'
import { formatDate, parseDate } from './wire-dates.ts'

/** YYYY-MM-DD. Such days compare as text. */
export type Day = string

function read(day: Day): Date {
  const date = parseDate(day)
  if (!date) throw new RangeError(`not a day: ${day}`)
  return date
}

export function addDays(day: Day, days: number): Day {
  const date = read(day)
  date.setUTCDate(date.getUTCDate() + days)
  return formatDate(date)
}

/** The same day of a later month, or that month's last day where it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const date = read(day)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, lastOfMonth))
  return formatDate(date)
}

/** DD/MM/YYYY, as form answers and check results write a day. */
export function formDay(day: Day): string {
  return day.split('-').toReversed().join('/')
}

/** Strict DD/MM/YYYY of a day that exists, as YYYY-MM-DD; null for anything else. */
export function dayOfForm(text: string): Day | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const day = match ? `${match[3]}-${match[2]}-${match[1]}` : ''
  return parseDate(day) ? day : null
}

/** Refuses what looks like a day and is none, such as 2026-02-30. */
export function requireDay(
  place: { readonly pointer: string } | { readonly parameter: string },
  day: string | null | undefined,
): void {
  if (day === null || day === undefined || parseDate(day)) return
  const errors = [{ ...place, code: 'FIELD_FORMAT', message: '' }]
  throw new AppError('VALIDATION_FAILED', {}, { errors })
}
