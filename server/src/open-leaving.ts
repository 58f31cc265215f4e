import type { Config } from './config.ts'
import { exportsRoutes, expireExports, makeExport } from './domain/leaving/index.ts'
import type { Db } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import { accountRoutes, type HttpApp } from './platform/http/index.ts'
import type { Handlers, ScheduleItem } from './platform/jobs/index.ts'
import type { CheckpointKeeping } from './platform/journal/index.ts'
import { jobScope } from './platform/kernel/index.ts'
import { version } from './version.ts'

/** How an account takes everything with it, and goes. */
export function addLeaving(
  app: HttpApp,
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
): void {
  accountRoutes(app, exportsRoutes({ db, store }))
}

export const leavingSchedule: readonly ScheduleItem[] = [
  { task: 'leaving.run', payload: {}, pattern: '3,13,23,33,43,53 * * * *', catchUpMs: 600_000 },
]

interface LeavingDeps {
  readonly config: Config
  readonly store: ObjectStore
  readonly publicUrl: string | null
  readonly checkpoints: CheckpointKeeping | null
  readonly accountIds: (db: Db) => Promise<number[]>
}

type LeavingTask = 'leaving.export' | 'leaving.run'

export function leavingTasks({
  config,
  store,
  publicUrl,
  checkpoints,
  accountIds,
}: LeavingDeps): Pick<Handlers, LeavingTask> {
  const signer = checkpoints?.signer ?? null
  return {
    'leaving.export': makeExport({ store, version, keepDays: config.leaving.exportDays, publicUrl, signer }),
    'leaving.run': async (_payload, { db, signal }) => {
      for (const accountId of await accountIds(db)) {
        signal.throwIfAborted()
        await expireExports(db, store, jobScope(accountId, 'leaving.run'))
      }
    },
  }
}
