import { sql, type RawBuilder } from 'kysely'

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

// As Standard Webhooks proposes: ten tries over a little more than three days.
const pauses = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
]
const longestAsked = 24 * hours
const spread = 0.2

/** How long to wait after so many tries in vain; null to give up. `chance` from 0 to 1 spreads what failed together. */
export function pauseAfter(tries: number, askedMs: number | null, chance = Math.random()): number | null {
  const pause = pauses[tries - 1]
  if (pause === undefined) return null
  const spreadOut = pause * (1 + (chance - 0.5) * spread)
  return Math.round(Math.max(spreadOut, Math.min(askedMs ?? 0, longestAsked)))
}

/** Now. What a process whose clock is ahead has made would otherwise wait for that process's future. */
export const dueAtOnce = (now: Date): RawBuilder<Date> => sql<Date>`least(${now}::timestamptz, now())`
