import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Actor, Scope } from '../../platform/kernel/index.ts'
import type { Day, DocumentType, FormEntry } from '../documents/index.ts'

/** Who did something to an answer, as its row keeps it. */
interface By {
  readonly type: string
  readonly id: number | null
}

/** What a decision hangs on, beside the answer itself. */
export interface DecisionFacts {
  readonly type: DocumentType
  readonly submittedBy: By | null
  readonly submittedOn: Day
  readonly firstApprovalBy: By | null
  readonly formdata: readonly FormEntry[] | null
  readonly secondReviewer: boolean
}

/** The caller holds the answer. */
export async function decisionFacts(tx: ReadTx, scope: Scope, responseId: number): Promise<DecisionFacts> {
  const { rows } = await sql<DecisionFacts>`
    select v.definition as type,
      case when r.submitted_by_type is not null then
        jsonb_build_object('type', r.submitted_by_type, 'id', r.submitted_by) end as "submittedBy",
      (coalesce(r.submitted_at, r.created_at) at time zone 'UTC')::date::text as "submittedOn",
      case when r.first_approval_by_type is not null then
        jsonb_build_object('type', r.first_approval_by_type, 'id', r.first_approval_by) end
        as "firstApprovalBy",
      (select e.formdata from evidence e where e.account_id = r.account_id
        and e.response_id = r.response_id and e.kind = 'FORM' limit 1) as formdata,
      coalesce(o.enabled, false) as "secondReviewer"
    from response r
    join document d on d.account_id = r.account_id and d.document_id = r.document_id
    join document_type_version v
      on v.account_id = d.account_id and v.code = d.code and v.type_version = d.type_version
    left join evaluation_option o on o.account_id = r.account_id and o.name = 'SECOND_REVIEWER'
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Response ${responseId} is held and not there.`)
  return facts
}

/**
 * Where two people approve bank details, neither may be who sent them: otherwise one person could divert a
 * payment alone. Everywhere else who files a piece for a third party may also approve it.
 */
export function mayApprove({ submittedBy, firstApprovalBy }: DecisionFacts, actor: Actor): boolean {
  return !isBy(submittedBy, actor) && !isBy(firstApprovalBy, actor)
}

export function needsTwo({ type, secondReviewer }: DecisionFacts): boolean {
  return secondReviewer && type.bankDetails
}

function isBy(by: By | null, { type, id }: Actor): boolean {
  return by !== null && by.type === type && by.id === id
}
