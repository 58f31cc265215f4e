import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'

export interface FailedJob {
  jobId: number
  task: string
  payload: unknown
  attempts: number
  fault: string | null
  failedAt: Date
}

/** Jobs that used up their attempts: kept until someone looks. Newest first. */
export async function failedJobs(tx: ReadTx, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select job.id as "jobId", task.identifier as task, job.payload, job.attempts,
      job.last_error as fault, job.updated_at as "failedAt"
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.locked_at is null and job.attempts >= job.max_attempts
    order by job.updated_at desc, job.id desc
    limit ${limit}`.execute(tx)
  return rows
}

export interface JobCounts {
  waiting: number
  running: number
  failed: number
  /** Age of the oldest job that could run and does not, in seconds. */
  oldestWaitingSeconds: number
}

export async function countJobs(tx: ReadTx): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select
      count(*) filter (where is_available)::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float8
        as "oldestWaitingSeconds"
    from graphile_worker._private_jobs`.execute(tx)
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, oldestWaitingSeconds: 0 }
}
