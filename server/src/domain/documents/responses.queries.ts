import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { DocumentReader } from './reader.ts'
import { requireDocument, type DocumentPath } from './documents.queries.ts'
import { responsesById, type FoundResponse } from './response.view.ts'

export async function getResponse(
  tx: ReadTx,
  scope: Scope,
  responseId: number,
  reader: DocumentReader,
): Promise<FoundResponse> {
  const [found] = await responsesById(tx, scope, [responseId], reader)
  return found ?? (await responseNotFound(tx, scope, responseId))
}

/** Every answer a document has had, whatever became of it, the newest first. */
export async function responsesOfDocument(
  tx: ReadTx,
  scope: Scope,
  path: DocumentPath,
  reader: DocumentReader,
): Promise<FoundResponse[]> {
  await requireDocument(tx, scope, path)
  const rows = await tx
    .selectFrom('response')
    .select('response_id')
    .where('account_id', '=', scope.accountId)
    .where('document_id', '=', path.documentId)
    .orderBy('response_id', 'desc')
    .execute()
  const ids = rows.map((row) => row.response_id)
  return responsesById(tx, scope, ids, reader)
}

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
