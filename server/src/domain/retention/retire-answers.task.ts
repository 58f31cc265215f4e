import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { lockDossiers, settleDossiers, type ResponseState } from '../evaluation/index.ts'
import { retireFindings } from '../findings/index.ts'
import { retireScreening } from '../screening/index.ts'
import { blankEvidences } from './blank-evidences.ts'
import { selectUnusedAnswers, warningDays } from './unused-answers.ts'

/** Each account as a job of its own. */
export const retireEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'retention.run'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        await enqueue(tx, 'retention.run-account', { accountId }, { jobKey: `retention.run:${accountId}` })
      }
    })
  }

export const retireAccount: Handler<'retention.run-account'> = async (_payload, { db, scope, signal }) => {
  await retireAnswers(db, scope, signal)
  await retireScreening(db, scope, signal)
  await retireFindings(db, scope, signal)
}

/** Dossiers changed in one transaction, and those looked for at once, which takes a look at every answer. */
const batchSize = 50
const lookSize = 5_000

interface Answer {
  responseId: number
  documentId: number
  dossierId: number
  thirdpartyId: number
  state: ResponseState
  endsAt: string
}

/**
 * Warns of what will be deleted in 30 days and deletes what was warned of so long ago, in an account by its own
 * clock. A dossier under legal hold is passed over. Safe to repeat.
 */
export async function retireAnswers(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    const due = await db.read(scope, (tx) => findDossiersToRetire(tx, scope, after))
    const last = due.at(-1)
    if (last === undefined) return
    for (let from = 0; from < due.length; from += batchSize) {
      signal?.throwIfAborted()
      await db.write(scope, (tx) => retireIn(tx, scope, due.slice(from, from + batchSize)))
    }
    after = last
  }
}

async function findDossiersToRetire(tx: ReadTx, scope: Scope, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with clock as materialized (select account_now(${scope.accountId}) as moment)
    select distinct u.dossier_id as id from clock, ${selectUnusedAnswers(scope.accountId, warningDays)} u
    where not u.held and u.ends_at <= clock.moment + make_interval(days => ${warningDays})
      and (not u.warned or u.ends_at <= clock.moment) and u.dossier_id > ${after}
    order by id limit ${lookSize}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether it is held, and whether it is still unused, is asked again once nobody can change it. */
async function retireIn(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<void> {
  await lockDossiers(tx, scope, dossierIds)
  const deleted = await findAnswersToRetire(tx, scope, dossierIds, 'DELETE')
  await deleteAnswers(tx, scope, deleted)
  await warnOf(tx, scope, await findAnswersToRetire(tx, scope, dossierIds, 'WARN'))
  if (deleted.length > 0) await settleDossiers(tx, scope, dossierIds)
}

async function findAnswersToRetire(
  tx: Tx,
  scope: Scope,
  dossierIds: readonly number[],
  step: 'WARN' | 'DELETE',
): Promise<Answer[]> {
  const due =
    step === 'WARN'
      ? sql`not u.warned and u.ends_at <= clock.moment + make_interval(days => ${warningDays})`
      : sql`u.warned and u.ends_at <= clock.moment
          and u.deletion_warned_at <= clock.moment - make_interval(days => ${warningDays})`
  const { rows } = await sql<Answer>`
    with clock as materialized (select account_now(${scope.accountId}) as moment)
    select u.response_id as "responseId", u.document_id as "documentId", u.dossier_id as "dossierId",
      u.thirdparty_id as "thirdpartyId", u.state, (u.ends_at at time zone 'UTC')::date::text as "endsAt"
    from clock, ${selectUnusedAnswers(scope.accountId, warningDays)} u
    where u.dossier_id = any(${[...dossierIds]}::bigint[]) and not u.held and ${due}
    order by u.response_id`.execute(tx)
  return rows
}

async function warnOf(tx: Tx, scope: Scope, answers: readonly Answer[]): Promise<void> {
  if (answers.length === 0) return
  const ids = answers.map(({ responseId }) => responseId)
  // Neither version nor updated_at: the answer is the same, and its years are counted from the latter.
  const { rows } = await sql<{ day: string }>`
    with clock as materialized (select account_now(${scope.accountId}) as moment), warned as (
      update response r set deletion_warned_at = clock.moment from clock
      where r.account_id = ${scope.accountId} and r.response_id = any(${ids}::bigint[]))
    select ((moment at time zone 'UTC')::date + ${warningDays}::int)::text as day from clock`.execute(tx)
  const earliest = rows[0]?.day ?? ''
  for (const { responseId, endsAt, state: _state, ...place } of answers) {
    // Late warnings put the deletion off: there are always 30 days in between.
    const data = { responseId, deletionDate: endsAt > earliest ? endsAt : earliest }
    record(tx, scope, { name: 'DOCUMENT_DELETION_WARNING', ...place, data })
  }
}

/** The row stays, as proof that there was an answer and what was decided; its content goes. */
async function deleteAnswers(tx: Tx, scope: Scope, answers: readonly Answer[]): Promise<void> {
  if (answers.length === 0) return
  const { accountId } = scope
  const ids = answers.map(({ responseId }) => responseId)
  const objectKeys = await blankEvidences(tx, scope, ids)
  await tx
    .updateTable('response')
    .set((response) => ({
      state: 'DELETED',
      version: response('version', '+', 1),
      updated_at: sql<Date>`account_now(${accountId})`,
    }))
    .where('account_id', '=', accountId)
    .where((response) => response('response_id', '=', response.fn.any(response.val(ids))))
    .execute()
  for (const { responseId, state, endsAt: _endsAt, ...place } of answers) {
    const change = { before: { state }, after: { state: 'DELETED' } } as const
    const data = { responseId, reason: 'RETENTION', ...change } as const
    record(tx, scope, { name: 'DOCUMENT_DELETION', ...place, data })
  }
  if (objectKeys.length > 0) await enqueue(tx, 'files.delete', { accountId, objectKeys })
}
