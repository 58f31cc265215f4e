import type { ReadTx } from '../../src/platform/db/index.ts'
import { countJobsByTask, type TaskCounts } from '../../src/platform/jobs/index.ts'

/** Of all tasks together; what waits for its moment waits as well. */
export async function countJobs(tx: ReadTx) {
  const counts = await countJobsByTask(tx)
  const sum = (of: (one: TaskCounts) => number) => counts.reduce((total, one) => total + of(one), 0)
  return {
    waiting: sum(({ waiting, later }) => waiting + later),
    running: sum(({ running }) => running),
    failed: sum(({ failed }) => failed),
  }
}
