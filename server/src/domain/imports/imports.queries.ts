import { sql, type Selectable } from 'kysely'
import type { DB, ReadTx, Tx } from '../../platform/db/index.ts'
import {
  AppError,
  type ActorType,
  type ProblemCode,
  type ProblemParams,
  type Scope,
} from '../../platform/kernel/index.ts'
import { orderById, orderByKey, tableColumns } from '../../platform/lists/index.ts'
import type { DuplicateRule, ImportFormat, ImportState, PortfolioImport, RowFault } from './import.ts'

const columns = [
  'import_id',
  'state',
  'format',
  'dry_run',
  'on_duplicate',
  'byte_count',
  'bytes_read',
  'last_row',
  'position',
  'rows',
  'added',
  'duplicates',
  'updated',
  'unchanged',
  'invalid',
  'pending',
  'problem',
  'created_at',
  'finished_at',
  'actor_type',
  'actor_id',
  'actor_name',
  'unit_set_id',
  'limited',
] as const

function ofAccount(tx: ReadTx, scope: Pick<Scope, 'accountId'>) {
  return tx.selectFrom('portfolio_import').where('account_id', '=', scope.accountId)
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
function rowsOf(tx: ReadTx, scope: Scope) {
  return ofAccount(tx, scope).select(columns).execute()
}

export function importOf(row: Row): PortfolioImport {
  return {
    importId: row.import_id,
    state: row.state as ImportState,
    format: row.format as ImportFormat,
    dryRun: row.dry_run,
    onDuplicate: row.on_duplicate as DuplicateRule,
    byteCount: row.byte_count,
    bytesRead: row.bytes_read,
    lastRow: row.last_row,
    position: row.position,
    rows: row.rows,
    added: row.added,
    duplicates: row.duplicates,
    updated: row.updated,
    unchanged: row.unchanged,
    invalid: row.invalid,
    pending: row.pending,
    problem: row.problem as PortfolioImport['problem'],
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    actor: { type: row.actor_type as ActorType, id: row.actor_id, name: row.actor_name },
    unitSetId: row.unit_set_id,
    limited: row.limited,
  }
}

export async function getImport(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  importId: number,
): Promise<PortfolioImport> {
  const row = await ofAccount(tx, scope).select(columns).where('import_id', '=', importId).executeTakeFirst()
  if (!row) throw new AppError('IMPORT_NOT_FOUND', { importId })
  return importOf(row)
}

/** Newest first. */
export function importListing({ accountId }: Scope) {
  return {
    order: orderById('newest first'),
    source: {
      id: sql`portfolio_import.import_id`,
      from: sql`portfolio_import`,
      conditions: [sql`portfolio_import.account_id = ${accountId}`],
      columns: tableColumns('portfolio_import', columns),
      planOnce: true,
    },
  }
}

export async function countWaiting(tx: ReadTx, scope: Scope): Promise<number> {
  const { waiting } = await ofAccount(tx, scope)
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .where('state', 'not in', ['DONE', 'FAILED', 'CANCELLED'])
    .executeTakeFirstOrThrow()
  return waiting
}

export interface ListedFault extends RowFault {
  readonly row: number
  readonly nth: number
}

const faultColumns = ['row_no', 'nth', 'column_name', 'code', 'params'] as const

/** What is wrong with the rows of an import, in the order of the file. */
export function faultListing({ accountId }: Scope, importId: number) {
  return {
    order: orderByKey(sql`portfolio_import_error.row_no`, 'int', false),
    source: {
      id: sql`portfolio_import_error.nth`,
      from: sql`portfolio_import_error`,
      conditions: [
        sql`portfolio_import_error.account_id = ${accountId}`,
        sql`portfolio_import_error.import_id = ${importId}`,
      ],
      columns: tableColumns('portfolio_import_error', faultColumns),
      planOnce: true,
    },
    countCap: Number.MAX_SAFE_INTEGER,
  }
}

type FaultRow = Pick<Selectable<DB['portfolio_import_error']>, (typeof faultColumns)[number]>

export function listedFault({ row_no, nth, column_name, code, params }: FaultRow): ListedFault {
  return {
    row: row_no,
    nth,
    column: column_name,
    code: code as ProblemCode,
    params: params as ProblemParams,
  }
}

export async function insertFaults(
  tx: Tx,
  scope: Scope,
  importId: number,
  faults: readonly (RowFault & { row: number; nth: number })[],
): Promise<void> {
  if (faults.length === 0) return
  await sql`insert into portfolio_import_error
      (account_id, import_id, row_no, nth, column_name, code, params)
    select ${scope.accountId}, ${importId}, f.row, f.nth, f."column", f.code, f.params
    from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb)
      as f(row int, nth smallint, "column" text, code text, params jsonb)`.execute(tx)
}

/** What this person brought stays theirs by number alone. */
export async function eraseSender(tx: Tx, scope: Scope, userId: number): Promise<void> {
  await tx
    .updateTable('portfolio_import')
    .set({ actor_name: '' })
    .where('account_id', '=', scope.accountId)
    .where('actor_type', '=', 'USER')
    .where('actor_id', '=', userId)
    .execute()
}
