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
    for (const act of acts) {
      const ended = act()
      begun.push(ended)
      const hasWaited = untilWaiting(t, begun.length).then(() => true)
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

/** Until so many connections to this database wait for a lock. */
export async function untilWaiting({ admin }: Pick<TestDatabase, 'admin'>, count: number): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitUntil(async () => ((await admin.query(waiting)).rowCount ?? 0) >= count, {
    timeout: 100_000,
    interval: 2,
  })
}
