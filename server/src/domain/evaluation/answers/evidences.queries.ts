import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'

export interface OwnEvidence {
  readonly evidenceId: number
  readonly kind: 'FILE' | 'FORM' | 'REPORT'
  readonly fileName: string | null
  readonly fileState: 'PENDING' | 'CLEAN' | 'REFUSED' | 'INFECTED'
  readonly fileSize: number | null
  readonly sha256: string | null
  readonly contentType: string | null
  readonly objectKey: string | null
  readonly issuer: string
  readonly formdata: FormEntry[] | null
}

/** What an answer consists of now, in its order; what a draft gave up is left out. */
export async function evidencesOf(tx: ReadTx, scope: Scope, responseId: number): Promise<OwnEvidence[]> {
  const { rows } = await sql<OwnEvidence>`
    select evidence_id as "evidenceId", kind, file_name as "fileName", file_state as "fileState",
      file_size as "fileSize", encode(sha256, 'hex') as sha256, content_type as "contentType",
      object_key as "objectKey", issuer, formdata
    from evidence
    where account_id = ${scope.accountId} and response_id = ${responseId} and file_state <> 'DELETED'
    order by position`.execute(tx)
  return rows
}
