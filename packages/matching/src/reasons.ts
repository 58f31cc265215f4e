/** A list: everything a score may be explained with. */
export const reasonKinds = [
  // Where the score starts, and which two names met.
  'NAME',
  'WEAK_ALIAS',
  // How two words of the names met.
  'WORD_EQUAL',
  'WORD_NEAR',
  'WORD_SOUND',
  'WORD_CONSONANTS',
  'WORD_NICKNAME',
  'WORD_TRANSLATED',
  'WORD_GENDER',
  'WORD_INITIAL',
  'WORDS_JOINED',
  // What in the names did not meet.
  'WORD_CONTRADICTED',
  'WORD_EXTRA',
  'PLACE_CONTRADICTED',
  'PLACE_EXTRA',
  'NUMBER_CONTRADICTED',
  'NUMBER_EXTRA',
  'LEGAL_FORM_CONTRADICTED',
  'LEGAL_FORM_EXTRA',
  'LINEAGE_REVERSED',
  'ORDER_DIFFERENT',
  'ONE_WORD_ONLY',
  'ONLY_COMMON_WORDS',
  'ACRONYM',
  // Everything besides the names.
  'KIND_CONTRADICTED',
  'BIRTH_DATE_EQUAL',
  'BIRTH_DATE_NEAR',
  'BIRTH_DATE_CONTRADICTED',
  'BIRTH_DATE_MISSING',
  'BIRTH_PLACE_EQUAL',
  'BIRTH_PLACE_CONTRADICTED',
  'COUNTRY_EQUAL',
  'COUNTRY_CONTRADICTED',
  'COUNTRY_MISSING',
  'IDENTIFIER_EQUAL',
  'IDENTIFIER_CONTRADICTED',
  // What another engine, that was asked beside this one, says of the same two.
  'SERVICE_SCORE',
  // A score stays between 0 and 1: the points that this took away or gave back.
  'BOUND',
] as const

export type ReasonKind = (typeof reasonKinds)[number]

/** The points of all reasons of a score add up to it. */
export interface Reason {
  kind: ReasonKind
  effect: 'FOR' | 'AGAINST' | 'NEUTRAL'
  ours?: string
  theirs?: string
  points: number
}

export interface Met {
  ours?: string
  theirs?: string
}

/** The effect follows from the points, save for what costs nothing. */
export function reason(
  kind: ReasonKind,
  points: number,
  met: Met = {},
  free: 'FOR' | 'NEUTRAL' = 'FOR',
): Reason {
  const effect = points > 0 ? 'FOR' : points < 0 ? 'AGAINST' : free
  return { kind, effect, ...met, points: points === 0 ? 0 : points }
}
