/** YYYY-MM-DD, in UTC: days compare as text. */
export type Day = string

const dayMs = 86_400_000

export function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** From the first to the second. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** The same day of a later month, or that month's last. */
export function monthAfter(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** 1 is Monday. */
export function weekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}
