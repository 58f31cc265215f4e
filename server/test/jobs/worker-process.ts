// A worker in a process of its own, for tests that kill it. Arguments: the options as JSON.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { startWorker, type LeaseTimes } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'

export interface WorkerProcessOptions {
  url: string
  concurrency: number
  jobMs: number
  times: LeaseTimes
}

const { url, concurrency, jobMs, times } = JSON.parse(process.argv[2] ?? '') as WorkerProcessOptions

await startWorker({
  url,
  concurrency,
  times,
  schedule: [],
  clock: systemClock,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  handlers: {
    'mail.send': async ({ mailId }, { db }) => {
      const note = (phase: string) =>
        db.system((tx) => sql`insert into job_run values (${mailId}, ${process.pid}, ${phase})`.execute(tx))
      await note('started')
      await delay(jobMs)
      await note('done')
    },
  },
})
