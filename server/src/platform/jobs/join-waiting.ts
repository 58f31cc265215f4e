// The second file that speaks to Graphile Worker in SQL, beside queue-tables.ts: one run for many jobs that ask the same.
import type { Pool } from 'pg'
import { causeMember } from './queue-tables.ts'

/** Tasks that each writer queues for its own company, and that cost little more for hundreds of them. */
const joinable = new Set(['rules.apply', 'screening.run'])
const mostJoined = 500
// What was parted once is never joined again: among them is one that fails.
const partedPriority = 1

export interface RunningJob {
  readonly jobId: string
  readonly task: string
  readonly attempt: number
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * Gives a job that begins the companies of the jobs that wait for the same, which go: however many writers there are,
 * the workers follow. One statement, so whatever dies in between, each company is still asked for once. Returns the
 * payload to run with.
 */
export async function joinWaiting(pool: Pool, running: RunningJob): Promise<RunningJob['payload']> {
  const { jobId, task, attempt, payload } = running
  if (!joinable.has(task) || attempt > 1 || companiesOf(payload).length !== 1) return payload
  const { thirdpartyIds: _own, ...same } = payload
  const { rows } = await pool.query<{ payload: RunningJob['payload'] }>({
    name: 'vigie_join_waiting',
    text: `with waiting as materialized (
       select job.id, job.payload -> 'thirdpartyIds' -> 0 as company
       from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = $2 and job.is_available and job.attempts = 0 and job.run_at <= now()
         and job.key is null and job.job_queue_id is null and job.priority = 0
         and job.payload::jsonb - '{thirdpartyIds,${causeMember}}'::text[] = $3::jsonb
         and case json_typeof(job.payload -> 'thirdpartyIds') when 'array'
           then json_array_length(job.payload -> 'thirdpartyIds') = 1 end
       order by job.id limit $4 for update of job skip locked),
     own as materialized (
       select job.id from graphile_worker._private_jobs job
       where job.id = $1 and job.attempts = 1 and job.locked_at is not null and exists (select from waiting)
       for update),
     gone as (
       delete from graphile_worker._private_jobs job using waiting, own where job.id = waiting.id
       returning waiting.company)
     update graphile_worker._private_jobs job
     set payload = jsonb_set(job.payload::jsonb, '{thirdpartyIds}', (
       select jsonb_agg(distinct company) from (
         select company::jsonb from gone
         union all select job.payload::jsonb -> 'thirdpartyIds' -> 0) companies))::json
     from own where job.id = own.id
     returning (job.payload::jsonb - '${causeMember}') as payload`,
    values: [jobId, task, JSON.stringify(same), mostJoined],
  })
  return rows[0]?.payload ?? payload
}

/**
 * After a failure: the run goes back to the one company it began with, and each of the others gets a job of its own, so
 * that one that cannot be served keeps no other waiting.
 */
export async function partJoined(
  pool: Pool,
  { jobId, task, payload }: RunningJob,
  joined: RunningJob['payload'],
): Promise<void> {
  const [own] = companiesOf(payload)
  const others = companiesOf(joined).filter((thirdpartyId) => thirdpartyId !== own)
  const payloads = others.map((thirdpartyId) => ({ ...payload, thirdpartyIds: [thirdpartyId] }))
  await pool.query(
    `with own as (
       update graphile_worker._private_jobs job set payload = $2::json
       where job.id = $1 and job.payload::jsonb - '${causeMember}' = $3::jsonb returning job.id)
     select count(*) from own, lateral graphile_worker.add_jobs(array(
       select ($4, given, null, null, null, null, $5::smallint, null)::graphile_worker.job_spec
       from json_array_elements($6::json) given))`,
    [jobId, JSON.stringify(payload), JSON.stringify(joined), task, partedPriority, JSON.stringify(payloads)],
  )
}

function companiesOf({ thirdpartyIds }: RunningJob['payload']): readonly unknown[] {
  return Array.isArray(thirdpartyIds) ? thirdpartyIds : []
}
