import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { ProblemCode, ProblemParams, Scope } from '../../platform/kernel/index.ts'
import type { ImportState, PortfolioImport } from './import.ts'
import { getImport } from './imports.queries.ts'

/** Somebody else works on this import, or it was cancelled; what this step did is undone. */
export class ImportElsewhere extends Error {
  constructor() {
    super('Another process works on this import.')
    this.name = 'ImportElsewhere'
  }
}

export interface Moved {
  state?: ImportState
  last_row?: number
  bytes_read?: number
  position?: number
  rows?: number
  added?: number
  duplicates?: number
  updated?: number
  unchanged?: number
  invalid?: number
  pending?: number
}

const longestStatement = '60s'

/**
 * One transaction of an import: the rows, their events and the new position are kept together or not at all.
 * It counts only if the import still stands where `one` says, so a step cannot happen twice, and none happens
 * after a cancellation.
 */
export function step(
  db: Db,
  scope: Scope,
  one: PortfolioImport,
  work: (tx: Tx) => Promise<Moved>,
): Promise<PortfolioImport> {
  return db.write(scope, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(longestStatement)}`.execute(tx)
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(
      hashtextextended(${`portfolio import ${one.importId}`}, 0)) as held`.execute(tx)
    if (rows[0]?.held !== true) throw new ImportElsewhere()
    const moved = await work(tx)
    const result = await tx
      .updateTable('portfolio_import')
      .set({ ...moved, ...(moved.state === 'DONE' ? { finished_at: sql<Date>`now()` } : {}) })
      .where('account_id', '=', scope.accountId)
      .where('import_id', '=', one.importId)
      .where('state', '=', one.state)
      .where('last_row', '=', one.lastRow)
      .where('position', '=', one.position)
      .executeTakeFirst()
    if (result.numUpdatedRows !== 1n) throw new ImportElsewhere()
    return getImport(tx, scope, one.importId)
  })
}

const open: readonly ImportState[] = ['UPLOADED', 'VALIDATING', 'READY', 'RUNNING']

/** Ends an import that has not ended; false when it had. */
export async function endImport(
  tx: Tx,
  scope: Scope,
  importId: number,
  end: { state: 'CANCELLED' } | { state: 'FAILED'; code: ProblemCode; params: ProblemParams },
): Promise<boolean> {
  const problem = end.state === 'FAILED' ? JSON.stringify({ code: end.code, params: end.params }) : null
  const result = await tx
    .updateTable('portfolio_import')
    .set({ state: end.state, problem, finished_at: sql<Date>`now()` })
    .where('account_id', '=', scope.accountId)
    .where('import_id', '=', importId)
    .where('state', 'in', [...open])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const keptDays = 90

/** What only the work needed, and imports nobody asks about any more. */
export async function clearImport(tx: Tx, scope: Scope, importId: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(longestStatement)}`.execute(tx)
  for (const table of ['portfolio_import_row', 'portfolio_import_chunk'] as const) {
    await tx
      .deleteFrom(table)
      .where('account_id', '=', scope.accountId)
      .where('import_id', '=', importId)
      .execute()
  }
  await tx
    .deleteFrom('portfolio_import')
    .where('account_id', '=', scope.accountId)
    .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute()
}
