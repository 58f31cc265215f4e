import { loadConfig } from '../../src/config.ts'
import type { AskProvider } from '../../src/domain/datahub/index.ts'
import {
  createBundledProviders,
  references,
  type AnnouncementProvider,
} from '../../src/domain/references/index.ts'
import { openInvitations } from '../../src/open-invitations.ts'
import type { Handler, TaskName, Tasks } from '../../src/platform/jobs/index.ts'
import type { CheckpointKeeping } from '../../src/platform/journal/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { handlersOf } from '../../src/worker.ts'
import { testPublicUrl } from '../harness/app.ts'
import type { TestApp } from '../harness/index.ts'
import { runTask } from '../responses/run-jobs.ts'

interface HandWorkerOptions {
  readonly environment?: Record<string, string>
  readonly announcements?: AnnouncementProvider
  readonly askProvider?: AskProvider
  readonly checkpoints?: CheckpointKeeping
}

export interface HandWorker {
  /** One job, whether it was queued or not. */
  run<T extends TaskName>(task: T, payload: Tasks[T]): Promise<void>
  /** Takes what the account has queued, one job after the other, until nothing is left. */
  workOff(accountId: number): Promise<string[]>
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const mostJobs = 1_000
// They have a worker of their own.
const notOurs: readonly TaskName[] = ['webhooks.deliver']

/** Every task of the product as its worker binds it, each run when the test says so. */
export function handWorker(t: TestApp, options: HandWorkerOptions = {}): HandWorker {
  // A page takes seconds; the reading of scans has tests of its own.
  const settings = { PUBLIC_URL: testPublicUrl, OCR_LANGUAGES: 'none' }
  const config = loadConfig({ ...settings, ...options.environment })
  const { store, secretKey } = t
  const handlers = handlersOf({
    config,
    appUrl: t.appUrl,
    clock: systemClock,
    references: references(createBundledProviders(), null),
    announcements: options.announcements ?? null,
    ...(options.askProvider && { askProvider: options.askProvider }),
    ...(options.checkpoints && { checkpoints: options.checkpoints }),
    store,
    invitations: openInvitations({ config, publicUrl: testPublicUrl, secretKey }),
    log: quiet,
  })
  const run = (task: TaskName, payload: unknown) =>
    runTask(t, task, handlers[task as keyof typeof handlers] as Handler<TaskName>, payload as never)
  return {
    run,
    workOff: async (accountId) => {
      const ran: string[] = []
      for (;;) {
        const job = await takeJob(t, accountId)
        if (!job) return ran
        if (ran.push(job.task) > mostJobs) throw new Error(`No end of jobs: ${ran.slice(-5).join(', ')}`)
        await run(job.task, job.payload)
      }
    },
  }
}

/** The oldest; the journey of a sandbox waits for all others. */
async function takeJob({ admin }: TestApp, accountId: number) {
  const { rows } = await admin.query<{ task: TaskName; payload: unknown }>(
    `with next as (
       select j.id, t.identifier from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where (j.payload ->> 'accountId')::bigint = $1 and t.identifier <> all($2)
       order by t.identifier = 'sandbox.advance', j.id limit 1)
     delete from graphile_worker._private_jobs j using next where j.id = next.id
     returning next.identifier as task, j.payload`,
    [accountId, notOurs],
  )
  return rows[0]
}
