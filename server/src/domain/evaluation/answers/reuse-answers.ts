import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { isRenewing } from '../status/document-conditions.ts'
import { copyReadings } from './file-readings.ts'
import { indexReadings } from './search-words.ts'

interface Match {
  documentId: number
  source: number
}

interface Copy {
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

interface CopiedEvidence {
  responseId: number
  evidenceId: number
  kind: string
  sha256: string | null
}

/**
 * Answers these documents with what other dossiers of the same third party have accepted for the same code, where
 * the answer may be used again. A document that has a valid answer keeps it, unless that is to be renewed and the
 * other lasts longer; what it was once given and lost is not given to it again. The caller holds the dossiers and
 * settles those that are returned.
 */
export async function reuseAnswers(tx: Tx, scope: Scope, documentIds: readonly number[]): Promise<number[]> {
  const matches = await stillAccepted(tx, scope, await matchesFor(tx, scope, documentIds))
  if (matches.length === 0) return []
  await supersedeFormer(tx, scope, matches)
  const copies = await copyAnswers(tx, scope, matches)
  const evidences = await copyEvidences(tx, scope, copies)
  for (const { responseId, reusedFrom, effectiveDate, expirationDate, score, ...place } of copies) {
    const own = evidences.filter((one) => one.responseId === responseId)
    const parts = own.map(({ evidenceId, kind, sha256 }) => ({ evidenceId, kind, sha256 }))
    const data = { responseId, reusedFrom, effectiveDate, expirationDate, score, evidences: parts }
    record(tx, scope, { name: 'DOCUMENT_ANSWER_ADDED', ...place, data })
    record(tx, scope, { name: 'DOCUMENT_ANSWER_ACCEPTED', ...place, data: { responseId, reusedFrom } })
    // Accepted before its PDF was made: the copy needs one of its own.
    if (own.some(({ kind, sha256 }) => kind === 'FORM' && sha256 === null)) {
      await enqueue(tx, 'responses.form-pdf', { accountId: scope.accountId, responseId })
    }
  }
  return [...new Set(copies.map(({ dossierId }) => dossierId))]
}

/** Of several answers the one that is good for longest. */
async function matchesFor(tx: Tx, scope: Scope, documentIds: readonly number[]): Promise<Match[]> {
  if (documentIds.length === 0) return []
  const { rows } = await sql<Match>`
    with today as materialized (
      select (account_now(${scope.accountId}) at time zone 'UTC')::date as day)
    select d.document_id as "documentId", s.response_id as source
    from today, document d
    cross join lateral (
      select r.response_id, r.expiration_date from response r
      join document o on o.account_id = r.account_id and o.document_id = r.document_id
      where r.account_id = d.account_id and r.thirdparty_id = d.thirdparty_id and o.code = d.code
        and r.document_id <> d.document_id and r.state = 'ACCEPTED' and r.scope = 'THIRD_PARTY'
        and not r.fraud and coalesce(r.expiration_date >= today.day, true)
        and not exists (select from response c where c.account_id = r.account_id
          and c.document_id = d.document_id
          -- A copy was sent when its original was: through another dossier it is still the same answer.
          and (c.reused_from = r.response_id or c.submitted_at = r.submitted_at))
      order by r.expiration_date desc nulls first, r.response_id desc limit 1) s
    where d.account_id = ${scope.accountId} and d.document_id = any(${[...documentIds]}::bigint[])
      and d.stopped_at is null
      -- What the service answers itself it answers in each dossier.
      and not exists (select from document_type_version v where v.account_id = d.account_id and v.code = d.code
        and v.type_version = d.type_version and v.kind = 'CHECK')
      and not exists (select from response a where a.account_id = d.account_id
        and a.document_id = d.document_id and a.state = 'ACCEPTED'
        and coalesce(a.expiration_date >= today.day, true)
        and (a.renewal_due_date is distinct from a.expiration_date or s.expiration_date <= a.expiration_date))
    order by d.document_id`.execute(tx)
  return rows
}

/** Whoever is revoking one of them goes first. */
async function stillAccepted(tx: Tx, scope: Scope, matches: readonly Match[]): Promise<Match[]> {
  if (matches.length === 0) return []
  const rows = await tx
    .selectFrom('response')
    .select('response_id')
    .where('account_id', '=', scope.accountId)
    .where('response_id', 'in', [...new Set(matches.map(({ source }) => source))])
    .where('state', '=', 'ACCEPTED')
    .orderBy('response_id')
    .forShare()
    .execute()
  const accepted = new Set(rows.map((row) => row.response_id))
  return matches.filter(({ source }) => accepted.has(source))
}

async function supersedeFormer(tx: Tx, scope: Scope, matches: readonly Match[]): Promise<void> {
  await sql`
    update response set state = 'SUPERSEDED', version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and state = 'ACCEPTED'
      and document_id = any(${matches.map(({ documentId }) => documentId)}::bigint[])`.execute(tx)
}

async function copyAnswers(tx: Tx, scope: Scope, matches: readonly Match[]): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    with copy as (
      insert into response (account_id, document_id, dossier_id, thirdparty_id, state, scope, transmitter, language,
        reused_from, effective_date, expiration_date, expiration_corrected, score, submitted_at, submitted_by_type,
        submitted_by, contributors, check_attempt, check_outcome, decision_number, decided_at, created_at,
        updated_at)
      select r.account_id, d.document_id, d.dossier_id, d.thirdparty_id, 'ACCEPTED', r.scope, r.transmitter,
        r.language, r.response_id, r.effective_date, r.expiration_date, r.expiration_corrected, r.score,
        r.submitted_at, r.submitted_by_type, r.submitted_by, r.contributors,
        case when r.check_attempt is not null then 1 end, r.check_outcome, 1, moment, moment, moment
      from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m ("documentId" bigint, source bigint)
      join document d on d.account_id = ${scope.accountId} and d.document_id = m."documentId"
      join response r on r.account_id = d.account_id and r.response_id = m.source
      cross join account_now(${scope.accountId}) moment
      order by d.document_id
      returning *),
    checked as (
      -- What was found is about the evidences of the original.
      insert into check_result (account_id, response_id, attempt, origin, outcome, concluded_at)
      select account_id, response_id, check_attempt, 'REUSE', check_outcome, created_at from copy
      where check_attempt is not null),
    decided as (
      insert into decision (account_id, response_id, number, verdict, origin, decided_by_type, decided_by, decided_at)
      select c.account_id, c.response_id, c.decision_number, 'ACCEPTANCE', 'REUSE', d.decided_by_type, d.decided_by,
        c.decided_at
      from copy c
      join response r on r.account_id = c.account_id and r.response_id = c.reused_from
      join decision d on d.account_id = r.account_id and d.response_id = r.response_id
        and d.number = r.decision_number)
    select response_id as "responseId", reused_from as "reusedFrom", document_id as "documentId",
      dossier_id as "dossierId", thirdparty_id as "thirdpartyId", effective_date as "effectiveDate",
      expiration_date as "expirationDate", score
    from copy order by document_id`.execute(tx)
  return rows
}

/** The same stored objects: they live as long as any evidence names them. */
export async function copyEvidences(
  tx: Tx,
  scope: Scope,
  copies: readonly Pick<Copy, 'responseId' | 'reusedFrom' | 'documentId' | 'dossierId'>[],
): Promise<CopiedEvidence[]> {
  const rows = copies.map(({ responseId, reusedFrom, documentId, dossierId }) => ({
    responseId,
    reusedFrom,
    documentId,
    dossierId,
  }))
  const { rows: copied } = await sql<CopiedEvidence>`
    insert into evidence (account_id, response_id, document_id, dossier_id, kind, position, file_uuid, file_name,
      file_size, content_type, object_key, sha256, crc32, file_state, scan, format, issuer, transmitter,
      formdata, metadata, seal, upload_date)
    select e.account_id, c."responseId", c."documentId", c."dossierId", e.kind, e.position, e.file_uuid,
      e.file_name, e.file_size, e.content_type, e.object_key, e.sha256, e.crc32, e.file_state, e.scan,
      e.format, e.issuer, e.transmitter, e.formdata,
      -- A verification under way belongs to the original alone.
      case e.metadata ->> 'doccheck_status' when 'PENDING' then e.metadata - 'doccheck_status' else e.metadata end,
      e.seal, e.upload_date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c ("responseId" bigint, "reusedFrom" bigint, "documentId" bigint, "dossierId" bigint)
    join evidence e on e.account_id = ${scope.accountId} and e.response_id = c."reusedFrom"
      and e.file_state in ('CLEAN', 'PENDING')
    order by c."responseId", e.position
    returning response_id as "responseId", evidence_id as "evidenceId", kind,
      encode(sha256, 'hex') as sha256`.execute(tx)
  await copyReadings(tx, scope, rows)
  const responseIds = rows.map(({ responseId }) => responseId)
  await indexReadings(tx, scope, responseIds)
  return copied
}

/**
 * To be called when an answer was accepted that its third party may use again: a job looks after the other dossiers
 * one by one, since holding several here would let two acceptances wait for each other.
 */
export async function offerForReuse(tx: Tx, scope: Scope, documentId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select o.document_id as id from document d
    join document o on o.account_id = d.account_id and o.thirdparty_id = d.thirdparty_id and o.code = d.code
      and o.document_id <> d.document_id and o.stopped_at is null
      and (o.status <> 'VALID' or ${isRenewing('o')})
    where d.account_id = ${scope.accountId} and d.document_id = ${documentId}
    order by o.document_id`.execute(tx)
  if (rows.length === 0) return
  const documentIds = rows.map(({ id }) => id)
  await enqueue(tx, 'responses.reuse', { accountId: scope.accountId, documentIds })
}
