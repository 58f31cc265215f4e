import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import {
  evaluationOptions,
  isCheck,
  lockDossiers,
  renewalDays,
  reuseAnswers,
  settleDossiers,
} from '../evaluation/index.ts'

/** Dossiers changed in one transaction: enough to be quick, few enough that nobody waits long for one. */
const batchSize = 100

interface RenewalRequest {
  responseId: number
  documentId: number
  dossierId: number
  thirdpartyId: number
  requestedOn: string
  dueDate: string
}

/**
 * Requests the renewal of accepted answers that end soon, once for each end date; the status does not change. Where
 * another dossier of the third party has an answer that lasts longer, that one is reused and nobody is asked.
 */
export async function requestRenewals(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const due = await db.read(scope, (tx) => findDossiersToRequest(tx, scope, after))
    const last = due.at(-1)
    if (last === undefined) return
    const { requestRenewals: wanted } = await db.read(scope, (tx) => evaluationOptions(tx, scope))
    if (!wanted) return
    await db.write(scope, (tx) => requestIn(tx, scope, due))
    after = last
  }
}

// How early each type of dossier wants its answers renewed, and the earliest of all, where the index scan ends.
// Expired answers are left to the expiry job; an alternative that lasts longer makes a request unnecessary.
const selectDueAnswers = (accountId: number) => sql`
  today as materialized (select (account_now(${accountId}) at time zone 'UTC')::date as day),
  early as materialized (
    select code, type_version, coalesce((definition -> 'renewal' ->> 'opensDaysBefore')::int, ${renewalDays}) as days
    from dossier_type_version where account_id = ${accountId}),
  due as (
    select r.response_id, r.document_id, r.dossier_id from today, response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id and c.stopped_at is null
      and c.required
    join document_type t on t.account_id = c.account_id and t.code = c.code and t.kind <> 'CHECK'
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id and d.archived_at is null
    join early on early.code = d.type_code and early.type_version = d.type_version
    where r.account_id = ${accountId} and r.state = 'ACCEPTED' and r.expiration_date is not null
      and r.renewal_due_date is distinct from r.expiration_date
      and r.expiration_date between day and day + (select max(days) from early)
      and r.expiration_date <= day + early.days
      and (c.alternative_group is null or not exists (
        select from document o where o.account_id = c.account_id and o.dossier_id = c.dossier_id
          and o.alternative_group = c.alternative_group and o.stopped_at is null and o.document_id <> c.document_id
          and o.status = 'VALID' and not ${isCheck('o')} and coalesce(o.expiration_date, 'infinity') > r.expiration_date)))`

/** Walks up the ids, so that each dossier is looked at once in a run whatever becomes of it. */
async function findDossiersToRequest(tx: ReadTx, { accountId }: Scope, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with ${selectDueAnswers(accountId)}
    select distinct dossier_id as id from due where dossier_id > ${after}
    order by dossier_id limit ${batchSize}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function requestIn(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<void> {
  await lockDossiers(tx, scope, dossierIds)
  const marked = await mark(tx, scope, dossierIds)
  const documentIds = marked.map(({ documentId }) => documentId)
  await settleDossiers(tx, scope, await reuseAnswers(tx, scope, documentIds))
  for (const { thirdpartyId, dossierId, documentId, ...renewal } of await filterStillDue(tx, scope, marked)) {
    const place = { thirdpartyId, dossierId, documentId }
    record(tx, scope, { name: 'DOCUMENT_MODIFICATION', ...place, data: { renewal } })
  }
}

/** Looked at again under the lock: a renewal may have been accepted, or the end corrected, since. */
async function mark(tx: Tx, { accountId }: Scope, dossierIds: readonly number[]): Promise<RenewalRequest[]> {
  const { rows } = await sql<RenewalRequest>`
    with ${selectDueAnswers(accountId)}, clock as materialized (select account_now(${accountId}) as moment), marked as (
      update response r set renewal_requested_at = moment, renewal_due_date = r.expiration_date,
        version = r.version + 1, updated_at = moment
      from clock, due
      where r.account_id = ${accountId} and r.response_id = due.response_id
        and due.dossier_id = any(${[...dossierIds]}::bigint[])
      returning r.*), shown as (
      update document c set version = c.version + 1, updated_at = moment from clock, marked
      where c.account_id = ${accountId} and c.document_id = marked.document_id)
    select response_id as "responseId", document_id as "documentId", dossier_id as "dossierId",
      thirdparty_id as "thirdpartyId", (moment at time zone 'UTC')::date::text as "requestedOn",
      renewal_due_date::text as "dueDate"
    from marked, clock order by response_id`.execute(tx)
  return rows
}

async function filterStillDue(
  tx: Tx,
  { accountId }: Scope,
  marked: readonly RenewalRequest[],
): Promise<RenewalRequest[]> {
  const ids = marked.map(({ responseId }) => responseId)
  const rows = await tx
    .selectFrom('response')
    .select('response_id')
    .where('account_id', '=', accountId)
    .where((response) => response('response_id', '=', response.fn.any(response.val(ids))))
    .where('state', '=', 'ACCEPTED')
    .execute()
  const open = new Set(rows.map((row) => row.response_id))
  return marked.filter(({ responseId }) => open.has(responseId))
}
