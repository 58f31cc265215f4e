import type { ReadTx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { requireDocument, responseNotFound, type DocumentPath } from '../status/require.ts'
import type { DocumentReader } from './reader.ts'
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
