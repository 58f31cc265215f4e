import type { ClientBase, Pool } from 'pg'
import type { Db } from './database.ts'
import type { ReadTx } from './transaction.ts'

/** Why this database does nothing by itself: it is a copy that nobody has released yet. */
export interface Quarantine {
  /** What was sent after this moment is not known here. */
  readonly copyTakenAt: Date
  readonly restoredAt: Date
}

/**
 * As the owner of the tables, before any process of ours can find the copy. False when the copy is of a version that
 * knew no quarantine yet.
 */
export async function quarantineDatabase(
  client: ClientBase,
  { copyTakenAt, restoredAt }: Quarantine,
): Promise<boolean> {
  const { rowCount } = await client.query(`select where to_regclass('vigie.quarantine') is not null`)
  if (rowCount === 0) return false
  await client.query(
    `insert into vigie.quarantine (copy_taken_at, restored_at) values ($1, $2)
     on conflict (only_row) do update set copy_taken_at = excluded.copy_taken_at, restored_at = excluded.restored_at`,
    [copyTakenAt, restoredAt],
  )
  return true
}

export async function findQuarantine(tx: ReadTx): Promise<Quarantine | null> {
  const row = await tx
    .selectFrom('quarantine')
    .select(['copy_taken_at as copyTakenAt', 'restored_at as restoredAt'])
    .executeTakeFirst()
  return row ?? null
}

/** For workers, which have nothing but their pool while they wait. */
export async function isQuarantined(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from vigie.quarantine')
  return rowCount === 1
}

interface Known {
  readonly until: number
  readonly found: Promise<Quarantine | null>
}

const knownMs = 2_000
const known = new WeakMap<object, Known>()

/** As it was at most two seconds ago: whoever asks at each request pays for few of the answers. */
export function currentQuarantine(db: Pick<Db, 'system'>): Promise<Quarantine | null> {
  const last = known.get(db)
  if (last !== undefined && last.until > performance.now()) return last.found
  const found = db.system(findQuarantine)
  known.set(db, { until: performance.now() + knownMs, found })
  // Without an answer nothing is known: the next one asks again.
  found.catch(() => known.delete(db))
  return found
}

/** For a process that changed it itself. */
export function forgetQuarantine(db: Pick<Db, 'system'>): void {
  known.delete(db)
}
