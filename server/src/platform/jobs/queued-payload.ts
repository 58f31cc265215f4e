import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { TaskName, Tasks } from './tasks.ts'

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
