import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import { isSupplier, type Supplier } from '../answers/suppliers.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'

/** What a decision hangs on, beside the answer itself. */
export interface DecisionFacts {
  readonly type: DocumentType
  /** Whether whoever decides now sent it or had a hand in it. */
  readonly bySupplier: boolean
  readonly submittedOn: Day
  readonly firstApprovalBy: Supplier | null
  readonly formdata: readonly FormEntry[] | null
}

/** The caller holds the answer. */
export async function decisionFacts(tx: ReadTx, scope: Scope, responseId: number): Promise<DecisionFacts> {
  const { rows } = await sql<DecisionFacts>`
    select v.definition as type,
      ${isSupplier(scope.actor)} as "bySupplier",
      (coalesce(r.submitted_at, r.created_at) at time zone 'UTC')::date::text as "submittedOn",
      case when r.first_approval_by_type is not null then
        jsonb_build_object('type', r.first_approval_by_type, 'id', r.first_approval_by) end
        as "firstApprovalBy",
      (select e.formdata from evidence e where e.account_id = r.account_id
        and e.response_id = r.response_id and e.kind = 'FORM' limit 1) as formdata
    from response r
    join document d on d.account_id = r.account_id and d.document_id = r.document_id
    join document_type_version v
      on v.account_id = d.account_id and v.code = d.code and v.type_version = d.type_version
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Response ${responseId} is held and not there.`)
  return facts
}
