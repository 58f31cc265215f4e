import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { TaskName } from './tasks.ts'

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
