import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { TaskName, Tasks } from './tasks.ts'

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
