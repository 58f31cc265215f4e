import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/** As long as the longest that answers are kept for, as shipped. */
const keptYears = 10
const rowsAtOnce = 200

/**
 * Deletes findings that ended ten years ago, and those of companies archived so long, with their actions and the files
 * sent for them. A company with a dossier under legal hold keeps them. The journal still tells that they were. Safe to
 * repeat.
 */
export async function retireFindings(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const findingIds = await db.read(scope, (tx) => findOldFindings(tx, scope))
    if (findingIds.length === 0) return
    await db.write(scope, (tx) => deleteFindings(tx, scope, findingIds))
  }
}

async function findOldFindings(tx: ReadTx, { accountId }: Scope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with clock as materialized (select account_now(${accountId}) - make_interval(years => ${keptYears}) as bound),
    old as (
      select f.finding_id, f.thirdparty_id from finding f
      where f.account_id = ${accountId} and f.closed_at < (select bound from clock)
      union
      select f.finding_id, f.thirdparty_id from thirdparty t
      join finding f on f.account_id = t.account_id and f.thirdparty_id = t.thirdparty_id
      where t.account_id = ${accountId} and t.archived_at < (select bound from clock))
    select o.finding_id as id from old o
    where not exists (select from dossier d where d.account_id = ${accountId}
      and d.thirdparty_id = o.thirdparty_id and d.legal_hold_since is not null)
    order by o.finding_id limit ${rowsAtOnce}`.execute(tx)
  return rows.map(({ id }) => id)
}

interface StoredFile {
  /** never null: only files are looked for. */
  readonly key: string
}

/** Held first and looked for again: somebody may have reopened one, or put a dossier under hold. */
async function deleteFindings(tx: Tx, scope: Scope, found: readonly number[]): Promise<void> {
  const { accountId } = scope
  await sql`select from finding where account_id = ${accountId} and finding_id = any(${[...found]}::bigint[])
    order by finding_id for update`.execute(tx)
  const old = new Set(await findOldFindings(tx, scope))
  const findingIds = found.filter((id) => old.has(id))
  const ofFindings = sql`account_id = ${accountId} and action_id in (select a.action_id from corrective_action a
    where a.account_id = ${accountId} and a.finding_id = any(${findingIds}::bigint[]))`
  const { rows } = await sql<StoredFile>`
    select object_key as key from corrective_evidence where ${ofFindings} and object_key is not null
    order by evidence_id`.execute(tx)
  await sql`delete from corrective_evidence where ${ofFindings}`.execute(tx)
  await sql`delete from corrective_action
    where account_id = ${accountId} and finding_id = any(${findingIds}::bigint[])`.execute(tx)
  await sql`delete from finding
    where account_id = ${accountId} and finding_id = any(${findingIds}::bigint[])`.execute(tx)
  const objectKeys = rows.map(({ key }) => key)
  if (objectKeys.length > 0) await enqueue(tx, 'files.delete', { accountId, objectKeys })
}
