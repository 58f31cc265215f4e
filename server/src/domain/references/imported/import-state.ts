import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { markSeen, removeUnseen } from './gone-companies.ts'
import type { Batch } from './import-batch.ts'
import type { ImportKind } from './import-kind.ts'
import { RegisterFileError } from './register-file-error.ts'
import { applyWordChanges } from './write-companies.ts'
import { wholeAccount } from '../../../platform/kernel/index.ts'

export interface ImportCounts {
  /** Rows of the file read so far. */
  readonly position: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  /** Companies that the register held and a complete stock has no longer. */
  readonly removed: number
}

export interface StartedImport {
  readonly checksum: string
  readonly kind: ImportKind
  readonly run: number
  readonly isDone: boolean
  /** There was something before it. */
  readonly compares: boolean
  readonly counts: ImportCounts
}

const nobody = wholeAccount(0)
const counted = ['position', 'added', 'changed', 'unchanged', 'refused', 'removed'] as const
const uniqueViolation = '23505'

/** A file not known yet starts from its beginning, any other from where it was left. */
export async function startImport(
  db: Db,
  { checksum, kind, fileName }: { checksum: string; kind: ImportKind; fileName: string },
): Promise<StartedImport> {
  const { state, run, compares, ...counts } = await db.write(nobody, async (tx) => {
    await patiently(tx)
    if (kind.source) await sql`select register_unindex(${kind.source})`.execute(tx)
    await tx
      .insertInto('register_import')
      .values({ checksum, kind: kind.name, file_name: fileName, compares: await kind.hasRows(tx) })
      .onConflict((conflict) => conflict.column('checksum').doNothing())
      .execute()
    return tx
      .selectFrom('register_import')
      .select(['state', 'run', 'compares', ...counted])
      .where('checksum', '=', checksum)
      .executeTakeFirstOrThrow()
  })
  return { checksum, kind, run, compares, isDone: state === 'DONE', counts }
}

export interface BatchToStore {
  readonly batch: Batch
  /** Where the batch before it ended. */
  readonly from: number
  readonly folds: boolean
}

/** Nothing was there before the first file of a kind; when something is after all, it is compared. */
export async function storeBatch(
  db: Db,
  started: StartedImport,
  toStore: BatchToStore,
): Promise<ImportCounts> {
  if (started.compares) return writeBatch(db, started, toStore, false)
  try {
    return await writeBatch(db, started, toStore, true)
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error
    return writeBatch(db, started, toStore, false)
  }
}

/** The rows and how far they reach, in one transaction: whatever happens then, neither is kept without the other. */
function writeBatch(
  db: Db,
  { checksum, kind, run, compares }: StartedImport,
  { batch, from, folds }: BatchToStore,
  isFirst: boolean,
): Promise<ImportCounts> {
  return db.write(nobody, async (tx) => {
    await Promise.all([patiently(tx), sql`set local synchronous_commit = off`.execute(tx)])
    const none = { added: 0, changed: 0 }
    const { added, changed } =
      batch.lines.length > 0 ? await kind.write(tx, batch.lines.join('\n'), isFirst) : none
    const unchanged = batch.lines.length - added - changed
    if (kind.source && compares) await markSeen(tx, run, batch.keys)
    if (folds) await applyWordChanges(tx)
    const counts = await tx
      .updateTable('register_import')
      .set((old) => ({
        position: batch.position,
        added: old('added', '+', added),
        changed: old('changed', '+', changed),
        unchanged: old('unchanged', '+', unchanged),
        refused: old('refused', '+', batch.refused),
        newest: sql<Date>`greatest(newest, ${batch.newest}::timestamptz)`,
      }))
      .where('checksum', '=', checksum)
      .where('position', '=', from)
      .returning(counted)
      .executeTakeFirst()
    if (!counts) throw new RegisterFileError('Another process is importing this file at the same time.')
    return counts
  })
}

/** What can be said only at the end of the file. Everything until here is on disk once this is. */
export async function finish(
  db: Db,
  { checksum, kind, run, compares }: StartedImport,
  added: number,
): Promise<number> {
  const removed = await db.write(nobody, async (tx) => {
    await patiently(tx)
    const removedCount =
      kind.source && compares ? await removeUnseen(tx, { source: kind.source, run, added }) : 0
    await applyWordChanges(tx)
    if (kind.source) await sql`select register_index(${kind.source})`.execute(tx)
    await tx
      .updateTable('register_import')
      .set({ state: 'DONE', finished_at: sql`now()`, removed: removedCount })
      .where('checksum', '=', checksum)
      .execute()
    return removedCount
  })
  await db.write(nobody, async (tx) => {
    await patiently(tx)
    await sql`select register_settle()`.execute(tx)
  })
  return removed
}

/** An import is nobody's request: it may wait and take its time. */
async function patiently(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true)`.execute(
    tx,
  )
}
