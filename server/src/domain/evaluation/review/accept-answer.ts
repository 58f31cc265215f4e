import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { record, withWords } from '../../../platform/journal/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import { datesOf } from '../answers/answer-dates.ts'
import { offerForReuse } from '../answers/reuse-answers.ts'
import { isSupplier, type Supplier } from '../answers/suppliers.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { placeOf, stateAfter, type HeldResponse } from '../status/hold.ts'
import { settleDossiers } from '../status/settle.ts'

interface Acceptance {
  /** AUTO_ACCEPT: the checks decide, because the account lets them. */
  readonly action: 'APPROVE' | 'AUTO_ACCEPT'
  readonly comment: string | null
}

/**
 * Puts an answer in force in place of the one accepted before it. Its end is calculated now: the third party may
 * have become more critical since it was sent. The caller holds the answer.
 */
export async function acceptAnswer(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  { action, comment }: Acceptance,
): Promise<void> {
  const state = stateAfter(held, action)
  const { responseId, document } = held
  const { actor, accountId } = scope
  const superseded = await supersedeFormer(tx, scope, held)
  const { effectiveDate, expirationDate } = await datesNow(tx, scope, held)
  await sql`
    update response set state = ${state}, effective_date = ${effectiveDate}, expiration_date = ${expirationDate},
      decided_at = moment, decided_by_type = ${actor.type}, decided_by = ${actor.id},
      decision_comment = ${comment}, reason_shared = null, version = version + 1, updated_at = moment
    from account_now(${accountId}) moment
    where account_id = ${accountId} and response_id = ${responseId}`.execute(tx)
  record(tx, scope, {
    name: 'DOCUMENT_ANSWER_ACCEPTED',
    ...placeOf(held),
    ...withWords(
      actor,
      {
        responseId,
        before: { state: held.state },
        after: { state, effectiveDate, expirationDate },
        superseded,
      },
      { comment },
    ),
  })
  await settleDossiers(tx, scope, [document.dossierId])
  if (held.scope === 'THIRD_PARTY') await offerForReuse(tx, scope, document.documentId)
}

/** What is in force or was in force last makes room; what was turned down stays what it is. */
async function supersedeFormer(tx: Tx, scope: Scope, held: HeldResponse): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update response set state = 'SUPERSEDED', version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and document_id = ${held.document.documentId}
      and response_id <> ${held.responseId} and state in ('ACCEPTED', 'EXPIRED')
    returning response_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function datesNow(tx: Tx, scope: Scope, held: HeldResponse) {
  const { effectiveDate, expirationDate, expirationCorrected } = held
  if (expirationCorrected) return { effectiveDate, expirationDate }
  const { type, formdata, submittedOn: uploadDate } = await decisionFacts(tx, scope, held.responseId)
  const { thirdpartyId } = held.document
  return datesOf(tx, scope, type, { thirdpartyId, effectiveDate, formdata, uploadDate })
}

/** What a decision hangs on, beside the answer itself. */
interface DecisionFacts {
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
