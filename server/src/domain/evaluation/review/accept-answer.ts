import { sql, type Updateable } from 'kysely'
import type { DB, ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue, enqueueScreening } from '../../../platform/jobs/index.ts'
import { record, withWords } from '../../../platform/journal/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import { datesOf } from '../answers/answer-dates.ts'
import { offerForReuse } from '../answers/reuse-answers.ts'
import { isSupplier, type Supplier } from '../answers/suppliers.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { bankChangeSaidAt } from '../status/document-conditions.ts'
import { eventPlace, stateAfter, type LockedResponse } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'

/** The corrective action plan, whose rows are followed one by one. */
const planCode = 'CAP'

interface Acceptance {
  /** AUTO_ACCEPT: the checks decide, because the account lets them. */
  readonly action: 'APPROVE' | 'AUTO_ACCEPT'
  readonly comment: string | null
  /** Of an acceptance by the checks: the readers that read its files, with their versions. */
  readonly readers?: readonly string[]
}

/**
 * Puts an answer in force in place of the one accepted before it. Its end is calculated now: the third party may
 * have become more critical since it was sent. The caller holds the answer.
 */
export async function acceptAnswer(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { action, comment, readers = [] }: Acceptance,
): Promise<void> {
  const state = stateAfter(locked, action)
  const { responseId, document } = locked
  const superseded = await supersedeFormer(tx, scope, locked)
  const { effectiveDate, expirationDate } = await datesNow(tx, scope, locked)
  await storeDecision(tx, scope, responseId, {
    verdict: 'ACCEPTANCE',
    origin: action === 'APPROVE' ? 'REVIEW' : 'CHECKS',
    comment,
    response: { state, effective_date: effectiveDate, expiration_date: expirationDate },
  })
  record(tx, scope, {
    name: 'DOCUMENT_ANSWER_ACCEPTED',
    ...eventPlace(locked),
    ...withWords(
      scope.actor,
      {
        responseId,
        before: { state: locked.state },
        after: { state, effectiveDate, expirationDate },
        superseded,
        ...(readers.length > 0 && { readers }),
      },
      { comment },
    ),
  })
  await settleDossiers(tx, scope, [document.dossierId])
  if (locked.scope === 'THIRD_PARTY') await offerForReuse(tx, scope, document.documentId)
  if (document.code === planCode) {
    await enqueue(tx, 'findings.take-plan', { accountId: scope.accountId, responseId })
  }
  // Forms name owners and signatories.
  await enqueueScreening(tx, scope, document.thirdpartyId)
}

interface NewDecision {
  readonly verdict: 'FIRST_APPROVAL' | 'ACCEPTANCE' | 'REJECTION'
  readonly origin: 'REVIEW' | 'CHECKS' | 'REVOCATION'
  readonly comment: string | null
  readonly shared?: boolean
  readonly fraud?: boolean
  /** What the decision changes in the answer itself. */
  readonly response?: Pick<Updateable<DB['response']>, 'state' | 'effective_date' | 'expiration_date'>
}

/** Adds a decision to those there were, and makes it the one that counts, now or as the first of two. */
export async function storeDecision(
  tx: Tx,
  { accountId, actor }: Scope,
  responseId: number,
  { verdict, origin, comment, shared = false, fraud = false, response = {} }: NewDecision,
): Promise<void> {
  await tx
    .with('created', (db) =>
      db
        .insertInto('decision')
        .values({
          account_id: accountId,
          response_id: responseId,
          number: sql<number>`(select coalesce(max(number), 0) + 1 from decision
            where account_id = ${accountId} and response_id = ${responseId})`,
          verdict,
          origin,
          comment,
          shared,
          fraud,
          decided_by_type: actor.type,
          decided_by: actor.id,
          decided_at: sql<Date>`account_now(${accountId})`,
        })
        .returning(['number', 'decided_at']),
    )
    .updateTable('response as r')
    .from('created')
    .set((eb) => ({
      ...response,
      ...(verdict === 'FIRST_APPROVAL'
        ? { first_approval: eb.ref('created.number') }
        : {
            decision_number: eb.ref('created.number'),
            decided_at: eb.ref('created.decided_at'),
            reason_shared: shared,
            fraud,
          }),
      version: eb('r.version', '+', 1),
      updated_at: eb.ref('created.decided_at'),
    }))
    .where('r.account_id', '=', accountId)
    .where('r.response_id', '=', responseId)
    .execute()
}

/** What is in force or was in force last makes room; what was turned down stays what it is. */
async function supersedeFormer(tx: Tx, { accountId }: Scope, locked: LockedResponse): Promise<number[]> {
  const rows = await tx
    .updateTable('response')
    .set((eb) => ({
      state: 'SUPERSEDED',
      version: eb('version', '+', 1),
      updated_at: sql<Date>`account_now(${accountId})`,
    }))
    .where('account_id', '=', accountId)
    .where('document_id', '=', locked.document.documentId)
    .where('response_id', '<>', locked.responseId)
    .where('state', 'in', ['ACCEPTED', 'EXPIRED'])
    .returning('response_id')
    .execute()
  return rows.map((row) => row.response_id)
}

async function datesNow(tx: Tx, scope: Scope, locked: LockedResponse) {
  const { effectiveDate, expirationDate, expirationCorrected } = locked
  if (expirationCorrected) return { effectiveDate, expirationDate }
  const { type, formdata, submittedOn: uploadDate } = await decisionFacts(tx, scope, locked.responseId)
  const { thirdpartyId } = locked.document
  return datesOf(tx, scope, type, { thirdpartyId, effectiveDate, formdata, uploadDate })
}

/** What a decision hangs on, beside the answer itself. */
interface DecisionFacts {
  readonly type: DocumentType
  /** Whether whoever decides now sent it or had a hand in it. */
  readonly bySupplier: boolean
  readonly submittedOn: Day
  readonly firstApprovalBy: Supplier | null
  /** It replaces accepted bank details, and the account guards these. */
  readonly isGuardedChange: boolean
  /** Somebody has called the company about that, and since nothing else was sent. */
  readonly isCalledBack: boolean
  readonly formdata: readonly FormEntry[] | null
}

/** The caller holds the answer. */
export async function decisionFacts(tx: ReadTx, scope: Scope, responseId: number): Promise<DecisionFacts> {
  const { rows } = await sql<DecisionFacts>`
    select v.definition as type,
      ${isSupplier(scope.actor)} as "bySupplier",
      (coalesce(r.submitted_at, r.created_at) at time zone 'UTC')::date::text as "submittedOn",
      (select jsonb_build_object('type', first.decided_by_type, 'id', first.decided_by) from decision first
        where first.account_id = r.account_id and first.response_id = r.response_id
          and first.number = r.first_approval) as "firstApprovalBy",
      coalesce((select g.enabled from bank_guard g where g.account_id = r.account_id), true)
        and changed.said_at is not null as "isGuardedChange",
      exists (select from task o where o.account_id = r.account_id and o.state = 'DONE'
        and o.origin_key = 'bank-change:' || r.response_id and o.closed_at >= changed.said_at) as "isCalledBack",
      (select e.formdata from evidence e where e.account_id = r.account_id
        and e.response_id = r.response_id and e.kind = 'FORM' limit 1) as formdata
    from response r
    join document d on d.account_id = r.account_id and d.document_id = r.document_id
    join document_type_version v
      on v.account_id = d.account_id and v.code = d.code and v.type_version = d.type_version
    cross join lateral (select ${bankChangeSaidAt(sql`r.account_id`, sql`r.response_id`)} as said_at) changed
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Response ${responseId} is held and not there.`)
  return facts
}

/** A person turned the answer down: where it was a sample, the checks would have been wrong, in the month they ran. */
export async function countDisagreement(tx: Tx, { accountId }: Scope, responseId: number): Promise<void> {
  await sql`
    update check_count c set disagreed = c.disagreed + 1
    from check_result k
    join response r on r.account_id = k.account_id and r.response_id = k.response_id
    join document d on d.account_id = r.account_id and d.document_id = r.document_id
    where k.account_id = ${accountId} and k.response_id = ${responseId} and k.sampled
      and k.attempt = (select max(own.attempt) from check_result own
        where own.account_id = k.account_id and own.response_id = k.response_id and own.origin = 'SERVICE')
      and c.account_id = k.account_id and c.document_code = d.code
      and c.month = date_trunc('month', k.concluded_at at time zone 'UTC')::date`.execute(tx)
}
