import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Cause } from './policy.ts'

export const decisionStates = ['APPROVED', 'APPROVED_WITH_CONDITIONS', 'SUSPENDED', 'REFUSED'] as const
export type DecisionState = (typeof decisionStates)[number]

/** As the record of the company shows it. */
export interface Relationship {
  readonly state: DecisionState | 'NONE'
  readonly validUntil: string | null
  readonly toReview: { readonly cause: Cause; readonly since: string } | null
}

interface RelationshipChange {
  readonly change: 'DECIDED' | 'REOPENED'
  readonly before: Relationship
  readonly after: Relationship
}

/** Told whole, so that the past can be read from it; why, for what and under which conditions stays in the history. */
export function recordRelationship(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
  { change, before, after }: RelationshipChange,
): void {
  record(tx, scope, {
    name: 'THIRD_PARTY_UPDATED',
    thirdpartyId,
    data: {
      kind: 'RELATIONSHIP',
      change,
      before: { relationship: before },
      after: { relationship: after },
    },
  })
}
