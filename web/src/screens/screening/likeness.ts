import type { MatchReason } from './screening.queries.ts'

const likenesses = ['EQUAL', 'NEAR', 'CONTRADICTED', 'MISSING'] as const
export type Likeness = (typeof likenesses)[number]

/** How a field compares, as the score has it; null when it was not compared. */
export function likenessOf(reasons: readonly MatchReason[], field: string): Likeness | null {
  const kinds = new Set(reasons.map(({ kind }) => kind))
  return likenesses.find((likeness) => kinds.has(`${field}_${likeness}`)) ?? null
}
