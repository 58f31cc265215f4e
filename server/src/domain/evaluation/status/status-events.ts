import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { DocumentStatus } from './status-labels.ts'

export interface DocumentPlace {
  readonly thirdpartyId: number
  readonly dossierId: number
  readonly documentId: number
}

/** A change of status is told twice: for those who follow any change, and for those who wait for one status. */
export function recordDocumentStatus(
  tx: Tx,
  scope: Scope,
  place: DocumentPlace,
  change: {
    readonly before: DocumentStatus | null
    readonly after: DocumentStatus
    readonly reason?: string
  },
): void {
  const suffix = change.after === 'MISSING' ? 'ABSENT' : change.after
  record(tx, scope, { name: 'DOCUMENT_ANSWER_STATUS_UPDATE', ...place, data: { ...change } })
  record(tx, scope, {
    name: `DOCUMENT_ANSWER_STATUS_UPDATE_${suffix}`,
    ...place,
    data: { ...change },
  })
}
