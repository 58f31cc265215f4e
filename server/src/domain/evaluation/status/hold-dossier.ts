import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'

export interface HeldDossier {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly typeCode: string
  readonly typeVersion: number
  readonly dueDate: string | null
  readonly version: number
  readonly archived: boolean
}

/**
 * Locks a dossier for the rest of the transaction. Whoever changes a dossier, its documents or their answers
 * begins here, so that all of them wait for one another in the same order.
 */
export async function holdDossier(tx: Tx, scope: Scope, dossierId: number): Promise<HeldDossier> {
  const row = await tx
    .selectFrom('dossier')
    .select(['thirdparty_id', 'type_code', 'type_version', 'due_date', 'version', 'archived_at'])
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  return {
    dossierId,
    thirdpartyId: row.thirdparty_id,
    typeCode: row.type_code,
    typeVersion: row.type_version,
    dueDate: row.due_date,
    version: row.version,
    archived: row.archived_at !== null,
  }
}

/** The same for writes: an archived dossier is frozen. */
export async function holdOpenDossier(tx: Tx, scope: Scope, dossierId: number): Promise<HeldDossier> {
  const held = await holdDossier(tx, scope, dossierId)
  if (held.archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return held
}
