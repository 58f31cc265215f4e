import type { Day } from '../../../platform/kernel/index.ts'
import type { DocumentStatus, DossierStatus } from './status-labels.ts'

export interface RequiredDocument {
  readonly status: DocumentStatus
  readonly required: boolean
  readonly stopped: boolean
  /** One answer among the documents of a group is enough. */
  readonly alternativeGroup?: string | null
}

export interface DossierFacts {
  readonly documents: readonly RequiredDocument[]
  /** The last good day of the dossier itself; null when it has none. */
  readonly expirationDate: Day | null
  readonly today: Day
  /** The third party is struck off and the account wants that to invalidate its dossiers. */
  readonly struckOffInvalidates: boolean
}

const worstFirst = ['INVALID', 'ACTION_REQUIRED', 'BELOW_EXPECTATION'] as const

/** The worst of what is asked. An archived dossier is frozen: do not ask. */
export function dossierStatus(facts: DossierFacts): DossierStatus {
  const { expirationDate, today } = facts
  if (facts.struckOffInvalidates || (expirationDate !== null && expirationDate < today)) return 'INVALID'
  const asked = askedStatuses(facts.documents)
  if (asked.every((status) => status === 'MISSING')) return 'ABSENT'
  const worst = worstFirst.find((status) => asked.includes(status))
  if (worst) return worst
  return asked.every((status) => status === 'VALID') ? 'VALID' : 'ONGOING'
}

/** A group of alternatives counts as one document. */
export function completion(documents: readonly RequiredDocument[]): { required: number; valid: number } {
  const asked = askedStatuses(documents)
  return { required: asked.length, valid: asked.filter((status) => status === 'VALID').length }
}

function askedStatuses(documents: readonly RequiredDocument[]): DocumentStatus[] {
  const alone: DocumentStatus[] = []
  const groups = new Map<string, DocumentStatus[]>()
  for (const { status, required, stopped, alternativeGroup } of documents) {
    if (!required || stopped) continue
    if (!alternativeGroup) alone.push(status)
    else groups.set(alternativeGroup, [...(groups.get(alternativeGroup) ?? []), status])
  }
  return [...alone, ...[...groups.values()].map(ofGroup)]
}

// A valid alternative settles the group; else the worst of those that were answered at all speaks for it.
function ofGroup(statuses: readonly DocumentStatus[]): DocumentStatus {
  if (statuses.includes('VALID')) return 'VALID'
  const worst = worstFirst.find((status) => statuses.includes(status))
  return worst ?? (statuses.includes('ONGOING') ? 'ONGOING' : 'MISSING')
}
