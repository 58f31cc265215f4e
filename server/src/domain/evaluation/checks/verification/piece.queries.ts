import { sql } from 'kysely'
import type { ReadTx } from '../../../../platform/db/index.ts'
import type { Language, Scope } from '../../../../platform/kernel/index.ts'

export interface VerifiedPiece {
  readonly evidenceId: number
  readonly responseId: number
  readonly documentCode: string
  readonly documentNames: Record<Language, string>
  readonly language: Language
  readonly accountName: string
  readonly company: string
  readonly siren: string | null
  readonly siret: string | null
  readonly fileName: string
  readonly contentType: string
  /** never null: the file is stored and was inspected. */
  readonly size: number
  readonly sha256: string
  /** never null: the file is stored. */
  readonly objectKey: string
}

/** A file whose verification is awaited; null when it is not, or no longer. */
export async function findPendingFile(
  tx: ReadTx,
  scope: Scope,
  evidenceId: number,
): Promise<VerifiedPiece | null> {
  const { rows } = await sql<VerifiedPiece>`
    select e.evidence_id as "evidenceId", e.response_id as "responseId", c.code as "documentCode",
      v.definition -> 'name' as "documentNames", r.language, a.name as "accountName",
      coalesce(t.name, t.identifier_value) as company, t.siren, t.siret,
      coalesce(e.file_name, c.code) as "fileName",
      coalesce(e.content_type, 'application/octet-stream') as "contentType", e.file_size as size,
      encode(e.sha256, 'hex') as sha256, e.object_key as "objectKey"
    from evidence e
    join response r on r.account_id = e.account_id and r.response_id = e.response_id
    join document c on c.account_id = e.account_id and c.document_id = e.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id
    join account a on a.account_id = e.account_id
    where e.account_id = ${scope.accountId} and e.evidence_id = ${evidenceId} and e.file_state = 'CLEAN'
      and e.object_key is not null and e.metadata ->> 'doccheck_status' = 'PENDING'`.execute(tx)
  return rows[0] ?? null
}
