import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { copyEvidences } from './reuse-answers.ts'

interface Succession {
  /** The dossier that ends. */
  readonly from: number
  /** The one that follows it. */
  readonly to: number
}

interface Carried {
  responseId: number
  /** never null: every copy names its source */
  reusedFrom: number
  documentId: number
  dossierId: number
  thirdpartyId: number
  effectiveDate: string | null
  expirationDate: string | null
  score: number | null
}

/**
 * What was sent and not yet decided goes on in the dossier that follows, where it is checked and reviewed: nobody has
 * to send it again. The caller holds the dossiers and settles those that are returned.
 */
export async function carryAnswers(
  tx: Tx,
  scope: Scope,
  successions: readonly Succession[],
): Promise<number[]> {
  const carried = await copyUndecided(tx, scope, successions)
  if (carried.length === 0) return []
  const evidences = await copyEvidences(tx, scope, carried)
  const { accountId } = scope
  for (const { documentId, dossierId, thirdpartyId, ...answer } of carried) {
    const { responseId } = answer
    const own = evidences.filter((one) => one.responseId === responseId)
    const parts = own.map(({ evidenceId, kind, sha256 }) => ({ evidenceId, kind, sha256 }))
    const data = { ...answer, state: 'CHECKING', evidences: parts } as const
    record(tx, scope, { name: 'DOCUMENT_ANSWER_ADDED', thirdpartyId, dossierId, documentId, data })
    await enqueue(
      tx,
      'responses.check',
      { accountId, responseId },
      { jobKey: `responses.check:${accountId}:${responseId}` },
    )
    if (own.some(({ kind, sha256 }) => kind === 'FORM' && sha256 === null)) {
      await enqueue(tx, 'responses.form-pdf', { accountId, responseId })
    }
  }
  return [...new Set(carried.map(({ dossierId }) => dossierId))]
}

async function copyUndecided(
  tx: Tx,
  { accountId }: Scope,
  successions: readonly Succession[],
): Promise<Carried[]> {
  const { rows } = await sql<Carried>`
    insert into response (account_id, document_id, dossier_id, thirdparty_id, state, scope, transmitter, language,
      reused_from, effective_date, expiration_date, expiration_corrected, score, submitted_at, submitted_by_type,
      submitted_by, contributors, created_at, updated_at)
    select r.account_id, n.document_id, n.dossier_id, n.thirdparty_id, 'CHECKING', r.scope, r.transmitter,
      r.language, r.response_id, r.effective_date, r.expiration_date, r.expiration_corrected, r.score,
      r.submitted_at, r.submitted_by_type, r.submitted_by, r.contributors, moment, moment
    from jsonb_to_recordset(${JSON.stringify(successions)}::jsonb) as s ("from" bigint, "to" bigint)
    join response r on r.account_id = ${accountId} and r.dossier_id = s."from" and r.state in ('CHECKING', 'PENDING')
    join document o on o.account_id = r.account_id and o.document_id = r.document_id
    join document n on n.account_id = r.account_id and n.dossier_id = s."to" and n.code = o.code
      and n.stopped_at is null
    -- What the service answers itself it answers anew.
    join document_type_version v on v.account_id = n.account_id and v.code = n.code
      and v.type_version = n.type_version and v.definition ->> 'kind' <> 'CHECK'
    cross join account_now(${accountId}) moment
    order by n.document_id
    returning response_id as "responseId", reused_from as "reusedFrom", document_id as "documentId",
      dossier_id as "dossierId", thirdparty_id as "thirdpartyId", effective_date as "effectiveDate",
      expiration_date as "expirationDate", score`.execute(tx)
  return rows
}
