import type { Day } from '../../platform/kernel/index.ts'

export function earliest(days: readonly (Day | null)[]): Day | null {
  return days.filter((day) => day !== null).toSorted()[0] ?? null
}

export function latest(days: readonly (Day | null)[]): Day | null {
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  )
}
