import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'

/** All ids come from one sequence, so it can be told what was given instead. */
export async function responseNotFound(tx: ReadTx, scope: Scope, responseId: number): Promise<never> {
  const { rows } = await sql<{ hint: string | null }>`
    select case
      when exists (select from document where account_id = ${scope.accountId} and document_id = ${responseId})
        then 'DOCUMENT_ID_GIVEN'
      when exists (select from evidence where account_id = ${scope.accountId} and evidence_id = ${responseId})
        then 'EVIDENCE_ID_GIVEN' end as hint`.execute(tx)
  const hint = rows[0]?.hint
  throw new AppError('RESPONSE_NOT_FOUND', { responseId }, hint ? { members: { hint } } : {})
}

export interface DocumentPath {
  readonly dossierId: number
  readonly documentId: number
}

export async function requireDocument(tx: ReadTx, scope: Scope, path: DocumentPath): Promise<void> {
  const row = await tx
    .selectFrom('document')
    .select('document_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', path.dossierId)
    .where('document_id', '=', path.documentId)
    .executeTakeFirst()
  if (!row) await documentNotFound(tx, scope, path)
}

/** Says which of the two is not there. */
export async function documentNotFound(
  tx: ReadTx,
  scope: Scope,
  { dossierId, documentId }: DocumentPath,
): Promise<never> {
  await requireDossier(tx, scope, dossierId)
  throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
}

async function requireDossier(tx: ReadTx, scope: Scope, dossierId: number): Promise<void> {
  const row = await tx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .executeTakeFirst()
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
}
