import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { documentNotFound } from '../status/require.ts'
import { refuseCheck } from './answer-document.ts'
import { placeOfResponse } from '../status/hold-response.ts'

interface Path {
  readonly dossierId: number
  readonly documentId: number
}

/**
 * The type of a document that can be answered now. Looked at before a body is read, so that nobody sends a large
 * file for nothing; what is written looks again, under its locks.
 */
export async function answerableType(tx: ReadTx, scope: Scope, path: Path): Promise<DocumentType> {
  const row = await tx
    .selectFrom('document as c')
    .innerJoin('dossier as d', (join) =>
      join.onRef('d.account_id', '=', 'c.account_id').onRef('d.dossier_id', '=', 'c.dossier_id'),
    )
    .select(['c.code', 'c.type_version', 'c.stopped_at', 'd.archived_at'])
    .where('c.account_id', '=', scope.accountId)
    .where('c.dossier_id', '=', path.dossierId)
    .where('c.document_id', '=', path.documentId)
    .executeTakeFirst()
  if (!row) return documentNotFound(tx, scope, path)
  if (row.archived_at) throw new AppError('DOSSIER_ARCHIVED', { dossierId: path.dossierId })
  if (row.stopped_at) throw new AppError('DOCUMENT_STOPPED', { documentId: path.documentId })
  const type = await documentTypeAt(tx, scope, { code: row.code, typeVersion: row.type_version })
  refuseCheck(type, path)
  return type
}

/** The same for a draft that files are added to. */
export async function draftType(tx: ReadTx, scope: Scope, responseId: number): Promise<DocumentType> {
  const type = await answerableType(tx, scope, await placeOfResponse(tx, scope, responseId))
  const { state } = await tx
    .selectFrom('response')
    .select('state')
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .executeTakeFirstOrThrow()
  if (state !== 'DRAFT') throw new AppError('RESPONSE_NOT_EDITABLE', { responseId, state })
  return type
}
