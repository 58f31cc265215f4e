import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import { formHash, type FormEntry } from '../../forms/index.ts'
import type { Dates } from '../answers/answer-dates.ts'
import { lockDocument, lockDossiers, type LockedDocument } from '../status/lock.ts'
import type { ResponseState } from '../status/response-states.ts'
import type { Hit } from '../status/status-rules.ts'
import type { CheckCode } from '../status/check-answerers.ts'
import { checkOrigins } from '../status/response-states.ts'
import { standingOf, type ReportedFinding } from './check-finding.ts'

export interface AskedCheck {
  readonly thirdpartyId: number
  readonly code: CheckCode
}

interface Place {
  dossierId: number
  documentId: number
}

/** All dossiers before the first document, in the order everybody takes; what was closed meanwhile is left out. */
export async function lockCheckDocuments(tx: Tx, scope: Scope, asked: AskedCheck): Promise<LockedDocument[]> {
  const expected = await checkDocuments(tx, scope, asked)
  const dossierIds = expected.map(({ dossierId }) => dossierId)
  await lockDossiers(tx, scope, dossierIds)
  const locked: LockedDocument[] = []
  for (const place of await checkDocuments(tx, scope, asked)) {
    if (dossierIds.includes(place.dossierId)) locked.push(await lockDocument(tx, scope, place))
  }
  return locked
}

async function checkDocuments(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId, code }: AskedCheck,
): Promise<Place[]> {
  // The few of the company first: in a portfolio that grows fast, the statistics still speak of a small one.
  const { rows } = await sql<Place>`
    with own as materialized (
      select account_id, dossier_id, document_id, code, type_version from document
      where account_id = ${accountId} and thirdparty_id = ${thirdpartyId} and code = ${code}
        and stopped_at is null)
    select c.dossier_id as "dossierId", c.document_id as "documentId" from own c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    join document_type_version v on v.account_id = c.account_id and v.code = c.code
      and v.type_version = c.type_version and v.kind = 'CHECK'
    order by c.dossier_id, c.document_id`.execute(tx)
  return rows
}

export interface FormerAnswer {
  readonly state: ResponseState
  readonly hit: Hit | null
  readonly fingerprint: string
  readonly expirationDate: Day | null
  readonly today: Day
}

interface FormerRow extends Omit<FormerAnswer, 'fingerprint'> {
  readonly fingerprint: string | null
  readonly formdata: FormEntry[] | null
}

/** A condition: the answer `r` was given by the service, by one of these checks. */
const isOwn = sql`exists (select from check_result k where k.account_id = r.account_id
  and k.response_id = r.response_id and k.attempt = r.check_attempt
  and k.origin = any(${[...checkOrigins]}::text[]))`

/** What the service said last of this document, if that still stands. */
export async function formerAnswer(
  tx: ReadTx,
  { accountId }: Scope,
  { documentId }: LockedDocument,
): Promise<FormerAnswer | null> {
  const { rows } = await sql<FormerRow>`
    select r.state, r.hit, r.fingerprint, r.expiration_date as "expirationDate", e.formdata,
      (account_now(${accountId}) at time zone 'UTC')::date::text as today
    from response r
    left join evidence e on e.account_id = r.account_id and e.response_id = r.response_id and e.kind = 'FORM'
    where r.account_id = ${accountId} and r.document_id = ${documentId}
      and r.state in ('PENDING', 'ACCEPTED', 'DENIED') and ${isOwn}
    order by r.response_id desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { formdata, fingerprint, ...former } = row
  // Answers from before there were fingerprints are told apart by what they say.
  return { ...former, fingerprint: fingerprint ?? formHash(formdata ?? []) }
}

/** Everything that stood makes room, whoever gave it; only what a reviewer turned down stays what it is. */
export async function supersedeAnswers(
  tx: Tx,
  { accountId }: Scope,
  { documentId }: LockedDocument,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update response set state = 'SUPERSEDED', version = version + 1, updated_at = account_now(${accountId})
    where account_id = ${accountId} and document_id = ${documentId}
      and (state in ('CHECKING', 'PENDING', 'ACCEPTED', 'EXPIRED') or state = 'DENIED' and hit is not null)
    returning response_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Only what the service itself had said. */
export async function supersedeOwnAnswers(
  tx: Tx,
  { accountId }: Scope,
  { documentId }: LockedDocument,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update response r set state = 'SUPERSEDED', version = version + 1, updated_at = account_now(${accountId})
    where r.account_id = ${accountId} and r.document_id = ${documentId}
      and r.state in ('PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED') and ${isOwn}
    returning response_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface NewCheckAnswer extends Dates {
  readonly finding: ReportedFinding
  readonly score: number | null
}

/** With its check and, where nothing is left to decide, its decision. Whoever decided the hit behind it is named there. */
export async function insertCheckAnswer(
  tx: Tx,
  { accountId, actor }: Scope,
  { documentId, dossierId, thirdpartyId }: LockedDocument,
  { finding, effectiveDate, expirationDate, score }: NewCheckAnswer,
): Promise<number> {
  const { state, hit, check, findings } = standingOf(finding)
  const { origin, fingerprint } = finding
  const { rows } = await sql<{ id: number }>`
    with given as (
      insert into response (account_id, document_id, dossier_id, thirdparty_id, state, scope, transmitter,
        effective_date, expiration_date, score, hit, fingerprint, check_attempt, check_outcome, decision_number,
        decided_at, submitted_at, submitted_by_type, created_at, updated_at)
      select ${accountId}, ${documentId}, ${dossierId}, ${thirdpartyId}, ${state}, 'DOSSIER', 'SOURCE_EXTERNE',
        ${effectiveDate}, ${expirationDate}, ${score}, ${hit}, ${fingerprint}, 1, ${check},
        case when ${state !== 'PENDING'} then 1 end, case when ${state !== 'PENDING'} then moment end,
        moment, 'JOB', moment, moment
      from account_now(${accountId}) moment
      returning *),
    checked as (
      insert into check_result (account_id, response_id, attempt, origin, outcome, findings, concluded_at)
      select account_id, response_id, check_attempt, ${origin}, check_outcome, ${JSON.stringify(findings)}::jsonb,
        created_at
      from given),
    decided as (
      insert into decision (account_id, response_id, number, verdict, origin, decided_by_type, decided_by, decided_at)
      select account_id, response_id, decision_number,
        case state when 'ACCEPTED' then 'ACCEPTANCE' else 'REJECTION' end, ${origin}, ${actor.type}, ${actor.id},
        decided_at
      from given where decision_number is not null)
    select response_id as id from given`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The account has no clock.')
  return row.id
}
