import type { Computed } from './facts.ts'
import type { StoredIndicator } from './indicators.queries.ts'

/** An indicator as it comes out now, and whose it is. */
export interface ComputedIndicator extends Computed {
  readonly thirdpartyId: number
  readonly dossierId: number | null
}

export interface Change {
  readonly before: StoredIndicator | null
  readonly after: ComputedIndicator
}

export interface Changes {
  /** Another value, rating, state or model: a new row. */
  readonly moved: readonly Change[]
  /** Only how the same value is explained. */
  readonly explained: readonly { readonly indicatorId: number; readonly after: ComputedIndicator }[]
}

/** What differs from what is stored. That nothing is known is no news of what never was known. */
export function changesOf(stored: readonly StoredIndicator[], wanted: readonly ComputedIndicator[]): Changes {
  const present = new Map(stored.map((one) => [indicatorKey(one), one]))
  const moved: Change[] = []
  const explained: { indicatorId: number; after: ComputedIndicator }[] = []
  for (const after of wanted) {
    const before = present.get(indicatorKey(after)) ?? null
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
export function findVanished(
  stored: readonly StoredIndicator[],
  wanted: readonly ComputedIndicator[],
  openDossierIds: ReadonlySet<number>,
): ComputedIndicator[] {
  const remaining = new Set(wanted.map(indicatorKey))
  return stored.flatMap(({ thirdpartyId, dossierId, code, model, ...one }) => {
    if (dossierId === null || !openDossierIds.has(dossierId)) return []
    if (remaining.has(indicatorKey({ thirdpartyId, dossierId, code })) || one.state === 'UNKNOWN') return []
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

type IndicatorName = Pick<ComputedIndicator, 'thirdpartyId' | 'dossierId' | 'code'>

function indicatorKey({ thirdpartyId, dossierId, code }: IndicatorName): string {
  return `${thirdpartyId} ${dossierId ?? ''} ${code}`
}

function hasOtherModel({ model: one }: Computed, { model: other }: Computed): boolean {
  return one.name !== other.name || one.version !== other.version
}

function explanation({ asOf, compliant, pending, breakdown, advice, dueOn }: Computed): string {
  return JSON.stringify([asOf, compliant, pending, breakdown, advice, dueOn])
}
