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

/**
 * Frees the jobs of workers that stopped renewing and returns how many there were. The lost run counts as
 * an attempt, so a job that kills its worker ends among the failed ones instead of killing for ever; but
 * any job gets three runs before a death may end it.
 */
export async function sweepDeadWorkers(pool: Pool, leaseMs: number): Promise<number> {
  const { rows } = await pool.query<{ freed: number }>(
    `with edge as (select now() - make_interval(secs => $1::float8 / 1000) as at),
     living as (select worker_id from worker_lease, edge where seen_at >= edge.at),
     buried as (delete from worker_lease using edge where seen_at < edge.at),
     queues as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null from edge
       where locked_at < edge.at and locked_by not in (select worker_id from living)),
     freed as (
       update graphile_worker._private_jobs set
         locked_at = null, locked_by = null, updated_at = now(),
         last_error = 'WorkerDied',
         max_attempts = greatest(max_attempts, least(attempts + 1, 3))
       from edge
       where locked_at < edge.at and locked_by not in (select worker_id from living)
       returning id)
     select count(*)::int as freed from freed`,
    [leaseMs],
  )
  const freed = rows[0]?.freed ?? 0
  if (freed > 0) await wakeWorkers(pool, freed)
  return freed
}

/**
 * Frees what this worker holds without knowing it: the answer that gave it the job was lost with a connection. As the
 * worker lives, no other one would take the job over.
 */
export async function freeForgottenJobs(
  pool: Pool,
  workerId: string,
  { jobIds, leaseMs }: { jobIds: string[]; leaseMs: number },
): Promise<number> {
  const { rows } = await pool.query<{ freed: number }>(
    `with edge as (select now() - make_interval(secs => $3::float8 / 1000) as at),
     freed as (
       update graphile_worker._private_jobs set
         locked_at = null, locked_by = null, updated_at = now(), attempts = greatest(attempts - 1, 0)
       from edge
       where locked_by = $1 and locked_at < edge.at and id <> all($2::bigint[])
       returning id, job_queue_id),
     queues as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_by = $1 and id in (select job_queue_id from freed))
     select count(*)::int as freed from freed`,
    [workerId, jobIds, leaseMs],
  )
  const freed = rows[0]?.freed ?? 0
  if (freed > 0) await wakeWorkers(pool, freed)
  return freed
}

/**
 * For a stop: gives back what this worker still holds, as if it had never been taken. A single job goes back while
 * the worker is still stopping: it rests for a second, or the same worker might take it again, and the end of the
 * first run would be reported of the second.
 */
export async function handBackJobs(pool: Pool, workerId: string, jobId: string | null): Promise<number> {
  const { rowCount } = await pool.query(
    `with queues as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_by = $1 and $2::bigint is null)
     update graphile_worker._private_jobs set
       locked_at = null, locked_by = null, updated_at = now(), attempts = greatest(attempts - 1, 0),
       run_at = case when $2::bigint is null then run_at else greatest(run_at, now() + interval '1 second') end
     where locked_by = $1 and ($2::bigint is null or id = $2)`,
    [workerId, jobId],
  )
  const returned = rowCount ?? 0
  if (returned > 0 && jobId === null) await wakeWorkers(pool, returned)
  return returned
}

export async function endLease(pool: Pool, workerId: string): Promise<void> {
  await pool.query('delete from worker_lease where worker_id = $1', [workerId])
}

async function wakeWorkers(pool: Pool, count: number): Promise<void> {
  await pool.query(`select pg_notify('jobs:insert', json_build_object('count', $1::int)::text)`, [count])
}
