import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue, type Handler } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { formDay, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { formHash, type FormEntry } from '../../forms/index.ts'
import { writeEvidences } from '../answers/evidences.ts'
import { lockDocument, type LockedDocument } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'

interface Place {
  readonly dossierId: number
  readonly documentId: number
}

/**
 * Follows a company's standing in its register: its dossiers, which its end may make invalid, and the documents
 * that ask for that standing, from what the register last said.
 */
export const answerRegisterStatus: Handler<'responses.register-status'> = async (
  { thirdpartyId },
  { db, scope },
) => {
  for (const dossierId of await db.read(scope, (tx) => openDossiersOf(tx, scope, thirdpartyId))) {
    await db.write(scope, (tx) => settleDossiers(tx, scope, [dossierId]))
  }
  for (const place of await db.read(scope, (tx) => listCheckedDocuments(tx, scope, thirdpartyId))) {
    await db.write(scope, (tx) => answerOne(tx, scope, place))
  }
}

async function openDossiersOf(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('archived_at', 'is', null)
    .orderBy('dossier_id')
    .execute()
  return rows.map((row) => row.dossier_id)
}

async function listCheckedDocuments(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select c.dossier_id as "dossierId", c.document_id as "documentId" from document c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    where c.account_id = ${scope.accountId} and c.thirdparty_id = ${thirdpartyId}
      and c.code = ${registerStatusCode} and c.stopped_at is null
    order by c.dossier_id`.execute(tx)
  return rows
}

/** Known already: nothing happens. A company that is active is in order; anything else is for a person to see. */
async function answerOne(tx: Tx, scope: Scope, place: Place): Promise<void> {
  const locked = await lockDocument(tx, scope, place)
  const facts = await registerFacts(tx, scope, locked)
  if (facts === null || locked.stopped) return
  const formdata = registerFormdata(facts, 'fr')
  const before = await latest(tx, scope, locked)
  if (before !== null && formHash(before) === formHash(formdata)) return
  const superseded = await supersedeAll(tx, scope, locked)
  const active = facts.status === 'ACTIVE'
  const responseId = await insertAnswer(tx, scope, locked, active)
  const transmitter = 'SOURCE_EXTERNE' as const
  await writeEvidences(
    tx,
    scope,
    { ...locked, responseId, transmitter, issuer: 'REGISTER' },
    { files: [], formdata },
  )
  const where = {
    thirdpartyId: locked.thirdpartyId,
    dossierId: locked.dossierId,
    documentId: locked.documentId,
  }
  const state = active ? 'ACCEPTED' : 'PENDING'
  const evidences = [{ kind: 'FORM', dataSha256: formHash(formdata) }]
  const data = { responseId, state, superseded, evidences }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_ADDED', ...where, data })
  if (active) record(tx, scope, { name: 'DOCUMENT_ANSWER_ACCEPTED', ...where, data: { responseId } })
  await enqueue(tx, 'responses.form-pdf', { accountId: scope.accountId, responseId })
  await settleDossiers(tx, scope, [locked.dossierId])
}

async function supersedeAll(tx: Tx, scope: Scope, { documentId }: LockedDocument): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update response set state = 'SUPERSEDED', version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and document_id = ${documentId}
      and state in ('CHECKING', 'PENDING', 'ACCEPTED', 'EXPIRED')
    returning response_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function insertAnswer(tx: Tx, scope: Scope, locked: LockedDocument, active: boolean): Promise<number> {
  const findings = active ? [] : [{ code: 'REGISTER_NOT_ACTIVE', evidenceId: null }]
  const { rows } = await sql<{ id: number }>`
    with given as (
      insert into response (account_id, document_id, dossier_id, thirdparty_id, state, scope, transmitter,
        check_attempt, check_outcome, decision_number, decided_at, submitted_at, submitted_by_type, created_at,
        updated_at)
      select ${scope.accountId}, ${locked.documentId}, ${locked.dossierId}, ${locked.thirdpartyId},
        ${active ? 'ACCEPTED' : 'PENDING'}, 'DOSSIER', 'SOURCE_EXTERNE', 1, 'PASSED', ${active ? 1 : null}::int,
        case when ${active} then moment end, moment, ${scope.actor.type}, moment, moment
      from account_now(${scope.accountId}) moment
      returning *),
    checked as (
      insert into check_result (account_id, response_id, attempt, origin, outcome, findings, concluded_at)
      select account_id, response_id, check_attempt, 'REGISTER', check_outcome, ${JSON.stringify(findings)}::jsonb,
        created_at
      from given),
    decided as (
      insert into decision (account_id, response_id, number, verdict, origin, decided_by_type, decided_at)
      select account_id, response_id, decision_number, 'ACCEPTANCE', 'REGISTER', submitted_by_type, decided_at
      from given where decision_number is not null)
    select response_id as id from given`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Null while the register has not answered, or does not know the company. */
async function registerFacts(tx: Tx, scope: Scope, locked: LockedDocument): Promise<RegisterFacts | null> {
  const { rows } = await sql<RegisterFacts>`
    select name, siren, status, status_detail as "statusDetail", status_since as "statusSince",
      closure_date as "closureDate"
    from thirdparty
    where account_id = ${scope.accountId} and thirdparty_id = ${locked.thirdpartyId}
      and identity_status = 'COMPLETE' and source = 'MANAGED'`.execute(tx)
  return rows[0] ?? null
}

async function latest(tx: Tx, scope: Scope, { documentId }: LockedDocument) {
  const { rows } = await sql<{ formdata: ReturnType<typeof registerFormdata> | null }>`
    select e.formdata from response r
    join evidence e on e.account_id = r.account_id and e.response_id = r.response_id and e.kind = 'FORM'
    where r.account_id = ${scope.accountId} and r.document_id = ${documentId}
      and r.state in ('PENDING', 'ACCEPTED', 'DENIED')
    order by r.response_id desc limit 1`.execute(tx)
  return rows[0]?.formdata ?? null
}

const registerStatusCode = 'REGISTER_STATUS'

/** What the register says of a company, as far as this check goes. */
interface RegisterFacts {
  readonly name: string | null
  readonly siren: string | null
  readonly status: 'ACTIVE' | 'IN_COLLECTIVE_PROCEDURE' | 'STRUCK_OFF'
  readonly statusDetail: string | null
  /** YYYY-MM-DD */
  readonly statusSince: string | null
  readonly closureDate: string | null
}

const titles = {
  name: { fr: 'Dénomination', en: 'Name' },
  siren: { fr: 'SIREN', en: 'SIREN' },
  status: { fr: 'Situation', en: 'Status' },
  statusDetail: { fr: 'Précision', en: 'Detail' },
  statusSince: { fr: 'Depuis le', en: 'Since' },
  closureDate: { fr: 'Date de fermeture', en: 'Closed on' },
} as const satisfies Record<keyof RegisterFacts, Record<Language, string>>

/** As the answers of a form nobody filled in; equal facts give equal answers. */
function registerFormdata(facts: RegisterFacts, language: Language): FormEntry[] {
  const keys = Object.keys(titles) as (keyof RegisterFacts)[]
  const reported = keys.flatMap((key) => {
    const value = facts[key]
    if (value === null) return []
    const isDay = key === 'statusSince' || key === 'closureDate'
    return [{ key, isDay, title: titles[key][language], value: isDay ? formDay(value) : value }]
  })
  return reported.map(({ key, isDay, title, value }, index) => ({
    type: isDay ? ('date' as const) : ('string' as const),
    key,
    title,
    order: index + 1,
    value,
  }))
}
