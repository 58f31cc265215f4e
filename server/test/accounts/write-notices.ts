import { sendPersonNotice } from '../../src/domain/accounts/index.ts'
import type { Tasks } from '../../src/platform/jobs/index.ts'
import type { Clock } from '../../src/platform/kernel/index.ts'
import type { TestDatabase } from '../harness/database.ts'

/** Writes the mails to people that wait for a job, as a worker would. */
export async function writeNotices(
  { admin, db }: Pick<TestDatabase, 'admin' | 'db'>,
  clock: Clock,
  publicUrl: string,
): Promise<void> {
  const { rows } = await admin.query<{ payload: Tasks['people.notify'] }>(
    `with taken as (
       delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'people.notify' returning j.id, j.payload)
     select payload from taken order by id`,
  )
  for (const { payload } of rows) await sendPersonNotice(publicUrl)(payload, { db, clock } as never)
}
