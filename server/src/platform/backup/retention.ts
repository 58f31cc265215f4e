const units = ['h', 'd', 'w', 'm', 'y'] as const
type Unit = (typeof units)[number]

/** How many hours, days, weeks, months and years keep their newest copy. */
export type RetentionRule = Readonly<Partial<Record<Unit, number>>>

/** `7d,4w,12m`; null for what is no such rule. */
export function parseRetention(text: string): RetentionRule | null {
  const rule: Partial<Record<Unit, number>> = {}
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, count = '', letter = ''] = /^([1-9]\d{0,3})([a-z])$/.exec(part) ?? []
    const unit = units.find((each) => each === letter)
    if (!unit || rule[unit] !== undefined) return null
    rule[unit] = Number(count)
  }
  return rule
}

export interface TakenCopy {
  readonly id: string
  readonly takenAt: Date
}

/** Of each of the last so many hours, days … that have a copy, the newest one; and the newest of all in any case. */
export function copiesToKeep(copies: readonly TakenCopy[], rule: RetentionRule): Set<string> {
  const newestFirst = copies.toSorted(
    (one, other) => other.takenAt.getTime() - one.takenAt.getTime() || (other.id < one.id ? -1 : 1),
  )
  const keep = new Set(newestFirst.slice(0, 1).map(({ id }) => id))
  for (const unit of units) {
    const seen = new Set<string>()
    for (const { id, takenAt } of newestFirst) {
      if (seen.size >= (rule[unit] ?? 0)) break
      const period = periodOf(unit, takenAt)
      if (seen.has(period)) continue
      seen.add(period)
      keep.add(id)
    }
  }
  return keep
}

const dayMs = 86_400_000

function periodOf(unit: Unit, at: Date): string {
  const text = at.toISOString()
  if (unit === 'h') return text.slice(0, 13)
  if (unit === 'd') return text.slice(0, 10)
  if (unit === 'm') return text.slice(0, 7)
  if (unit === 'y') return text.slice(0, 4)
  // Weeks begin on Monday; the first day of all calendars here was a Thursday.
  return String(Math.floor((at.getTime() / dayMs + 3) / 7))
}
