import { parseDate } from '../../../platform/kernel/index.ts'
import { masked } from '../masked.ts'

/** What is masked, as the stock files write it. */
const maskedInFiles = '[ND]'

const longestText = 500

export function readTextField(value: string | null): string | null {
  const text = value?.trim().slice(0, longestText) ?? ''
  if (text === '') return null
  return text === maskedInFiles ? masked : text
}

/** A day, or the day of an instant; 1900-01-01 stands for unknown. */
export const dayOf = memoise((value) => {
  const day = value?.slice(0, 10) ?? ''
  return day === '1900-01-01' || parseDate(day) === null ? null : day
})

/** An instant; without a zone it is taken for UTC. One that cannot be read is older than all others. */
export const instantOf = memoise((value) => {
  const text = value ?? ''
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}Z` : text)
  return new Date(Number.isNaN(time) ? 0 : time).toISOString()
})

/** Millions of rows share some thousand dates and towns, and reading one costs more than looking it up. */
export function memoise<T>(read: (value: string | null) => T): (value: string | null) => T {
  const known = new Map<string | null, T>()
  return (value) => {
    let result = known.get(value)
    if (result === undefined) {
      if (known.size > 50_000) known.clear()
      result = read(value)
      known.set(value, result)
    }
    return result
  }
}

export function yearOf(value: string | null): number | null {
  return /^\d{4}$/.test(value ?? '') ? Number(value) : null
}

/** Lines of an address as one field; the writer puts the line ends back. */
export function joinLines(lines: readonly (string | null)[]): string | null {
  return lines.filter(Boolean).join('¶') || null
}
