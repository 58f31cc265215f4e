import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import { documentStatus, type AnswerFacts } from './document-status.ts'
import { recordDocumentStatus } from './status-events.ts'
import type { DocumentStatus } from './status-labels.ts'

/** Days an expired answer leaves to bring another before the document counts as invalid. */
export const graceDays = 30

interface Row {
  documentId: number
  dossierId: number
  thirdpartyId: number
  required: boolean
  alternativeGroup: string | null
  stopped: boolean
  status: DocumentStatus
  reason: string
  present: boolean
  expirationDate: Day | null
  expectedScore: number | null
  answers: AnswerFacts[]
}

/** What a document amounts to, for the status of its dossier. */
export type SettledDocument = Pick<
  Row,
  'documentId' | 'dossierId' | 'status' | 'required' | 'alternativeGroup' | 'stopped'
>

/**
 * Brings the stored status of every document of these dossiers to what the rules say today, and tells each
 * change. The caller holds the dossiers, so no answer can change meanwhile.
 */
export async function settleDocuments(
  tx: Tx,
  scope: Scope,
  dossierIds: readonly number[],
  today: Day,
): Promise<SettledDocument[]> {
  const rows = await documentsWithAnswers(tx, scope, dossierIds)
  const settled = rows.map((row) => (row.stopped ? row : judged(row, today)))
  const changed = settled.filter((after, index) => differs(after, rows[index]))
  if (changed.length > 0) await store(tx, scope, changed)
  for (const [index, after] of settled.entries()) {
    const before = rows[index]?.status ?? null
    if (before !== after.status) {
      recordDocumentStatus(tx, scope, after, { before, after: after.status, reason: after.reason })
    }
  }
  return settled
}

function judged(row: Row, today: Day): Row {
  return { ...row, ...judgeDocument(row, today) }
}

/** What is stored of a document beside what is asked: all of it follows from its answers. */
export function judgeDocument(asked: Pick<Row, 'answers' | 'expectedScore'>, today: Day) {
  const { status, reason, responseId } = documentStatus({ ...asked, graceDays, today })
  const ended = asked.answers.filter(({ state }) => state === 'ACCEPTED' || state === 'EXPIRED')
  // The answer that decides when it was accepted, else the last one that was.
  const accepted = ended.find((answer) => answer.responseId === responseId) ?? ended.at(-1)
  return {
    status,
    reason,
    present: asked.answers.some(({ state }) => state !== 'DRAFT'),
    expirationDate: accepted?.expirationDate ?? null,
  }
}

function differs(after: Row, before: Row | undefined): boolean {
  return (
    after.status !== before?.status ||
    after.reason !== before.reason ||
    after.present !== before.present ||
    after.expirationDate !== before.expirationDate
  )
}

async function documentsWithAnswers(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.document_id as "documentId", d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId",
      d.required, d.alternative_group as "alternativeGroup", d.stopped_at is not null as stopped, d.status,
      d.status_reason as reason, d.present, d.expiration_date as "expirationDate",
      (v.definition ->> 'expectedScore')::float8 as "expectedScore", coalesce(a.answers, '[]') as answers
    from document d
    join document_type_version v
      on v.account_id = d.account_id and v.code = d.code and v.type_version = d.type_version
    left join lateral (
      select jsonb_agg(jsonb_build_object('responseId', r.response_id, 'state', r.state,
          'expirationDate', r.expiration_date, 'sharedRejection', coalesce(r.reason_shared, false),
          'fraud', r.fraud, 'score', r.score, 'refusedContent', coalesce(r.check_outcome = 'REFUSED', false),
          'mendable', coalesce(r.check_outcome in ('INCONCLUSIVE', 'FAILED'), false))
        order by r.response_id) as answers
      from response r
      where r.account_id = d.account_id and r.document_id = d.document_id
        and r.state in ('DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED')) a on true
    where d.account_id = ${scope.accountId} and d.dossier_id = any(${[...dossierIds]}::bigint[])
    order by d.dossier_id, d.document_id`.execute(tx)
  return rows
}

async function store(tx: Tx, scope: Scope, changed: readonly Row[]): Promise<void> {
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
