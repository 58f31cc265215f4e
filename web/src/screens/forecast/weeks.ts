import type { Due } from './forecast.queries.ts'

export interface Week {
  /** Its Monday. */
  monday: string
  /** How many weeks from today's. */
  ahead: number
  items: Due[]
}

const dayMs = 86_400_000

const wireDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export function mondayOf(date: string): string {
  const time = Date.parse(date)
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return wireDay(time - sinceMonday * dayMs)
}

export const daysUntil = (today: string, date: string): number =>
  (Date.parse(date) - Date.parse(today)) / dayMs

/** The days come in order, so each week is one stretch. */
export function byWeek(items: readonly Due[], today: string): Week[] {
  const weeks: Week[] = []
  for (const item of items) {
    const monday = mondayOf(item.date)
    const last = weeks.at(-1)
    if (last?.monday === monday) last.items.push(item)
    else weeks.push({ monday, ahead: daysUntil(mondayOf(today), monday) / 7, items: [item] })
  }
  return weeks
}
