import {
  continueLongMigrations,
  longMigrations,
  withClient,
  withOwner,
  type LongMigration,
} from './platform/db/index.ts'
import type { Handler } from './platform/jobs/index.ts'

export interface LongMigrationDeps {
  /** As who migrates; null where only the application's role is known. */
  readonly adminUrl: string | null
  /** Instead of those of this version. */
  readonly long?: readonly LongMigration[]
}

// The clock starts the next run each minute: a worker has other jobs, and one that is told to stop does so soon.
const sliceMs = 50_000

/** One process at a time works on what is not finished, batch by batch. */
export function continueMigrations(deps: LongMigrationDeps): Handler<'migrations.continue'> {
  const { adminUrl, long = longMigrations } = deps
  return async (_payload, { db, log, signal }) => {
    if (adminUrl === null || long.length === 0) return
    const names = long.map(({ name }) => name)
    const open = await db.system((tx) =>
      tx
        .selectFrom('long_migration')
        .select('name')
        .where('name', 'in', names)
        .where('finished_at', 'is', null)
        .limit(1)
        .executeTakeFirst(),
    )
    if (open === undefined) return
    const until = performance.now() + sliceMs
    await withOwner(adminUrl, async (owner) => {
      const cancel = await prepareCancel(adminUrl, owner)
      signal.addEventListener('abort', cancel, { once: true })
      try {
        await continueLongMigrations(owner, long, {
          mayGoOn: () => !signal.aborted && performance.now() < until,
          onProgress: (step) => log.info({}, step),
        })
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    })
  }
}

/** An index of a large table takes longer than a worker that stops can wait for. */
async function prepareCancel(
  adminUrl: string,
  owner: { query(text: string): Promise<{ rows: { pid: number }[] }> },
): Promise<() => void> {
  const { rows } = await owner.query('select pg_backend_pid() as pid')
  return () => {
    withClient(adminUrl, (client) => client.query('select pg_cancel_backend($1)', [rows[0]?.pid])).catch(
      () => undefined,
    )
  }
}
