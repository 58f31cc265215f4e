import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { DossierStatus } from './status-labels.ts'

/** Told twice, like the status of a document. */
export function recordDossierStatus(
  tx: Tx,
  scope: Scope,
  place: { readonly thirdpartyId: number; readonly dossierId: number },
  change: { readonly before: DossierStatus | null; readonly after: DossierStatus },
): void {
  record(tx, scope, { name: 'DOSSIER_STATUS_UPDATED', ...place, data: { ...change } })
  record(tx, scope, { name: `DOSSIER_STATUS_UPDATED_${change.after}`, ...place, data: { ...change } })
}
