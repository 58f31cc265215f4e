import type { Config } from './config.ts'
import type { AccountsService } from './domain/accounts/index.ts'
import {
  deleteAccount,
  enqueueDeletion,
  expireExports,
  exportsRoutes,
  keepProofs,
  leavingRoutes,
  makeExport,
} from './domain/leaving/index.ts'
import { unusableAccounts, type Db } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import { accountRoutes, type HttpApp } from './platform/http/index.ts'
import type { Handlers, ScheduleItem } from './platform/jobs/index.ts'
import type { CheckpointKeeping } from './platform/journal/index.ts'
import { jobScope, type Clock } from './platform/kernel/index.ts'
import { version } from './version.ts'

interface LeavingRoutes {
  readonly config: Config
  readonly db: Db
  readonly store: ObjectStore
  readonly clock: Clock
  readonly publicUrl: string
  readonly authenticator: AccountsService['authenticator']
}

/** How an account takes everything with it, and goes. */
export function addLeaving(app: HttpApp, { config, store, ...deps }: LeavingRoutes): void {
  accountRoutes(app, exportsRoutes({ db: deps.db, store }))
  accountRoutes(app, leavingRoutes({ ...deps, ...config.leaving }))
}

export const leavingSchedule: readonly ScheduleItem[] = [
  { task: 'leaving.run', payload: {}, pattern: '3,13,23,33,43,53 * * * *', catchUpMs: 600_000 },
]

interface LeavingDeps {
  readonly config: Config
  readonly store: ObjectStore
  readonly publicUrl: string | null
  /** Without it nobody can sign what was deleted, so nothing is. */
  readonly checkpoints: CheckpointKeeping | null
}

type LeavingTask = 'leaving.export' | 'leaving.delete' | 'leaving.run'

export function leavingTasks(deps: LeavingDeps): Pick<Handlers, LeavingTask> {
  const { config, store, publicUrl, checkpoints } = deps
  const signer = checkpoints?.signer ?? null
  return {
    'leaving.export': makeExport({ store, version, keepDays: config.leaving.exportDays, publicUrl, signer }),
    'leaving.delete': checkpoints ? deleteAccount({ store, checkpoints }) : async () => undefined,
    'leaving.run': async (_payload, { db, clock, signal }) => {
      for (const accountId of await everyAccount(db)) {
        signal.throwIfAborted()
        await expireExports(db, store, jobScope(accountId, 'leaving.run'))
      }
      // Should the job of a deletion ever be lost, the account would stay half there.
      for (const accountId of await findDue(db)) {
        await db.system((tx) => enqueueDeletion(tx, accountId, clock.now()))
      }
      if (checkpoints) await keepProofs(db, checkpoints.folder)
    },
  }
}

async function findDue(db: Db): Promise<number[]> {
  const rows = await db.system((tx) =>
    tx
      .selectFrom('account_standing')
      .select('account_id')
      .where('deletion_due_at', '<=', (value) => value.fn<Date>('now'))
      .execute(),
  )
  return rows.map((row) => row.account_id)
}

export async function everyAccount(db: Db): Promise<number[]> {
  const rows = await db.system((tx) =>
    tx.selectFrom('account').select('account_id').orderBy('account_id').execute(),
  )
  return rows.map((row) => row.account_id)
}

/** Those that may be used: what is done for all accounts leaves the others alone. */
export async function usableAccounts(db: Db): Promise<number[]> {
  const unusable = await unusableAccounts(db)
  return (await everyAccount(db)).filter((accountId) => !unusable.has(accountId))
}
