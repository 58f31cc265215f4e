// What waits while an account may not be used, and what becomes of it when that ends.
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '../db/index.ts'

export const suspendedFault = 'AccountSuspended'
const restMinutes = 5

/** The job goes back to the queue as if it had never been taken, and rests for some minutes. */
export async function putOffJob(pool: Pool, workerId: string, jobId: string): Promise<void> {
  await pool.query(
    `with put_off as (
       update graphile_worker._private_jobs set
         locked_at = null, locked_by = null, updated_at = now(), attempts = greatest(attempts - 1, 0),
         last_error = $3, run_at = now() + make_interval(mins => $4)
       where locked_by = $1 and id = $2
       returning job_queue_id)
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where locked_by = $1 and id in (select job_queue_id from put_off)`,
    [workerId, jobId, suspendedFault, restMinutes],
  )
}

/** What waited for the account goes on at once. */
export async function hurryPutOffJobs(tx: Tx, accountId: number): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now(), last_error = null
    where locked_at is null and last_error = ${suspendedFault} and payload ->> 'accountId' = ${String(accountId)}`.execute(
    tx,
  )
  await sql`select pg_notify('jobs:insert', '{"count": 1}')`.execute(tx)
}

/** Of an account that is being deleted. Those that are being worked on are left, and told how many they are. */
export async function dropAccountJobs(
  tx: Tx,
  { accountId, except }: { readonly accountId: number; readonly except: string },
): Promise<{ dropped: number; running: number }> {
  const { rows } = await sql<{ dropped: number; running: number }>`
    with own as (
      select job.id, job.locked_at from graphile_worker._private_jobs job
        join graphile_worker._private_tasks task on task.id = job.task_id
      where job.payload ->> 'accountId' = ${String(accountId)} and task.identifier <> ${except}
    ), dropped as (
      delete from graphile_worker._private_jobs job using own
      where own.id = job.id and own.locked_at is null returning job.id
    )
    select (select count(*)::int from dropped) as dropped,
      (select count(*)::int from own where locked_at is not null) as running`.execute(tx)
  return rows[0] ?? { dropped: 0, running: 0 }
}
