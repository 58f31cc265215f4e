import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { enqueue, type Handler } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { jobScope, type Scope } from '../../../platform/kernel/index.ts'
import { settleDossiers } from '../status/settle.ts'
import { enqueueChecks } from './send-to-checks.ts'

interface Deps {
  readonly accountIds: (db: Db) => Promise<number[]>
}

interface Ended {
  responseId: number
  thirdpartyId: number
  dossierId: number
  documentId: number
}

const batch = 200

/** Drafts nobody has touched for 30 days of their account’s clock are given up; checks left behind go on. */
export const interruptOldDrafts =
  ({ accountIds }: Deps): Handler<'responses.expire-drafts'> =>
  async (_payload, { db, signal }) => {
    for (const accountId of await accountIds(db)) {
      await interruptDrafts(db, jobScope(accountId, 'responses.expire-drafts'), signal)
    }
  }

export async function interruptDrafts(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (let ended = batch; ended === batch;) {
    signal?.throwIfAborted()
    ended = await db.write(scope, (tx) => interruptSome(tx, scope))
  }
  await db.write(scope, (tx) => resumeChecks(tx, scope))
}

/** What is frozen with its dossier stays as it is. */
async function interruptSome(tx: Tx, scope: Scope): Promise<number> {
  const { accountId } = scope
  const { rows } = await sql<{ id: number }>`
    select distinct r.dossier_id as id from response r
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id and d.archived_at is null
    cross join (select account_now(${accountId}) - interval '30 days' as moment) limit_
    where r.account_id = ${accountId} and r.state = 'DRAFT' and r.updated_at < limit_.moment
    order by r.dossier_id limit ${batch}`.execute(tx)
  if (rows.length === 0) return 0
  const dossierIds = await lockOpenDossiers(
    tx,
    scope,
    rows.map(({ id }) => id),
  )
  const { rows: ended } = await sql<Ended>`
    update response r set state = 'INTERRUPTED', version = version + 1, updated_at = moment
    from account_now(${accountId}) moment
    where r.account_id = ${accountId} and r.dossier_id = any(${dossierIds}::bigint[])
      and r.state = 'DRAFT' and r.updated_at < moment - interval '30 days'
    returning r.response_id as "responseId", r.thirdparty_id as "thirdpartyId",
      r.dossier_id as "dossierId", r.document_id as "documentId"`.execute(tx)
  for (const { responseId, ...place } of ended) {
    const data = { responseId, reason: 'LEFT_TOO_LONG' } as const
    record(tx, scope, { name: 'DOCUMENT_ANSWER_INTERRUPTED', ...place, data })
  }
  await settleDossiers(tx, scope, dossierIds)
  return rows.length
}

async function lockOpenDossiers(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select dossier_id as id from dossier
    where account_id = ${scope.accountId} and dossier_id = any(${[...dossierIds]}::bigint[])
      and archived_at is null
    order by dossier_id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Asks again for what should long have been done: a job gives up after many attempts, and a scanner may be down for
 * longer than that.
 */
async function resumeChecks(tx: Tx, scope: Scope): Promise<void> {
  const { accountId } = scope
  const { rows } = await sql<{ responseId: number; unchecked: boolean; unprinted: boolean }>`
    select r.response_id as "responseId", r.state = 'CHECKING' as unchecked, exists (
        select from evidence e where e.account_id = r.account_id and e.response_id = r.response_id
          and e.kind = 'FORM' and e.object_key is null and e.file_state = 'PENDING') as unprinted
    from response r
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id and d.archived_at is null
    where r.account_id = ${accountId} and r.state in ('CHECKING', 'PENDING')
      and r.updated_at < account_now(${accountId}) - interval '1 hour'`.execute(tx)
  for (const { responseId, unchecked, unprinted } of rows) {
    if (unchecked) await enqueueChecks(tx, scope, responseId)
    const jobKey = `responses.form-pdf:${accountId}:${responseId}`
    if (unprinted) await enqueue(tx, 'responses.form-pdf', { accountId, responseId }, { jobKey })
  }
}
