import type { Pool } from 'pg'

export interface LeaseTimes {
  /** How often a worker says that it lives. */
  renewMs: number
  /** After this long without a word it is held to be dead. */
  leaseMs: number
  /** How often each worker looks for the jobs of the dead. */
  sweepMs: number
  /** How long a waiting worker sleeps at most before it looks for a job again. */
  pollMs: number
}

export const defaultLeaseTimes: LeaseTimes = {
  renewMs: 10_000,
  leaseMs: 30_000,
  sweepMs: 10_000,
  pollMs: 2_000,
}

/** The longest a job of a dead worker can lie about before another one takes it. */
export function longestTakeOverMs(times: LeaseTimes): number {
  return times.leaseMs + times.sweepMs + times.pollMs
}

// Every moment below is the database's, so the clocks of the worker machines do not matter.

export async function renewLease(pool: Pool, workerId: string): Promise<void> {
  await pool.query(
    `insert into worker_lease (worker_id) values ($1)
     on conflict (worker_id) do update set seen_at = now()`,
    [workerId],
  )
}

export async function endLease(pool: Pool, workerId: string): Promise<void> {
  await pool.query('delete from worker_lease where worker_id = $1', [workerId])
}
