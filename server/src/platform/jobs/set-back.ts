// What is put right after a clock was set back: these moments would else lie ahead for as long.
import type { Pool } from 'pg'

/** Jobs that were due before the database's clock was set back would wait until it is as late again. */
export async function hurryJobs(pool: Pool, dueBy: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set run_at = now()
     where locked_at is null and run_at > now() and run_at <= $1`,
    [dueBy],
  )
  return rowCount ?? 0
}

/**
 * A schedule remembers the last moment it fired for. After the clock was set back that lies ahead, and nothing would fire
 * until it is passed again, a day in the worst case. Firing a second time for a moment is harmless: every task may run twice.
 */
export async function rewindSchedules(pool: Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = $1 where last_execution > $1`,
    [now],
  )
  return rowCount ?? 0
}
