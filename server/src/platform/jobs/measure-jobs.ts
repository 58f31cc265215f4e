import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/index.ts'
import { countJobsByTask, jobStates, type TaskCounts } from './queue-view.ts'

const knownMs = 5_000

/** Jobs by state and by task. Tasks are words of ours, so there are as many series as tasks. */
export function measureJobs(registry: Registry, db: Pick<Db, 'system'>): void {
  let asked: { until: number; counts: Promise<TaskCounts[]> } | null = null
  const counts = async () => {
    // One question for all the gauges of a scrape.
    if (asked === null || asked.until < performance.now())
      asked = { until: performance.now() + knownMs, counts: db.system(countJobsByTask).catch(() => []) }
    return asked.counts
  }
  const gauge = (name: string, help: string, label: string, set: (of: Gauge, found: TaskCounts[]) => void) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [],
        async collect() {
          const found = await counts()
          this.reset()
          set(this, found)
        },
      }),
    )
  gauge('vigie_jobs', 'Jobs by state', 'state', (of, found) => {
    for (const state of jobStates)
      of.set(
        { state },
        found.reduce((sum, one) => sum + one[state], 0),
      )
  })
  gauge('vigie_jobs_failed', 'Jobs that used up their attempts, by task', 'task', (of, found) => {
    for (const { task, failed } of found) of.set({ task }, failed)
  })
  const oldest = 'Age of the oldest job that could run and does not, by task'
  gauge('vigie_jobs_oldest_waiting_seconds', oldest, 'task', (of, found) => {
    for (const { task, oldestWaitingSeconds } of found) of.set({ task }, oldestWaitingSeconds)
  })
}
