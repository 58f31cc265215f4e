import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { TaskName, Tasks } from './tasks.ts'

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
    payload => ${JSON.stringify(payload)}::json,
    queue_name => ${options.queueName ?? null}::text,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.jobKey ?? null}::text,
    priority => ${options.priority ?? null}::int)`.execute(tx)
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

/** The same if `condition` holds: one statement, which can travel behind another without a wait between them. */
export async function enqueueForAccountIf(
  tx: Tx,
  task: AccountTask,
  accountId: number,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`select id from graphile_worker.add_job(
    identifier => ${task}::text,
    payload => ${JSON.stringify({ accountId })}::json,
    job_key => ${accountJobKey(task, accountId)}::text) where ${condition}`.execute(tx)
}
