import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { lockDocument, lockDossier } from '../evaluation/index.ts'

/** What a comment is about: the narrowest of the three. */
export interface CommentPlace {
  readonly thirdpartyId: number
  readonly dossierId?: number
  readonly documentId?: number
}

/** As a path names it. */
export interface RequestedPlace {
  readonly thirdpartyId?: number
  readonly dossierId?: number
  readonly documentId?: number
}

export function toCommentPlace(comment: {
  readonly thirdpartyId: number
  readonly dossierId: number | null
  readonly documentId: number | null
}): CommentPlace {
  const { thirdpartyId, dossierId, documentId } = comment
  return {
    thirdpartyId,
    ...(dossierId !== null && { dossierId }),
    ...(documentId !== null && { documentId }),
  }
}

/** For writing: what is archived is frozen, and stays as it is while the comment is written. */
export async function lockPlace(tx: Tx, scope: Scope, requested: RequestedPlace): Promise<CommentPlace> {
  const { dossierId, documentId } = requested
  if (dossierId === undefined) return lockCommentedThirdParty(tx, scope, requested.thirdpartyId ?? 0)
  if (documentId !== undefined) {
    const { thirdpartyId } = await lockDocument(tx, scope, { dossierId, documentId })
    return { thirdpartyId, dossierId, documentId }
  }
  const { thirdpartyId, archived } = await lockDossier(tx, scope, dossierId)
  if (archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return { thirdpartyId, dossierId }
}

async function lockCommentedThirdParty(tx: Tx, scope: Scope, thirdpartyId: number): Promise<CommentPlace> {
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

/** For reading: that it is there, archived or not. */
export async function findPlace(tx: ReadTx, scope: Scope, requested: RequestedPlace): Promise<CommentPlace> {
  const { dossierId, documentId } = requested
  if (dossierId === undefined) {
    const thirdpartyId = requested.thirdpartyId ?? 0
    const found = await tx
      .selectFrom('thirdparty')
      .select('thirdparty_id')
      .where('account_id', '=', scope.accountId)
      .where('thirdparty_id', '=', thirdpartyId)
      .executeTakeFirst()
    if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
    return { thirdpartyId }
  }
  const row = await tx
    .selectFrom('dossier')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .executeTakeFirst()
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  if (documentId === undefined) return { thirdpartyId: row.thirdparty_id, dossierId }
  await requireDocument(tx, scope, { dossierId, documentId })
  return { thirdpartyId: row.thirdparty_id, dossierId, documentId }
}

async function requireDocument(
  tx: ReadTx,
  scope: Scope,
  { dossierId, documentId }: { readonly dossierId: number; readonly documentId: number },
): Promise<void> {
  const found = await tx
    .selectFrom('document')
    .select('document_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (!found) throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
}
