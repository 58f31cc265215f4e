import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { TaskSubject } from './open-task.ts'

/** As a caller names it: one of the three. */
export interface RequestedSubject {
  readonly thirdpartyId?: number
  readonly dossierId?: number
  readonly documentId?: number
}

/** What a task is to be about: seen by who asks, and not archived before it is written. */
export async function holdTaskSubject(
  tx: Tx,
  scope: Scope,
  { thirdpartyId = 0, dossierId, documentId }: RequestedSubject,
): Promise<TaskSubject> {
  if (documentId !== undefined) {
    const document = await findDocument(tx, scope, documentId)
    return { ...(await holdDossier(tx, scope, document.dossier_id)), documentId }
  }
  if (dossierId !== undefined) return holdDossier(tx, scope, dossierId)
  const row = await tx
    .selectFrom('thirdparty')
    .select('archived_at')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  if (row.archived_at !== null) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
  return { thirdpartyId }
}

async function holdDossier(tx: Tx, { accountId }: Scope, dossierId: number): Promise<TaskSubject> {
  const row = await tx
    .selectFrom('dossier')
    .select(['thirdparty_id', 'archived_at'])
    .where('account_id', '=', accountId)
    .where('dossier_id', '=', dossierId)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  if (row.archived_at !== null) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return { thirdpartyId: row.thirdparty_id, dossierId }
}

async function findDocument(tx: Tx, { accountId }: Scope, documentId: number) {
  const row = await tx
    .selectFrom('document')
    .select('dossier_id')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (!row) throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
  return row
}
