import type { Tx } from '../../platform/db/index.ts'
import { record, withWords, type EventDataOf, type EventWordsOf } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export interface FindingPlace {
  readonly findingId: number
  readonly thirdpartyId: number
  readonly source: string
}

type FindingData = Extract<EventDataOf<'THIRD_PARTY_UPDATED'>, { readonly kind: 'FINDING' }>
type FindingWords = Extract<EventWordsOf<'THIRD_PARTY_UPDATED'>, { readonly kind?: 'FINDING' | undefined }>

interface FindingEvent {
  readonly change: FindingData['change']
  readonly data: Omit<FindingData, 'kind' | 'findingId' | 'change'>
  /** What somebody wrote, which goes when they are erased. */
  readonly words?: FindingWords
}

/**
 * One event for each change. Of what was found through a hit the journal tells no words: its readers are more than
 * those who may know of hits.
 */
export function recordFinding(
  tx: Tx,
  scope: Scope,
  { findingId, thirdpartyId, source }: FindingPlace,
  { change, data, words = {} }: FindingEvent,
): void {
  const facts = { ...data, kind: 'FINDING', findingId, change } as const
  const told = withWords(scope.actor, facts, source === 'HIT' ? {} : words)
  record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId, ...told })
}
