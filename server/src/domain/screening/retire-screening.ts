import { sql, type RawBuilder } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { isHeld } from './under-hold.ts'

/** Where no check says how long its answers are kept. */
const defaultYears = 10
const rowsAtOnce = 1_000

/**
 * Deletes what screening kept for as long as the account keeps answers to its checks: hits that ended, with the
 * decisions on them, people whom nobody names any more, and runs. Of a company archived so long ago everything goes.
 * A clearance that holds is in use and stays, as does all of a company with a dossier under legal hold. Who decided
 * what remains in the administration journal, without names. Safe to repeat.
 */
export async function retireScreening(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  const bound = await db.read(scope, (tx) => endOfRetention(tx, scope))
  for (const retire of [retireHits, retireSubjects]) {
    let deleted: number
    do {
      signal?.throwIfAborted()
      deleted = await db.write(scope, (tx) => retire(tx, scope, bound))
    } while (deleted === rowsAtOnce)
  }
  await retireRuns(db, scope, bound, signal)
}

/** What was in use after this moment is kept. */
async function endOfRetention(tx: ReadTx, { accountId }: Scope): Promise<Date> {
  const { rows } = await sql<{ bound: Date }>`
    select account_now(${accountId}) - make_interval(years => coalesce(max((v.definition ->> 'retentionYears')::int),
      ${defaultYears})) as bound
    from document_type t
    join document_type_version v
      on v.account_id = t.account_id and v.code = t.code and v.type_version = t.type_version
    where t.account_id = ${accountId} and t.code in ('SANCTIONS_CHECK', 'PEP_CHECK', 'ADVERSE_MEDIA')`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('An aggregate answered no row')
  return row.bound
}

const ofArchived = (accountId: number, bound: Date): RawBuilder<unknown> => sql`
  thirdparty t where t.account_id = ${accountId} and t.archived_at < ${bound}`

async function retireHits(tx: Tx, { accountId }: Scope, bound: Date): Promise<number> {
  const { rows } = await sql<{ hitId: number }>`
    with old as (
      select h.hit_id from screening_hit h
      where h.account_id = ${accountId} and h.state = 'ENDED' and h.updated_at < ${bound} and not ${isHeld(sql`h`)}
      union
      select h.hit_id from screening_hit h
      where h.account_id = ${accountId} and not ${isHeld(sql`h`)}
        and h.thirdparty_id in (select t.thirdparty_id from ${ofArchived(accountId, bound)})
      limit ${rowsAtOnce}),
    decided as (
      delete from screening_decision x where x.account_id = ${accountId} and x.hit_id in (select hit_id from old))
    delete from screening_hit h where h.account_id = ${accountId} and h.hit_id in (select hit_id from old)
    returning h.hit_id as "hitId"`.execute(tx)
  return rows.length
}

async function retireSubjects(tx: Tx, { accountId }: Scope, bound: Date): Promise<number> {
  const isFree = sql`not ${isHeld(sql`s`)} and not exists (
    select from screening_hit h where h.account_id = s.account_id and h.subject_id = s.subject_id)`
  const { rows } = await sql<{ subjectId: number }>`
    with old as (
      select s.subject_id from screening_subject s
      where s.account_id = ${accountId} and s.ended_at < ${bound} and ${isFree}
      union
      select s.subject_id from screening_subject s
      where s.account_id = ${accountId} and ${isFree}
        and s.thirdparty_id in (select t.thirdparty_id from ${ofArchived(accountId, bound)})
      limit ${rowsAtOnce})
    delete from screening_subject s where s.account_id = ${accountId} and s.subject_id in (select subject_id from old)
    returning s.subject_id as "subjectId"`.execute(tx)
  return rows.length
}

/** The oldest first, up to the first that is kept: an account has a great many, and few are old enough. */
async function retireRuns(db: Db, scope: Scope, bound: Date, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const slice = await db.read(scope, (tx) => oldestRuns(tx, scope, after, bound))
    const over = slice.filter(({ isOver }) => isOver).map(({ runId }) => runId)
    if (over.length > 0) await db.write(scope, (tx) => deleteRuns(tx, scope, over))
    const last = slice.at(-1)
    if (!last?.isOver) return
    after = last.runId
  }
}

interface OldRun {
  runId: number
  isOver: boolean
}

async function oldestRuns(tx: ReadTx, { accountId }: Scope, after: number, bound: Date): Promise<OldRun[]> {
  const { rows } = await sql<OldRun>`
    select r.run_id as "runId", r.ran_at < ${bound} as "isOver" from screening_run r
    where r.account_id = ${accountId} and r.run_id > ${after} order by r.run_id limit ${rowsAtOnce}`.execute(
    tx,
  )
  return rows
}

/** A run that a hit still names is what it was found with. */
async function deleteRuns(tx: Tx, { accountId }: Scope, runIds: readonly number[]): Promise<void> {
  await sql`
    delete from screening_run r
    where r.account_id = ${accountId} and r.run_id = any(${[...runIds]}::bigint[]) and not ${isHeld(sql`r`)}
      and not exists (
        select from screening_hit h where h.account_id = r.account_id and h.run_id = r.run_id)`.execute(tx)
}
