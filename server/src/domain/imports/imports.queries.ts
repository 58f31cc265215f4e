import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import {
  AppError,
  type ActorType,
  type PageRequest,
  type ProblemCode,
  type ProblemParams,
  type Scope,
} from '../../platform/kernel/index.ts'
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
  'invalid',
  'pending',
  'problem',
  'created_at',
  'finished_at',
  'actor_type',
  'actor_id',
  'actor_name',
] as const

function ofAccount(tx: ReadTx, scope: Pick<Scope, 'accountId'>) {
  return tx.selectFrom('portfolio_import').where('account_id', '=', scope.accountId)
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
function rowsOf(tx: ReadTx, scope: Scope) {
  return ofAccount(tx, scope).select(columns).execute()
}

function importOf(row: Row): PortfolioImport {
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
    invalid: row.invalid,
    pending: row.pending,
    problem: row.problem as PortfolioImport['problem'],
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    actor: { type: row.actor_type as ActorType, id: row.actor_id, name: row.actor_name },
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
export async function listImports(
  tx: ReadTx,
  scope: Scope,
  asked: { size: number; offset: number; before: number | null },
) {
  const { size, offset, before } = asked
  const rows = await ofAccount(tx, scope)
    .select(columns)
    .$if(before !== null, (query) => query.where('import_id', '<', before ?? 0))
    .orderBy('import_id', 'desc')
    .limit(size)
    .offset(offset)
    .execute()
  const { total } = await ofAccount(tx, scope)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(importOf), total }
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

export async function listFaults(
  tx: ReadTx,
  scope: Scope,
  asked: { importId: number; page: PageRequest; after: { row: number; nth: number } | null },
) {
  const { importId, page, after } = asked
  const faults = tx
    .selectFrom('portfolio_import_error')
    .where('account_id', '=', scope.accountId)
    .where('import_id', '=', importId)
  const rows = await faults
    .select(['row_no', 'nth', 'column_name', 'code', 'params'])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(row_no, nth) > (${after?.row ?? 0}, ${after?.nth ?? 0})`),
    )
    .orderBy('row_no')
    .orderBy('nth')
    .limit(page.size)
    .offset(after === null ? page.page * page.size : 0)
    .execute()
  const { total } = await faults
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const listed = rows.map((row): ListedFault => {
    const { row_no, nth, column_name, code, params } = row
    return {
      row: row_no,
      nth,
      column: column_name,
      code: code as ProblemCode,
      params: params as ProblemParams,
    }
  })
  return { faults: listed, total }
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
