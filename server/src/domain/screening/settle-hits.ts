import type { Score } from '@vigie/matching'

export const hitStates = ['OPEN', 'UNCLEAR', 'PROPOSED', 'CLEARED', 'TRUE_MATCH', 'ENDED'] as const
export type HitState = (typeof hitStates)[number]

/** What the list of a hit is a list of. */
export const hitClasses = ['SANCTIONS', 'EXPOSED_PERSONS', 'OWN', 'NEWS'] as const

export const hitReasons = [
  'SUBJECT_ADDED',
  'SUBJECT_CHANGED',
  'ENTRY_ADDED',
  'ENTRY_CHANGED',
  'CLEARANCE_ENDED',
  'SETTINGS_CHANGED',
  'REOPENED',
] as const
export type HitReason = (typeof hitReasons)[number]

/** Two that may be the same, as a run found them. */
export interface FoundMatch {
  readonly subjectId: number
  /** Null for news, which is on no list. */
  readonly listId: number | null
  readonly entryKey: string
  /** Of the subject and of the entry, in hex: what matching looks at. */
  readonly fingerprint: string
  readonly matchingDigest: string
  readonly score: number
  readonly match: Pick<Score, 'ours' | 'theirs' | 'reasons'>
}

export interface KnownHit {
  readonly hitId: number
  readonly subjectId: number
  readonly listId: number | null
  readonly entryKey: string
  readonly fingerprint: string
  readonly matchingDigest: string
  readonly state: HitState
  /** YYYY-MM-DD; null: until something changes. */
  readonly clearedUntil: string | null
}

export type HitChange =
  | { readonly kind: 'OPEN'; readonly found: FoundMatch; readonly why: HitReason }
  | { readonly kind: 'REOPEN'; readonly hitId: number; readonly found: FoundMatch; readonly why: HitReason }
  /** Compared anew, and decided or waiting as it was. */
  | { readonly kind: 'REFRESH'; readonly hitId: number; readonly found: FoundMatch }
  | { readonly kind: 'END'; readonly hitId: number }

interface Findings {
  readonly known: readonly KnownHit[]
  readonly found: readonly FoundMatch[]
  /** Subjects that were never screened before. */
  readonly newSubjects: ReadonlySet<number>
  /** YYYY-MM-DD, by the clock of the account. */
  readonly today: string
  /** What a new pair is due to when neither side is new. */
  readonly otherwise: HitReason
}

/**
 * What the hits of a company become after a run. A decision holds as long as what it was about: it falls with a
 * changed subject or entry, or with its date, and with nothing else.
 */
export function settleHits({ known, found, newSubjects, today, otherwise }: Findings): HitChange[] {
  const byPair = new Map(known.map((hit) => [pairKey(hit), hit]))
  const changes: HitChange[] = []
  for (const match of found) {
    const hit = byPair.get(pairKey(match))
    byPair.delete(pairKey(match))
    const isNew = newSubjects.has(match.subjectId)
    if (!hit) changes.push({ kind: 'OPEN', found: match, why: isNew ? 'SUBJECT_ADDED' : otherwise })
    else changes.push(...changeOf(hit, match, today))
  }
  for (const hit of byPair.values())
    if (hit.state !== 'ENDED') changes.push({ kind: 'END', hitId: hit.hitId })
  return changes
}

function changeOf(hit: KnownHit, found: FoundMatch, today: string): HitChange[] {
  const { hitId, state } = hit
  const changed = whatChanged(hit, found)
  if (state === 'ENDED') return [{ kind: 'REOPEN', hitId, found, why: changed ?? 'ENTRY_ADDED' }]
  const isOver = state === 'CLEARED' && hit.clearedUntil !== null && hit.clearedUntil < today
  const isDecided = state === 'CLEARED' || state === 'PROPOSED' || state === 'UNCLEAR'
  // A true match stays one, whatever else is learnt: only people take it back.
  if (isDecided && (changed ?? isOver))
    return [{ kind: 'REOPEN', hitId, found, why: changed ?? 'CLEARANCE_ENDED' }]
  return changed ? [{ kind: 'REFRESH', hitId, found }] : []
}

function whatChanged(hit: KnownHit, found: FoundMatch): HitReason | null {
  if (hit.matchingDigest !== found.matchingDigest) return 'ENTRY_CHANGED'
  return hit.fingerprint === found.fingerprint ? null : 'SUBJECT_CHANGED'
}

const pairKey = ({ subjectId, listId, entryKey }: Pick<KnownHit, 'subjectId' | 'listId' | 'entryKey'>) =>
  `${subjectId} ${listId} ${entryKey}`
