import { sql } from 'kysely'
import { recordExport } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import { StoreFull, StoreUnavailable, type ObjectStore } from '../../platform/files/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { makeCheckpoint, type CheckpointSigner } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { createArchiveSink, type ArchiveSink } from './archive-sink.ts'
import { mailExportReady, mailExportFailed } from './export.mail.ts'
import {
  failExport,
  noteExport,
  startExport,
  type ExportFault,
  type ExportTicket,
} from './exports.queries.ts'
import { writeAccountExport, type ExportTotals } from './write-export.ts'

export interface ExportDeps {
  readonly store: ObjectStore
  readonly version: string
  /** For how many days an export is kept. */
  readonly keepDays: number
  readonly publicUrl: string | null
  /** Signs where the journal stands; without it the export has the checkpoints that were made before. */
  readonly signer: CheckpointSigner | null
}

/** The account is being deleted, or the export was given up: nobody waits for it any more. */
class ExportOver extends Error {
  constructor() {
    super('The export is not wanted any more: its account is being deleted.')
  }
}

/** Makes the archive of an export. Run a second time, after a kill, it removes what the first left and begins anew. */
export const makeExport =
  (deps: ExportDeps): Handler<'leaving.export'> =>
  async ({ accountId, exportId }, { db, scope, clock, signal, isLastAttempt, log }) => {
    const ticket = { accountId, exportId, units: 'ALL' } as const
    const started = await db.write(scope, (tx) => startExport(tx, ticket))
    if (!started) return
    for (const key of started.draftKeys) await deps.store.delete(key)
    const drafts = createDrafts(db, scope, ticket)
    try {
      if (deps.signer) await makeCheckpoint(db, scope, deps.signer)
      const sink = createArchiveSink({
        store: deps.store,
        accountId,
        modifiedAt: clock.now(),
        beforePut: (key) => drafts.add(key),
      })
      const onProgress = progressNotes(db, { scope, ticket, signal })
      const job = { db, accountId, version: deps.version, exportedAt: clock.now(), onProgress }
      const totals = await writeAccountExport(job, sink)
      await keepArchive(deps, { db, scope, ticket, sink, totals })
    } catch (error) {
      await drafts.remove(deps.store)
      const fault = faultOf(error, isLastAttempt && !signal.aborted)
      if (error instanceof ExportOver) return log.info({ exportId }, error.message)
      if (fault === null) throw error
      await db.write(scope, async (tx) => {
        await failExport(tx, ticket, fault)
        await mailExportFailed(tx, scope, { exportId, fault, publicUrl: deps.publicUrl })
      })
      log.error({ exportId, fault }, 'an account export could not be made')
    }
  }

/** What ends the export for good; null for what another attempt may mend. */
function faultOf(error: unknown, isLast: boolean): ExportFault | null {
  if (error instanceof StoreFull) return 'STORE_FULL'
  if (!isLast) return null
  return error instanceof StoreUnavailable ? 'STORE_UNAVAILABLE' : 'GIVEN_UP'
}

/** The objects of an export under way, known to the database before they are put. */
function createDrafts(db: Db, scope: Scope, ticket: ExportTicket) {
  const keys: string[] = []
  return {
    async add(key: string): Promise<void> {
      keys.push(key)
      if (!(await db.write(scope, (tx) => noteExport(tx, ticket, { draft_keys: [...keys] }))))
        throw new ExportOver()
    },
    /** Should this fail, they stay noted, and the next attempt or the sweep removes them. */
    async remove(store: ObjectStore): Promise<void> {
      for (const key of keys) await store.delete(key).catch(() => undefined)
    },
  }
}

const noteEveryMs = 1_000

interface Noting {
  readonly scope: Scope
  readonly ticket: ExportTicket
  readonly signal: AbortSignal
}

/** Writes down how far it has come, once a second at most, and ends an export that is not wanted any more. */
function progressNotes(db: Db, { scope, ticket, signal }: Noting) {
  let notedAt = Number.NEGATIVE_INFINITY
  return async (done: number, total: number): Promise<void> => {
    signal.throwIfAborted()
    if (performance.now() - notedAt < noteEveryMs) return
    notedAt = performance.now()
    const change = { parts_done: done, parts_total: total }
    if (!(await db.write(scope, (tx) => noteExport(tx, ticket, change)))) throw new ExportOver()
  }
}

interface Keeping {
  readonly db: Db
  readonly scope: Scope
  readonly ticket: ExportTicket
  readonly sink: ArchiveSink
  readonly totals: ExportTotals
}

interface KeptExport {
  /** never null: just written */
  readonly expiresAt: Date
}

async function keepArchive(deps: ExportDeps, { db, scope, ticket, sink, totals }: Keeping): Promise<void> {
  const { objectKey, size, sha256 } = await sink.finish()
  await sink.dropParts()
  const { accountId, exportId } = ticket
  await db.write(scope, async (tx) => {
    const { rows } = await sql<KeptExport>`
      update account_export set state = 'READY', object_key = ${objectKey}, file_size = ${size},
        sha256 = decode(${sha256}, 'hex'), finished_at = now(), draft_keys = '{}',
        expires_at = now() + make_interval(days => ${deps.keepDays}), parts_done = coalesce(parts_total, 0)
      where account_id = ${accountId} and export_id = ${exportId} and state = 'RUNNING'
      returning expires_at as "expiresAt"`.execute(tx)
    const [kept] = rows
    if (!kept) throw new ExportOver()
    recordExport(tx, scope, {
      what: 'account',
      count: totals.rows,
      filters: { exportId, files: totals.files, missing: totals.missing, bytes: size, sha256 },
      subject: { type: 'ACCOUNT', id: accountId },
    })
    await mailExportReady(tx, scope, { exportId, expiresAt: kept.expiresAt, publicUrl: deps.publicUrl })
  })
}

/** Removes archives whose days are over. Running it twice does no harm. */
export async function expireExports(db: Db, store: ObjectStore, scope: Scope): Promise<void> {
  const due = await db.read(scope, (tx) =>
    tx
      .selectFrom('account_export')
      .select(['export_id', 'object_key'])
      .where('account_id', '=', scope.accountId)
      .where('state', '=', 'READY')
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute(),
  )
  for (const { export_id: exportId, object_key: key } of due) {
    if (key !== null) await store.delete(key)
    await db.write(scope, (tx) =>
      tx
        .updateTable('account_export')
        .set({ state: 'EXPIRED', object_key: null })
        .where('account_id', '=', scope.accountId)
        .where('export_id', '=', exportId)
        .execute(),
    )
  }
}
