import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { enqueue, type Handler } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { escalateOverdue } from '../status/escalate-overdue.ts'
import { lockDossiers } from '../status/lock.ts'
import { graceDays, settleDossiers } from '../status/settle.ts'

/** Each account by its own clock, as a job of its own: one that fails holds up nobody else. */
export const expireEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'responses.expire'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        await enqueue(
          tx,
          'responses.expire-account',
          { accountId },
          { jobKey: `responses.expire:${accountId}` },
        )
      }
    })
  }

export const expireAccount: Handler<'responses.expire-account'> = async (_payload, { db, scope, signal }) => {
  await expireAnswers(db, scope, signal)
  await escalateOverdue(db, scope)
}

/** Dossiers changed in one transaction: enough to be quick, few enough that nobody waits long for one. */
const batchSize = 100

interface Expired {
  responseId: number
  documentId: number
  dossierId: number
  thirdpartyId: number
  /** never null: only answers past that day are read */
  expirationDate: string
}

/**
 * Brings an account to today: answers past their end expire, and dossiers are settled whose status the passing of
 * time alone has changed (grace over, their own end, too late by the account's policy). Safe to repeat; what is up to date is left alone. Archived
 * dossiers are frozen and follow when they come back.
 */
export async function expireAnswers(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const due = await db.read(scope, (tx) => overdueDossiers(tx, scope, after))
    const last = due.at(-1)
    if (last === undefined) return
    await db.write(scope, (tx) => bringToToday(tx, scope, due))
    after = last
  }
}

/** Walks up the ids, so that each dossier is looked at once in a run whatever becomes of it. */
async function overdueDossiers(tx: Parameters<Parameters<Db['read']>[1]>[0], scope: Scope, after: number) {
  const { accountId } = scope
  const { rows } = await sql<{ id: number }>`
    with today as materialized (select (account_now(${accountId}) at time zone 'UTC')::date as day)
    select dossier_id as id from (
      select r.dossier_id from today, response r
      join document c on c.account_id = r.account_id and c.document_id = r.document_id and c.stopped_at is null
      where r.account_id = ${accountId} and r.state = 'ACCEPTED' and r.expiration_date < today.day
        and r.dossier_id > ${after}
      union
      select c.dossier_id from today, document c
      where c.account_id = ${accountId} and c.status = 'ACTION_REQUIRED' and c.status_reason = 'EXPIRED'
        and c.stopped_at is null and c.expiration_date + ${graceDays}::int < today.day and c.dossier_id > ${after}
      union
      select d.dossier_id from today, overdue_policy p
      join dossier d on d.account_id = p.account_id and d.type_code = p.type_code and d.archived_at is null
      where p.account_id = ${accountId} and d.status in ('ABSENT', 'ONGOING')
        and d.due_date + p.action_days < today.day and d.dossier_id > ${after}
        and exists (select from document c where c.account_id = d.account_id and c.dossier_id = d.dossier_id
          and c.required and c.stopped_at is null and c.status_reason = 'NO_ANSWER')
      union
      select d.dossier_id from today, dossier d
      left join overdue_policy p on p.account_id = d.account_id and p.type_code = d.type_code
      where d.account_id = ${accountId} and d.status = 'ACTION_REQUIRED' and d.archived_at is null
        and d.status_reason = 'OVERDUE' and (d.due_date + p.action_days < today.day) is not true
        and d.dossier_id > ${after}
      union
      select d.dossier_id from today, dossier d
      where d.account_id = ${accountId} and d.archived_at is null and d.expiration_date < today.day
        and d.status_reason not in ('DOSSIER_EXPIRED', 'STRUCK_OFF') and d.dossier_id > ${after}) due
    order by dossier_id limit ${batchSize}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function bringToToday(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<void> {
  await lockDossiers(tx, scope, dossierIds)
  for (const { responseId, expirationDate, ...place } of await expire(tx, scope, dossierIds)) {
    const change = { before: { state: 'ACCEPTED' }, after: { state: 'EXPIRED' } } as const
    const data = { responseId, expirationDate, ...change }
    record(tx, scope, { name: 'DOCUMENT_ANSWER_EXPIRED', ...place, data })
  }
  await settleDossiers(tx, scope, dossierIds)
}

/** Asked again under the lock: a renewal may have been accepted, or the end corrected, since we looked. */
async function expire(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<Expired[]> {
  const { accountId } = scope
  const { rows } = await sql<Expired>`
    with clock as materialized (select account_now(${accountId}) as moment), expired as (
      update response r set state = 'EXPIRED', version = r.version + 1, updated_at = clock.moment
      from clock, document c
      where r.account_id = ${accountId} and r.dossier_id = any(${[...dossierIds]}::bigint[])
        and r.state = 'ACCEPTED' and r.expiration_date < (clock.moment at time zone 'UTC')::date
        and c.account_id = r.account_id and c.document_id = r.document_id and c.stopped_at is null
      returning r.*)
    select response_id as "responseId", document_id as "documentId", dossier_id as "dossierId",
      thirdparty_id as "thirdpartyId", expiration_date as "expirationDate"
    from expired order by response_id`.execute(tx)
  return rows
}
