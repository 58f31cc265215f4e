// What the operator sees of the jobs and does to them; see queue-tables.ts for why the private tables are read at all.
import { sql, type RawBuilder } from 'kysely'
import type { ReadTx, Tx } from '../db/index.ts'
import { superseded } from './queue-tables.ts'
import type { TaskName } from './tasks.ts'

/** `later`: its moment is to come, be it the first or, after a failure, the next. */
export const jobStates = ['waiting', 'later', 'running', 'failed'] as const
export type JobState = (typeof jobStates)[number]

const stateOf = sql<JobState>`case when job.locked_at is not null then 'running'
  when job.attempts >= job.max_attempts then 'failed'
  when job.run_at > now() then 'later' else 'waiting' end`
// Until the next sweep takes them away; they are nobody's failure.
const isCurrent = sql`(job.locked_at is not null or not ${sql.raw(superseded)})`
const accountOf = sql`(job.payload ->> 'accountId')::bigint`

/** Of a job, all but what it is about. */
export interface JobView {
  jobId: number
  task: string
  accountId: number | null
  state: JobState
  attempts: number
  maxAttempts: number
  createdAt: Date
  runAt: Date
  /** Its kind, code and place; see describeFault. */
  fault: string | null
  key: string | null
}

export interface JobFilter {
  readonly state?: JobState | undefined
  readonly task?: string | undefined
  readonly accountId?: number | undefined
  readonly jobIds?: readonly number[] | undefined
  readonly createdBefore?: Date | undefined
}

function conditionsOf({ state, task, accountId, jobIds, createdBefore }: JobFilter): RawBuilder<unknown> {
  return sql.join(
    [
      isCurrent,
      ...(state === undefined ? [] : [sql`${stateOf} = ${state}`]),
      ...(task === undefined ? [] : [sql`task.identifier = ${task}`]),
      ...(accountId === undefined ? [] : [sql`${accountOf} = ${accountId}`]),
      ...(jobIds === undefined ? [] : [sql`job.id = any(${[...jobIds]}::bigint[])`]),
      ...(createdBefore === undefined ? [] : [sql`job.created_at < ${createdBefore}`]),
    ],
    sql` and `,
  )
}

/** The oldest first; `after` is the number of the last one of the page before. */
export async function listJobs(
  tx: ReadTx,
  filter: JobFilter,
  { after, limit }: { after: number; limit: number },
): Promise<JobView[]> {
  const { rows } = await sql<JobView>`
    select job.id as "jobId", task.identifier as task, ${accountOf} as "accountId", ${stateOf} as state,
      job.attempts, job.max_attempts as "maxAttempts", job.created_at as "createdAt", job.run_at as "runAt",
      left(split_part(job.last_error, E'\n', 1), 200) as fault, job.key
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.id > ${after} and ${conditionsOf(filter)}
    order by job.id limit ${limit}`.execute(tx)
  return rows
}

/** What an act on jobs changed. */
export interface ChangedJob {
  jobId: number
  task: string
  accountId: number | null
  mailId: number | null
}

const changed = sql`job.id as "jobId", task.identifier as task, ${accountOf} as "accountId",
  (job.payload ->> 'mailId')::bigint as "mailId"`

/** As if they had just been queued; those that run are left alone. */
export async function retryJobs(tx: Tx, filter: JobFilter): Promise<ChangedJob[]> {
  const { rows } = await sql<ChangedJob>`
    update graphile_worker._private_jobs job set run_at = now(), attempts = 0, updated_at = now()
    from graphile_worker._private_tasks task
    where task.id = job.task_id and job.locked_at is null and ${conditionsOf(filter)}
    returning ${changed}`.execute(tx)
  if (rows.length > 0)
    await sql`select pg_notify('jobs:insert', json_build_object('count', ${rows.length}::int)::text)`.execute(
      tx,
    )
  return rows
}

/** Those that run are left alone. */
export async function dropJobs(tx: Tx, filter: JobFilter): Promise<ChangedJob[]> {
  const { rows } = await sql<ChangedJob>`
    delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
    where task.id = job.task_id and job.locked_at is null and ${conditionsOf(filter)}
    returning ${changed}`.execute(tx)
  return rows
}

/** For a copy that no worker works on: whoever held its jobs does so in the installation that was copied. */
export async function freeCopiedJobs(tx: Tx): Promise<void> {
  await sql`delete from worker_lease`.execute(tx)
  await sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where locked_at is not null`.execute(tx)
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at is not null`.execute(tx)
}

export interface TaskCounts {
  task: string
  waiting: number
  later: number
  running: number
  failed: number
  /** Age of the oldest job that could run and does not. */
  oldestWaitingSeconds: number
}

/** By task, for those that have any job. */
export async function countJobsByTask(tx: ReadTx): Promise<TaskCounts[]> {
  const { rows } = await sql<TaskCounts>`
    select task.identifier as task,
      count(*) filter (where ${stateOf} = 'waiting')::int as waiting,
      count(*) filter (where ${stateOf} = 'later')::int as later,
      count(*) filter (where ${stateOf} = 'running')::int as running,
      count(*) filter (where ${stateOf} = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(job.run_at) filter (where ${stateOf} = 'waiting')), 0)::float8
        as "oldestWaitingSeconds"
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where ${isCurrent}
    group by task.identifier order by task.identifier`.execute(tx)
  return rows
}

/** Whether jobs of the account run or are due, those of the named tasks not counted. */
export async function jobsUnderWay(
  tx: ReadTx,
  accountId: number,
  except: readonly TaskName[],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where (job.locked_at is not null or (job.is_available and job.run_at <= now()))
        and (job.payload ->> 'accountId')::bigint = ${accountId}
        and task.identifier <> all(${[...except]}::text[])) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** When each task of the schedule was started last. */
export async function lastScheduled(tx: ReadTx): Promise<Map<string, Date>> {
  const { rows } = await sql<{ task: string; at: Date }>`
    select identifier as task, coalesce(last_execution, known_since) as at
    from graphile_worker._private_known_crontabs`.execute(tx)
  return new Map(rows.map(({ task, at }) => [task, at]))
}
