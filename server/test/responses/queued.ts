import type { Handler, TaskName, Tasks } from '../../src/platform/jobs/index.ts'
import { jobScope, systemClock } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'

/** What waits for the worker under this name for the account, the oldest first. */
export async function queued<T extends TaskName>(
  t: TestApp,
  accountId: number,
  task: T,
): Promise<Tasks[T][]> {
  const { rows } = await t.admin.query<{ payload: Tasks[T] }>(
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 and (j.payload ->> 'accountId')::bigint = $2 order by j.id`,
    [task, accountId],
  )
  return rows.map(({ payload }) => payload)
}

/** Runs a task as the worker does. */
export function runTask<T extends TaskName>(
  t: TestApp,
  task: T,
  handler: Handler<T>,
  payload: Tasks[T] & { accountId: number },
): Promise<void> {
  const quiet = () => undefined
  const context = {
    db: t.db,
    clock: systemClock,
    scope: jobScope(payload.accountId, task),
    signal: new AbortController().signal,
    attempt: 1,
    isLastAttempt: false,
    log: { info: quiet, warn: quiet, error: quiet, debug: quiet },
  }
  return handler(payload, context as unknown as Parameters<Handler<T>>[1])
}
