import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { evidenceJson, maskedEvidence, titled } from './evidence.view.ts'
import type { DocumentReader } from './reader.ts'
import type { ResponseRecord } from './response.schema.ts'
import { suppliers } from './suppliers.ts'

export type ResponseWire = Static<typeof ResponseRecord>

interface Row extends ResponseWire {
  version: number
  fields: DocumentType['fields']
}

export interface FoundResponse extends ResponseWire {
  readonly version: number
}

/** The answers of these ids, in their order, as they go over the wire. What a draft gave up is not shown. */
export async function responsesById(
  tx: ReadTx,
  scope: Scope,
  responseIds: readonly number[],
  reader: DocumentReader,
): Promise<FoundResponse[]> {
  if (responseIds.length === 0) return []
  const { rows } = await sql<Row>`
    select r.response_id as "responseId", r.document_id as "documentId", r.dossier_id as "dossierId",
      r.thirdparty_id as "thirdpartyId", c.code as "documentCode", r.state as status, r.scope, r.transmitter,
      r.reused_from as "reusedFrom", r.effective_date as "effectiveDate",
      r.expiration_date as "expirationDate", r.expiration_corrected as "expirationCorrected", r.score,
      r.check_outcome as "checkOutcome", r.check_findings as "checkFindings",
      wire_time(r.submitted_at) as "submittedAt",
      case when r.submitted_by_type is not null then
        jsonb_build_object('type', r.submitted_by_type, 'id', r.submitted_by) end as "submittedBy",
      ${suppliers} as suppliers,
      case when r.decided_at is not null then jsonb_build_object('at', wire_time(r.decided_at),
        'by', case when r.decided_by_type is not null then
          jsonb_build_object('type', r.decided_by_type, 'id', r.decided_by) end,
        'comment', case when ${reader.involved} or r.reason_shared then r.decision_comment end,
        'shared', r.reason_shared) end as decision,
      wire_time(r.created_at) as "createdAt", wire_time(r.updated_at) as "updatedAt", r.version,
      v.definition -> 'fields' as fields, coalesce(parts.evidences, '[]') as evidences
    from unnest(${[...responseIds]}::bigint[]) with ordinality wanted (id, place)
    join response r on r.account_id = ${scope.accountId} and r.response_id = wanted.id
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    left join lateral (
      select ${evidenceJson} as evidences from evidence e
      where e.account_id = r.account_id and e.response_id = r.response_id
        and (e.file_state <> 'DELETED' or r.state = 'DELETED')) parts on true
    order by wanted.place`.execute(tx)
  return rows.map(({ fields, ...row }) => ({
    ...row,
    evidences: row.evidences.map((evidence) =>
      titled(reader.unmasked ? evidence : maskedEvidence(evidence), { fields }, reader.language),
    ),
  }))
}
