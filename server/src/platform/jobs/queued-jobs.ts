import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { TaskName, Tasks } from './tasks.ts'

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

/** What the job of this key, waiting or running, is about; null when there is none. */
export async function queuedPayload<T extends TaskName>(
  tx: ReadTx,
  task: T,
  jobKey: string,
): Promise<Tasks[T] | null> {
  const { rows } = await sql<{ payload: Tasks[T] }>`
    select job.payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.key = ${jobKey} and task.identifier = ${task}`.execute(tx)
  return rows[0]?.payload ?? null
}
