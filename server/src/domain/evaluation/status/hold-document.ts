import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { holdDossier, type HeldDossier } from './hold-dossier.ts'

export interface HeldDocument {
  readonly dossier: HeldDossier
  readonly documentId: number
  readonly thirdpartyId: number
  readonly dossierId: number
  readonly code: string
  readonly typeVersion: number
  readonly required: boolean
  readonly dueDate: string | null
  readonly stopped: boolean
  readonly version: number
}

/** Locks the dossier, then this document of it. An archived dossier is frozen, its documents with it. */
export async function holdDocument(
  tx: Tx,
  scope: Scope,
  { dossierId, documentId }: { readonly dossierId: number; readonly documentId: number },
): Promise<HeldDocument> {
  const dossier = await holdDossier(tx, scope, dossierId)
  const row = await tx
    .selectFrom('document')
    .select(['code', 'type_version', 'required', 'due_date', 'stopped_at', 'version'])
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .where('document_id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
  if (dossier.archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return {
    dossier,
    documentId,
    dossierId,
    thirdpartyId: dossier.thirdpartyId,
    code: row.code,
    typeVersion: row.type_version,
    required: row.required,
    dueDate: row.due_date,
    stopped: row.stopped_at !== null,
    version: row.version,
  }
}

/** The same for writes: what is no longer asked for is not changed or answered. */
export async function holdAskedDocument(
  tx: Tx,
  scope: Scope,
  path: { readonly dossierId: number; readonly documentId: number },
): Promise<HeldDocument> {
  const held = await holdDocument(tx, scope, path)
  if (held.stopped) throw new AppError('DOCUMENT_STOPPED', { documentId: held.documentId })
  return held
}
