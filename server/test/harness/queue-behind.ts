import type { PoolClient } from 'pg'
import { vi } from 'vitest'
import type { TestDatabase } from './database.ts'

/**
 * Steers a race: takes a lock, starts each act once the one before it waits for that lock, then lets go. PostgreSQL
 * serves them in the order in which they came, so each act has begun before the first of them decides.
 */
export async function queueBehind<T>(
  t: Pick<TestDatabase, 'admin'>,
  lock: string,
  acts: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await t.admin.connect()
  const begun: Promise<T>[] = []
  try {
    await holder.query('begin')
    await holder.query(lock)
    const pid = await pidOf(holder)
    for (const act of acts) {
      const ended = act()
      begun.push(ended)
      const hasWaited = untilWaiting(t, begun.length, pid).then(() => true)
      const isSettled = ended.then(
        () => false,
        () => false,
      )
      if (!(await Promise.race([hasWaited, isSettled])))
        throw new Error(`Act ${begun.length} did not wait for: ${lock}`)
    }
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return Promise.all(begun)
}

/** Until so many connections to this database wait for a lock: for any, or for what one process of PostgreSQL holds. */
export async function untilWaiting(
  { admin }: Pick<TestDatabase, 'admin'>,
  count: number,
  holderPid?: number,
): Promise<void> {
  const waiting = holderPid === undefined ? waitingForAny : waitingBehind
  const values = holderPid === undefined ? [] : [holderPid]
  await vi.waitUntil(async () => ((await admin.query(waiting, values)).rowCount ?? 0) >= count, {
    timeout: 100_000,
    interval: 2,
  })
}

const waitingForAny = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

// Who comes second waits for the first of those who wait.
const waitingBehind = `
  with recursive queue as (
    select $1::int as pid
    union
    select a.pid from queue q join pg_stat_activity a on q.pid = any(pg_blocking_pids(a.pid))
    where a.wait_event_type = 'Lock')
  select from queue where pid <> $1`

/** The process that serves this connection. */
export async function pidOf(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
