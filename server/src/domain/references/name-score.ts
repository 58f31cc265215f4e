import { bestNameScore } from './company-search.ts'

/** For companies a register found by its own lights: former names, or mistakes we would not forgive. */
const looseScore = 0.05

/** How well a name the register came up with fits what was typed. */
export function nameScore(typed: string, ...names: readonly (string | null)[]): number {
  return bestNameScore(typed, names) ?? looseScore
}
