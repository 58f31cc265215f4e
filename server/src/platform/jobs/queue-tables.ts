// Speaks to Graphile Worker in SQL, as only join-waiting.ts, queue-view.ts and set-back.ts do besides: what puts jobs in,
// and what looks at its private tables. Leases, hand-backs, counts and jobs that wait once need more than its public functions give; queue-tables.test.ts fails when a
// new version changes what is relied on here.
import { sql, type RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '../db/index.ts'
import { tracing } from '../kernel/index.ts'
import type { DeadLease } from './lease-watch.ts'
import type { TaskName, Tasks } from './tasks.ts'

/** Graphile Worker shuts these with row security and no policy: only their owner could pass. */
export const queueTables = [
  '_private_jobs',
  '_private_job_queues',
  '_private_tasks',
  '_private_known_crontabs',
]

/** On every job that had a key: Graphile Worker takes the key away when the same is asked for again. */
const keyedFlag = 'keyed'

/**
 * A job whose key went over to a later one, while it ran or after it had failed. Graphile Worker uses up its attempts so
 * that it never runs again, and leaves it among the failed ones although its work is the other's now.
 */
export const superseded = `(job.key is null and job.attempts >= job.max_attempts
  and (coalesce(job.flags ? '${keyedFlag}', false) or (job.payload -> '_cron') is not null))`

export interface EnqueueOptions {
  runAt?: Date
  /** A waiting job with the same key is replaced, so that only the last request counts. */
  jobKey?: string
  maxAttempts?: number
  /** Jobs of one queue run one after the other. */
  queueName?: string
  /** Lower numbers go first. */
  priority?: number
}

/** Queues the task in the caller's transaction: the job exists if, and only if, its cause was committed. */
export async function enqueue<T extends TaskName>(
  tx: Tx,
  task: T,
  payload: Tasks[T],
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select id from graphile_worker.add_job(
    identifier => ${task}::text,
    payload => ${JSON.stringify({ ...payload, ...linkToCause() })}::json,
    queue_name => ${options.queueName ?? null}::text,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.jobKey ?? null}::text,
    priority => ${options.priority ?? null}::int,
    flags => ${options.jobKey === undefined ? null : [keyedFlag]}::text[])`.execute(tx)
}

/** A member that payloads may have besides: the span of the work that queued the job. */
export const causeMember = '_trace'

/** Where spans are recorded, a job says which work asked for it. */
function linkToCause(): { [causeMember]?: string } {
  const span = tracing.current
  return span === null ? {} : { [causeMember]: span.traceparent }
}

const withCause = ({ task, payload }: NewJob) => ({ task, payload: { ...payload, ...linkToCause() } })

export type NewJob = { [T in TaskName]: { readonly task: T; readonly payload: Tasks[T] } }[TaskName]

/**
 * Queues several tasks in one statement, each as `enqueue` would without options. Those that are one of many wait for the
 * next second to begin: whoever takes the first of them then takes them all (see join-waiting.ts).
 */
export async function enqueueTogether(
  tx: Tx,
  jobs: readonly NewJob[],
  { areOfMany = false }: { areOfMany?: boolean } = {},
): Promise<void> {
  const runAt = areOfMany ? sql`date_trunc('second', clock_timestamp()) + interval '1 second'` : sql`null`
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select (task, payload, null, ${runAt}, null, null, null, null)::graphile_worker.job_spec
    from json_to_recordset(${JSON.stringify(jobs.map(withCause))}::json) as given (task text, payload json)))`.execute(
    tx,
  )
}

/** The tasks that need to know the account and nothing else. */
type AccountTask = {
  [T in TaskName]: { accountId: number } extends Tasks[T] ? T : never
}[TaskName]

const accountJobKey = (task: AccountTask, accountId: number) => `${task}:${accountId}`

/** Queues a task of a whole account; however often that is asked for, it waits once. */
export async function enqueueForAccount(tx: Tx, task: AccountTask, accountId: number): Promise<void> {
  await enqueue(tx, task, { accountId }, { jobKey: accountJobKey(task, accountId) })
}

/**
 * The same where `condition` holds, as a statement that can travel behind another without a wait between them. A job
 * that waits already will do, and costs the writer next to nothing (decision 016): it is held until the commit, so that
 * no worker starts it and looks before there is anything to be seen.
 */
export function enqueueForAccountIf(
  task: AccountTask,
  accountId: number,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const jobKey = accountJobKey(task, accountId)
  return sql`
    with wanted as materialized (select where ${condition}),
    waiting as materialized (
      select job.id from graphile_worker._private_jobs job
      where job.key = ${jobKey} and job.locked_at is null and job.attempts = 0 and exists (select from wanted)
      for update)
    select (graphile_worker.add_job(
      identifier => ${task}::text,
      payload => ${JSON.stringify({ accountId })}::json,
      job_key => ${jobKey}::text,
      flags => ${[keyedFlag]}::text[])).id
    from wanted where not exists (select from waiting)`
}

interface SpacedOptions {
  /** The first runs this much later, each further one `everyMs` after the one before. */
  startMs: number
  everyMs: number
  priority: number
}

/** Queues many jobs of one kind in one statement, spread over time so that they do not all run at once. */
export async function enqueueMany<T extends TaskName>(
  tx: Tx,
  task: T,
  payloads: readonly Tasks[T][],
  { startMs, everyMs, priority }: SpacedOptions,
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select (${task}, payload, null, now() + make_interval(secs => (${startMs}::float8 + (nth - 1) * ${everyMs}::float8) / 1000),
      null, null, ${priority}::int, null)::graphile_worker.job_spec
    from json_array_elements(${JSON.stringify(payloads)}::json) with ordinality given (payload, nth)))`.execute(
    tx,
  )
}

/**
 * Frees the jobs of workers that stopped renewing and returns how many there were. The lost run counts as
 * an attempt, so a job that kills its worker ends among the failed ones instead of killing for ever; but
 * any job gets three runs before a death may end it. One that was asked for again meanwhile goes instead.
 */
export async function sweepDeadWorkers(
  pool: Pool,
  leaseMs: number,
  dead: readonly DeadLease[],
): Promise<number> {
  const { rowCount } = await pool.query(
    `with edge as (select now() - make_interval(secs => $1::float8 / 1000) as at),
     buried as (
       delete from worker_lease l using unnest($2::text[], $3::timestamptz[]) as d (worker_id, seen_at)
       where l.worker_id = d.worker_id and l.seen_at = d.seen_at
       returning l.worker_id),
     living as (select worker_id from worker_lease except select worker_id from buried),
     queues as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null from edge
       where locked_by in (select worker_id from buried)
         or (locked_at < edge.at and locked_by not in (select worker_id from living))),
     gone as (
       delete from graphile_worker._private_jobs job using edge
       where ${superseded} and (job.locked_at is null or job.locked_by in (select worker_id from buried)
         or (job.locked_at < edge.at and job.locked_by not in (select worker_id from living)))),
     freed as (
       update graphile_worker._private_jobs job set
         locked_at = null, locked_by = null, updated_at = now(),
         last_error = 'WorkerDied',
         max_attempts = greatest(max_attempts, least(attempts + 1, 3))
       from edge
       where not ${superseded} and (locked_by in (select worker_id from buried)
         or (locked_at < edge.at and locked_by not in (select worker_id from living)))
       returning id)
     select from freed`,
    [leaseMs, dead.map(({ workerId }) => workerId), dead.map(({ seenAt }) => seenAt)],
  )
  const freed = rowCount ?? 0
  if (freed > 0) await wakeWorkers(pool, freed)
  return freed
}

/** Whether a job that is being worked on was asked for again: what becomes of it matters no more. */
export async function isSuperseded(pool: Pool, jobId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from graphile_worker._private_jobs job where job.id = $1 and ${superseded}`,
    [jobId],
  )
  return rowCount === 1
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
  const { rowCount } = await pool.query(
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
     select from freed`,
    [workerId, jobIds, leaseMs],
  )
  const freed = rowCount ?? 0
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

async function wakeWorkers(pool: Pool, count: number): Promise<void> {
  await pool.query(`select pg_notify('jobs:insert', json_build_object('count', $1::int)::text)`, [count])
}

/** Somebody behind this company was named anew: once, however many changes come together. */
export async function enqueueScreening(
  tx: Tx,
  { accountId }: { readonly accountId: number },
  thirdpartyId: number,
): Promise<void> {
  const run = { accountId, thirdpartyIds: [thirdpartyId], trigger: 'SUBJECT_CHANGED' as const }
  await enqueue(tx, 'screening.run', run, { jobKey: `screening.run:${accountId}:${thirdpartyId}` })
}

/** Something came up about these companies that may reopen what was decided about them. */
export async function enqueueReview(
  tx: Tx,
  { accountId }: { readonly accountId: number },
  thirdpartyIds: readonly number[],
): Promise<void> {
  const [first] = thirdpartyIds
  if (first === undefined) return
  // As with indicators: writers of one company ask once, and strangers do not wait for one another.
  const options = thirdpartyIds.length === 1 ? { jobKey: `relationships.review:${accountId}:${first}` } : {}
  await enqueue(tx, 'relationships.review', { accountId, thirdpartyIds: [...thirdpartyIds] }, options)
}
