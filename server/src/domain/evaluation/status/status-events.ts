import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { ApprovalState, DocumentStatus, DossierStatus } from './status-labels.ts'
import type { DossierReason } from './status-rules.ts'

interface DocumentPlace {
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

interface DossierPlace {
  readonly thirdpartyId: number
  readonly dossierId: number
}

/** Told twice, like the status of a document. */
export function recordDossierStatus(
  tx: Tx,
  scope: Scope,
  place: DossierPlace,
  change: {
    readonly before: DossierStatus | null
    readonly after: DossierStatus
    readonly reason: DossierReason
  },
): void {
  record(tx, scope, { name: 'DOSSIER_STATUS_UPDATED', ...place, data: { ...change } })
  record(tx, scope, { name: `DOSSIER_STATUS_UPDATED_${change.after}`, ...place, data: { ...change } })
}

/** Of a dossier that keeps its status. */
export function recordDossierReason(
  tx: Tx,
  scope: Scope,
  place: DossierPlace,
  { before, after }: { readonly before: DossierReason; readonly after: DossierReason },
): void {
  const data = {
    kind: 'STATUS_REASON',
    before: { statusReason: before },
    after: { statusReason: after },
  } as const
  record(tx, scope, { name: 'DOSSIER_UPDATED', ...place, data })
}

/** Why an approval starts again. */
export type Reopening = 'NOT_VALID' | 'REACTIVATED' | 'STEPS_CHANGED' | 'RESTARTED'

export function recordReopening(
  tx: Tx,
  scope: Scope,
  place: DossierPlace,
  {
    before,
    round,
    reason,
  }: { readonly before: ApprovalState; readonly round: number; readonly reason: Reopening },
): void {
  const data = {
    kind: 'APPROVAL_STEP',
    act: 'REOPENED',
    reason,
    round,
    before: { approval: before },
    after: { approval: 'WAITING' },
  } as const
  record(tx, scope, { name: 'DOSSIER_UPDATED', ...place, data })
}
