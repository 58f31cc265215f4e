// A worker in a process of its own that imports files, for tests that kill it. Arguments: the options as JSON.
import { importThirdParties } from '../../src/domain/imports/index.ts'
import { references } from '../../src/domain/references/index.ts'
import { startWorker, type LeaseTimes } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'

export interface ImportWorkerOptions {
  url: string
  times: LeaseTimes
}

const { url, times } = JSON.parse(process.argv[2] ?? '') as ImportWorkerOptions

await startWorker({
  url,
  times,
  concurrency: 1,
  schedule: [],
  clock: systemClock,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  handlers: {
    // No register to ask: every company waits for one.
    'thirdparties.import': importThirdParties({ references: references([]), maxRows: 100_000 }),
  },
})
