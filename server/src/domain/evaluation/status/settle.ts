import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue, enqueueReview } from '../../../platform/jobs/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import { followDossiers } from './dossier-summary.ts'
import {
  recordDocumentStatus,
  recordDossierReason,
  recordDossierStatus,
  recordReopening,
  type Reopening,
} from './status-events.ts'
import type { ApprovalState, DocumentStatus, DossierStatus } from './status-labels.ts'
import {
  completion,
  documentStatus,
  dossierStatus,
  type AnswerFacts,
  type DossierReason,
  type StatusReason,
} from './status-rules.ts'

interface DossierRow {
  dossierId: number
  thirdpartyId: number
  status: DossierStatus
  reason: DossierReason
  required: number
  valid: number
  expirationDate: Day | null
  overdueAfter: Day | null
  struckOffInvalidates: boolean
  today: Day
}

/**
 * The one place where statuses are stored: whatever may move them ends by calling this, in its transaction.
 * Brings documents, then dossiers, then the portfolio's summary to what the rules say, and tells each change.
 * Archived dossiers are frozen and left alone.
 */
export async function settleDossiers(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<void> {
  const rows = await lockOpenDossiers(tx, scope, dossierIds)
  const [first] = rows
  if (!first) return
  const ids = rows.map(({ dossierId }) => dossierId)
  const documents = new Map<number, SettledDocument[]>(ids.map((id) => [id, []]))
  for (const document of await settleDocuments(tx, scope, ids, first.today)) {
    documents.get(document.dossierId)?.push(document)
  }
  const updated = rows.map((row) => {
    const own = documents.get(row.dossierId) ?? []
    return { ...row, ...completion(own), ...dossierStatus({ ...row, documents: own }) }
  })
  await storeDossiers(tx, scope, updated)
  for (const [index, after] of updated.entries()) recordVerdict(tx, scope, rows[index], after)
  const crossed = (from: readonly DossierRow[], to: readonly DossierRow[]) =>
    ids.filter((_, nth) => from[nth]?.status !== 'VALID' && to[nth]?.status === 'VALID')
  await reopenApprovals(tx, scope, crossed(updated, rows), 'NOT_VALID')
  await enqueueApprovals(tx, scope, crossed(rows, updated))
  await followDossiers(
    tx,
    scope,
    rows.map(({ thirdpartyId }) => thirdpartyId),
  )
  const worse = updated.filter((after, nth) => mayReopen(after, rows[nth]))
  await enqueueReview(tx, scope, [...new Set(worse.map(({ thirdpartyId }) => thirdpartyId))])
}

/** Whether a decision about the company may be called into question by what became of the dossier. */
function mayReopen(after: DossierRow, before: DossierRow | undefined): boolean {
  if (after.status === 'INVALID') return before?.status !== 'INVALID'
  return after.reason === 'OVERDUE' && before?.reason !== 'OVERDUE'
}

interface Reopened {
  dossierId: number
  thirdpartyId: number
  before: ApprovalState
  round: number
}

/** An approval is of what was there: it starts again, and what was decided so far stays as a trace. */
export async function reopenApprovals(
  tx: Tx,
  scope: Scope,
  dossierIds: readonly number[],
  reason: Reopening,
): Promise<void> {
  if (dossierIds.length === 0) return
  const ofThese = sql`account_id = ${scope.accountId} and dossier_id = any(${[...dossierIds]}::bigint[])`
  const { rows } = await sql<Reopened>`
    with ended as (
      select account_id, dossier_id, state from dossier_approval where ${ofThese} and state <> 'WAITING'),
    closed as (
      update approval_step set state = 'CLOSED', settled_at = account_now(account_id)
      where ${ofThese} and state in ('WAITING', 'OPEN') returning account_id, step_id),
    free as (
      delete from step_decider d using closed c where d.account_id = c.account_id and d.step_id = c.step_id)
    update dossier_approval a set state = 'WAITING', round = a.round + 1, state_since = account_now(a.account_id)
    from ended e where a.account_id = e.account_id and a.dossier_id = e.dossier_id
    returning a.dossier_id as "dossierId", a.thirdparty_id as "thirdpartyId", e.state as before, a.round`.execute(
    tx,
  )
  for (const { dossierId, thirdpartyId, before, round } of rows)
    recordReopening(tx, scope, { dossierId, thirdpartyId }, { before, round, reason })
}

/** Has approvals begin, where the type of a dossier asks for them or did. */
export async function enqueueApprovals(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<void> {
  if (dossierIds.length === 0) return
  const { accountId } = scope
  const { rows } = await sql<{ dossierId: number }>`
    select d.dossier_id as "dossierId" from dossier d
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    where d.account_id = ${accountId} and d.dossier_id = any(${[...dossierIds]}::bigint[])
      and (v.definition ? 'approvalSteps' or exists (select from dossier_approval a
        where a.account_id = d.account_id and a.dossier_id = d.dossier_id))
    order by d.dossier_id`.execute(tx)
  const found = rows.map(({ dossierId }) => dossierId)
  if (found.length > 0) await enqueue(tx, 'approvals.follow', { accountId, dossierIds: found })
}

/** A reason that comes with a status is told by it; only one that changes alone has an event of its own. */
function recordVerdict(tx: Tx, scope: Scope, before: DossierRow | undefined, after: DossierRow): void {
  const { dossierId, thirdpartyId, status, reason } = after
  const place = { dossierId, thirdpartyId }
  if (before?.status !== status) {
    recordDossierStatus(tx, scope, place, { before: before?.status ?? null, after: status, reason })
  } else if (before.reason !== reason) {
    recordDossierReason(tx, scope, place, { before: before.reason, after: reason })
  }
}

/** Locked in the order of their ids: whoever changes anything in a dossier holds it first. */
async function lockOpenDossiers(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<DossierRow[]> {
  const { rows } = await sql<DossierRow>`
    select d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId", d.status,
      d.status_reason as reason, d.required_documents as required, d.valid_documents as valid, d.expiration_date as "expirationDate",
      d.due_date + p.action_days as "overdueAfter",
      t.status = 'STRUCK_OFF' and coalesce(o.enabled, true) as "struckOffInvalidates",
      (account_now(${scope.accountId}) at time zone 'UTC')::date::text as today
    from dossier d
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    left join evaluation_option o on o.account_id = d.account_id and o.name = 'STRUCK_OFF_INVALIDATES'
    left join overdue_policy p on p.account_id = d.account_id and p.type_code = d.type_code
    where d.account_id = ${scope.accountId} and d.dossier_id = any(${[...dossierIds]}::bigint[])
      and d.archived_at is null
    order by d.dossier_id for update of d`.execute(tx)
  return rows
}

async function storeDossiers(tx: Tx, scope: Scope, updated: readonly DossierRow[]): Promise<void> {
  const rows = updated.map(({ dossierId, status, reason, required, valid }) => ({
    id: dossierId,
    status,
    reason,
    required,
    valid,
  }))
  await sql`
    update dossier d set status = r.status, status_reason = r.reason, required_documents = r.required,
      valid_documents = r.valid, version = d.version + 1, updated_at = moment,
      status_since = case when d.status = r.status then d.status_since else moment end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, status text, reason text,
      required int, valid int), account_now(${scope.accountId}) moment
    where d.account_id = ${scope.accountId} and d.dossier_id = r.id
      and (d.status, d.status_reason, d.required_documents, d.valid_documents)
        is distinct from (r.status, r.reason, r.required, r.valid)`.execute(tx)
}

/** Days an expired answer leaves to bring another before the document counts as invalid. */
export const graceDays = 30

interface DocumentRow {
  documentId: number
  dossierId: number
  thirdpartyId: number
  required: boolean
  alternativeGroup: string | null
  stopped: boolean
  status: DocumentStatus
  reason: StatusReason
  present: boolean
  expirationDate: Day | null
  expectedScore: number | null
  noSource: boolean
  answers: AnswerFacts[]
}

/** What a document amounts to, for the status of its dossier. */
type SettledDocument = Pick<
  DocumentRow,
  'documentId' | 'dossierId' | 'status' | 'reason' | 'required' | 'alternativeGroup' | 'stopped'
>

/**
 * Brings the stored status of every document of these dossiers to what the rules say today, and tells each
 * change. The caller holds the dossiers, so no answer can change meanwhile.
 */
async function settleDocuments(
  tx: Tx,
  scope: Scope,
  dossierIds: readonly number[],
  today: Day,
): Promise<SettledDocument[]> {
  const rows = await documentsWithAnswers(tx, scope, dossierIds)
  const updated = rows.map((row) => (row.stopped ? row : withVerdict(row, today)))
  const changed = updated.filter((after, index) => differs(after, rows[index]))
  if (changed.length > 0) await storeDocuments(tx, scope, changed)
  for (const [index, after] of updated.entries()) {
    const before = rows[index]?.status ?? null
    if (before !== after.status) {
      recordDocumentStatus(tx, scope, after, { before, after: after.status, reason: after.reason })
    }
  }
  return updated
}

function withVerdict(row: DocumentRow, today: Day): DocumentRow {
  return { ...row, ...judgeDocument(row, today) }
}

/** What is stored of a document beside what is asked: all of it follows from its answers. */
export function judgeDocument(
  judgedRow: Pick<DocumentRow, 'answers' | 'expectedScore' | 'noSource'>,
  today: Day,
) {
  const { status, reason, responseId } = documentStatus({ ...judgedRow, graceDays, today })
  const ended = judgedRow.answers.filter(({ state }) => state === 'ACCEPTED' || state === 'EXPIRED')
  // The answer that decides when it was accepted, else the last one that was.
  const accepted = ended.find((answer) => answer.responseId === responseId) ?? ended.at(-1)
  return {
    status,
    reason,
    present: judgedRow.answers.some(({ state }) => state !== 'DRAFT'),
    expirationDate: accepted?.expirationDate ?? null,
  }
}

function differs(after: DocumentRow, before: DocumentRow | undefined): boolean {
  return (
    after.status !== before?.status ||
    after.reason !== before.reason ||
    after.present !== before.present ||
    after.expirationDate !== before.expirationDate
  )
}

async function documentsWithAnswers(
  tx: Tx,
  scope: Scope,
  dossierIds: readonly number[],
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select d.document_id as "documentId", d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId",
      d.required, d.alternative_group as "alternativeGroup", d.stopped_at is not null as stopped, d.status,
      d.status_reason as reason, d.present, d.expiration_date as "expirationDate",
      (v.definition ->> 'expectedScore')::float8 as "expectedScore", d.no_source as "noSource",
      coalesce(a.answers, '[]') as answers
    from document d
    join document_type_version v
      on v.account_id = d.account_id and v.code = d.code and v.type_version = d.type_version
    left join lateral (
      select jsonb_agg(jsonb_build_object('responseId', r.response_id, 'state', r.state,
          'expirationDate', r.expiration_date, 'sharedRejection', r.reason_shared,
          'fraud', r.fraud, 'score', r.score, 'refusedContent', coalesce(r.check_outcome = 'REFUSED', false),
          'mendable', coalesce(r.check_outcome in ('INCONCLUSIVE', 'FAILED'), false), 'hit', r.hit)
        order by r.response_id) as answers
      from response r
      where r.account_id = d.account_id and r.document_id = d.document_id
        and r.state in ('DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED')) a on true
    where d.account_id = ${scope.accountId} and d.dossier_id = any(${[...dossierIds]}::bigint[])
    order by d.dossier_id, d.document_id`.execute(tx)
  return rows
}

async function storeDocuments(tx: Tx, scope: Scope, changed: readonly DocumentRow[]): Promise<void> {
  const rows = changed.map(({ documentId, status, reason, present, expirationDate }) => ({
    id: documentId,
    status,
    reason,
    present,
    expirationDate,
  }))
  await sql`
    update document d set status = r.status, status_reason = r.reason, present = r.present,
      expiration_date = r."expirationDate", version = d.version + 1, updated_at = moment,
      status_since = case when d.status = r.status then d.status_since else moment end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, status text, reason text,
      present boolean, "expirationDate" date), account_now(${scope.accountId}) moment
    where d.account_id = ${scope.accountId} and d.document_id = r.id`.execute(tx)
}
