import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { ResponseState } from '../status/response-states.ts'
import type { DocumentStatus, DossierStatus } from '../status/status-labels.ts'

interface DecisionRow {
  responseId: number
  status: ResponseState
  documentId: number
  dossierId: number
  decidedAt: string | null
  comment: string | null
  documentStatusCode: DocumentStatus
  dossierStatusCode: DossierStatus
}

/** What a decision has made of the answer, its document and its dossier. */
export async function decisionRow(tx: ReadTx, scope: Scope, responseId: number): Promise<DecisionRow> {
  const { rows } = await sql<DecisionRow>`
    select r.response_id as "responseId", r.state as status, r.document_id as "documentId",
      r.dossier_id as "dossierId", wire_time(r.decided_at) as "decidedAt", r.decision_comment as comment,
      c.status as "documentStatusCode", d.status as "dossierStatusCode"
    from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Response ${responseId} is held and not there.`)
  return row
}
