import { sql } from 'kysely'
import { recordOperatorAct } from '../../platform/administration/index.ts'
import { sqlState, withAccount, type Db, type Tx } from '../../platform/db/index.ts'
import type { ObjectStore } from '../../platform/files/index.ts'
import { dropAccountJobs, type Handler } from '../../platform/jobs/index.ts'
import type { CheckpointKeeping } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { announceToAll } from '../accounts/index.ts'
import { enqueueDeletion } from './ask-deletion.ts'
import { remains, signDeletion, type DeletionFacts } from './deletion-proof.ts'
import {
  beginDeletion,
  chainEnd,
  lockCounts,
  tablesInOrder,
  writeCounts,
  type Counts,
  type Deletion,
} from './deletion.queries.ts'
import { keepProofs } from './keep-proof.ts'

export interface DeletionDeps {
  readonly store: ObjectStore
  readonly checkpoints: CheckpointKeeping
}

interface Work {
  readonly db: Db
  readonly scope: Scope
  readonly signal: AbortSignal
}

// A batch holds its locks for well under a second.
const rowsAtOnce = 2_000
const filesAtOnce = 100
const restMs = 2_000
// Triggers and requests that were under way may write behind us.
const mostPasses = 5

/**
 * Deletes everything of an account and leaves a signed proof. Each batch is a transaction that also counts it: killed at
 * any moment, the next run goes on where this one was.
 */
export const deleteAccount =
  ({ store, checkpoints }: DeletionDeps): Handler<'leaving.delete'> =>
  async ({ accountId }, { db, scope, signal, clock, log }) => {
    const begun = await db.write(scope, (tx) => shutAccount(tx, scope))
    // A run that was killed after the account was gone may have left its proof in the database only.
    if (!begun) return keepProofs(db, checkpoints.folder)
    if (begun.running > 0) {
      // Jobs that were under way end by themselves; what they still write must not come after us.
      const later = new Date(clock.now().getTime() + restMs)
      return db.write(scope, (tx) => enqueueDeletion(tx, accountId, later))
    }
    const work = { db, scope, signal }
    await deleteFiles(work, store)
    for (let pass = 1; ; pass += 1) {
      await deleteRows(work)
      const { counts, deletedAt } = await db.write(scope, async (tx) => ({
        counts: await lockCounts(tx, scope),
        deletedAt: clock.now(),
      }))
      const facts = factsOf(accountId, begun.deletion, { counts, deletedAt })
      const signed = await signDeletion(facts, checkpoints.signer)
      try {
        await finish(db, scope, JSON.stringify(signed), deletedAt)
        // Not before: there must be no proof for an account that is still there.
        await keepProofs(db, checkpoints.folder)
        return log.info({ accountId, files: counts.files.count }, 'an account was deleted')
      } catch (error) {
        if (sqlState(error) !== '55000' || pass === mostPasses) throw error
      }
    }
  }

interface Begun {
  readonly deletion: Deletion
  readonly running: number
}

/** Nothing of it goes on from here, and where its journals end is written down. */
async function shutAccount(tx: Tx, scope: Scope): Promise<Begun | null> {
  const deletion = await beginDeletion(tx, scope)
  if (!deletion) return null
  const { accountId } = scope
  await announceToAll(tx)
  await sql`update account_export set state = 'FAILED', fault = 'ACCOUNT_DELETED', finished_at = now()
    where account_id = ${accountId} and state in ('WAITING', 'RUNNING')`.execute(tx)
  const { dropped, running } = await dropAccountJobs(tx, { accountId, except: 'leaving.delete' })
  const counts = await lockCounts(tx, scope)
  await writeCounts(tx, scope, {
    ...counts,
    jobs: counts.jobs + dropped,
    journal: counts.journal ?? (await chainEnd(tx, scope, 'journal_head')),
    administration: counts.administration ?? (await chainEnd(tx, scope, 'administration_head')),
  })
  return { deletion, running }
}

/** With each file goes its own key, so that a forgotten copy of the bytes opens for nobody. */
async function deleteFiles(work: Work, store: ObjectStore): Promise<void> {
  const { db, scope } = work
  const { pendingFiles } = await db.write(scope, (tx) => lockCounts(tx, scope))
  for (const key of pendingFiles) await store.delete(key)
  let batch: string[] = []
  const flush = async () => {
    if (batch.length === 0) return
    work.signal.throwIfAborted()
    let bytes = 0
    for (const key of batch) bytes += (await store.head(key))?.size ?? 0
    await db.write(scope, async (tx) => {
      const { files, ...counts } = await lockCounts(tx, scope)
      const counted = { count: files.count + batch.length, bytes: files.bytes + bytes }
      await writeCounts(tx, scope, { ...counts, files: counted, pendingFiles: batch })
    })
    for (const key of batch) await store.delete(key)
    batch = []
  }
  for await (const { key } of store.list({})) {
    if (!key.startsWith(`${scope.accountId}/`)) continue
    batch.push(key)
    if (batch.length === filesAtOnce) await flush()
  }
  await flush()
}

async function deleteRows(work: Work): Promise<void> {
  const { db, scope } = work
  const tables = await db.read(scope, (tx) => tablesInOrder(tx))
  await deleteBatches(work, 'watchlist', deleteOwnList)
  for (const table of tables) {
    // People go with their membership, and out of the installation where no other account has them.
    if (table === 'membership') await deleteBatches(work, 'app_user', deletePeople)
    await deleteBatches(work, table, (tx) => deleteFrom(tx, table))
  }
}

/** Until nothing is left; each batch and its count are one transaction. */
async function deleteBatches(
  { db, scope, signal }: Work,
  name: string,
  remove: (tx: Tx, scope: Scope) => Promise<number>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const removed = await db.write(scope, async (tx) => {
      const counts = await lockCounts(tx, scope)
      const count = await remove(tx, scope)
      if (count > 0) await writeCounts(tx, scope, addRows(counts, name, count))
      return count
    })
    if (removed === 0) return
  }
}

const addRows = (counts: Counts, name: string, rows: number): Counts => ({
  ...counts,
  tables: { ...counts.tables, [name]: (counts.tables[name] ?? 0) + rows },
})

async function deleteFrom(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select delete_account_rows(${table}, ${rowsAtOnce})::int as deleted`.execute(tx)
  return rows[0]?.deleted ?? 0
}

async function deletePeople(tx: Tx): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select delete_account_people(${filesAtOnce})::int as deleted`.execute(tx)
  return rows[0]?.deleted ?? 0
}

/** Its entries follow it. */
async function deleteOwnList(tx: Tx, { accountId }: Scope): Promise<number> {
  const { rows } = await sql`
    delete from watchlist where list_id in (
      select list_id from watchlist where owner_account_id = ${accountId} limit 1) returning list_id`.execute(
    tx,
  )
  return rows.length
}

function factsOf(
  accountId: number,
  { askedAt, askedByType, askedBy, begunAt }: Deletion,
  { counts, deletedAt }: { readonly counts: Counts; readonly deletedAt: Date },
): DeletionFacts {
  const { tables, files, jobs, journal, administration } = counts
  return {
    format: 'vigie-deletion-proof/1',
    accountId,
    askedAt: askedAt.toISOString(),
    askedBy: { type: askedByType, id: askedBy },
    begunAt: begunAt.toISOString(),
    deletedAt: deletedAt.toISOString(),
    tables: Object.fromEntries(Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    files,
    jobs,
    journal,
    administration,
    remains,
  }
}

/** The proof, the end of the account and what the operator's journal tells of it are one transaction. */
async function finish(db: Db, { accountId }: Scope, proof: string, deletedAt: Date): Promise<void> {
  await db.system(async (tx) => {
    await withAccount(tx, accountId, () =>
      sql`select finish_account_deletion(${proof}, ${deletedAt})`.execute(tx),
    )
    recordOperatorAct(tx, 'leaving.delete', {
      name: 'ACCOUNT_DELETED',
      subject: { type: 'ACCOUNT', id: accountId },
      after: { accountId },
      accountIds: [],
    })
  })
}
