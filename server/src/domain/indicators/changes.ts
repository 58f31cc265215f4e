import type { Computed } from './facts.ts'
import type { StoredIndicator } from './indicators.queries.ts'

/** An indicator as it comes out now, and whose it is. */
export interface Wanted extends Computed {
  readonly thirdpartyId: number
  readonly dossierId: number | null
}

export interface Change {
  readonly before: StoredIndicator | null
  readonly after: Wanted
}

export interface Changes {
  /** Another value, rating, state or model: a new row. */
  readonly moved: readonly Change[]
  /** Only how the same value is explained. */
  readonly explained: readonly { readonly indicatorId: number; readonly after: Wanted }[]
}

/** What differs from what is stored. That nothing is known is no news of what never was known. */
export function changesOf(stored: readonly StoredIndicator[], wanted: readonly Wanted[]): Changes {
  const present = new Map(stored.map((one) => [keyOf(one), one]))
  const moved: Change[] = []
  const explained: { indicatorId: number; after: Wanted }[] = []
  for (const after of wanted) {
    const before = present.get(keyOf(after)) ?? null
    if (before === null) {
      if (after.state !== 'UNKNOWN') moved.push({ before, after })
    } else if (isNews({ before, after }) || hasOtherModel(before, after)) {
      moved.push({ before, after })
    } else if (explanation(before) !== explanation(after)) {
      explained.push({ indicatorId: before.indicatorId, after })
    }
  }
  return { moved, explained }
}

/** Whether anybody is told: another model alone that comes to the same is none of their business. */
export function isNews({ before, after }: Change): boolean {
  return before?.value !== after.value || before.rating !== after.rating || before.state !== after.state
}

/** What was known of an open dossier and has no source any more. */
export function vanished(
  stored: readonly StoredIndicator[],
  wanted: readonly Wanted[],
  openDossierIds: ReadonlySet<number>,
): Wanted[] {
  const kept = new Set(wanted.map(keyOf))
  return stored.flatMap(({ thirdpartyId, dossierId, code, model, ...one }) => {
    if (dossierId === null || !openDossierIds.has(dossierId)) return []
    if (kept.has(keyOf({ thirdpartyId, dossierId, code })) || one.state === 'UNKNOWN') return []
    return [{ thirdpartyId, dossierId, code, model, ...nothing }]
  })
}

const nothing = {
  value: null,
  rating: null,
  state: 'UNKNOWN',
  asOf: null,
  compliant: null,
  pending: null,
  breakdown: [],
  advice: null,
  dueOn: null,
} as const

type Named = Pick<Wanted, 'thirdpartyId' | 'dossierId' | 'code'>

function keyOf({ thirdpartyId, dossierId, code }: Named): string {
  return `${thirdpartyId} ${dossierId ?? ''} ${code}`
}

function hasOtherModel({ model: one }: Computed, { model: other }: Computed): boolean {
  return one.name !== other.name || one.version !== other.version
}

function explanation({ asOf, compliant, pending, breakdown, advice, dueOn }: Computed): string {
  return JSON.stringify([asOf, compliant, pending, breakdown, advice, dueOn])
}
