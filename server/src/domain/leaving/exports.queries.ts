import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { formatDateTime, type AccountScope, type Scope } from '../../platform/kernel/index.ts'

export type ExportState = 'WAITING' | 'RUNNING' | 'READY' | 'FAILED' | 'EXPIRED'
export type ExportFault = 'STORE_FULL' | 'STORE_UNAVAILABLE' | 'ACCOUNT_DELETED' | 'GIVEN_UP'

export interface ExportView {
  exportId: number
  state: ExportState
  askedAt: string
  askedBy: { type: string; id: number | null }
  partsDone: number
  partsTotal: number | null
  finishedAt: string | null
  expiresAt: string | null
  fileSize: number | null
  sha256: string | null
  fault: ExportFault | null
}

interface ExportRow {
  exportId: number
  state: ExportState
  askedAt: Date
  askedByType: string
  askedBy: number | null
  partsDone: number
  partsTotal: number | null
  finishedAt: Date | null
  expiresAt: Date | null
  fileSize: number | null
  sha256: string | null
  fault: ExportFault | null
}

// Older ones are of no use to anybody, and are told in the administration journal.
const shown = 10

/** The newest first. */
export async function listExports(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<ExportView[]> {
  const { rows } = await sql<ExportRow>`
    select export_id as "exportId", state, asked_at as "askedAt", asked_by_type as "askedByType",
      asked_by as "askedBy", parts_done as "partsDone", parts_total as "partsTotal", finished_at as "finishedAt",
      expires_at as "expiresAt", file_size as "fileSize", encode(sha256, 'hex') as sha256, fault
    from account_export where account_id = ${accountId} order by export_id desc limit ${shown}`.execute(tx)
  return rows.map(({ askedByType, askedBy, ...row }) => ({
    ...row,
    askedBy: { type: askedByType, id: askedBy },
    askedAt: formatDateTime(row.askedAt),
    finishedAt: row.finishedAt && formatDateTime(row.finishedAt),
    expiresAt: row.expiresAt && formatDateTime(row.expiresAt),
  }))
}

export interface StoredExport {
  /** never null: of those that are ready */
  readonly objectKey: string
  /** never null: of those that are ready */
  readonly size: number
  readonly sha256: string
}

/** Null unless it is ready and not over yet. */
export async function findReadyExport(
  tx: ReadTx,
  { accountId }: AccountScope,
  exportId: number,
): Promise<StoredExport | null> {
  const { rows } = await sql<StoredExport>`
    select object_key as "objectKey", file_size as size, encode(sha256, 'hex') as sha256
    from account_export
    where account_id = ${accountId} and export_id = ${exportId} and state = 'READY' and expires_at > now()`.execute(
    tx,
  )
  return rows[0] ?? null
}

export interface ExportTicket extends AccountScope {
  readonly exportId: number
}

/** Takes up an export that waits or whose worker was lost. Null when there is nothing to be made any more. */
export async function startExport(
  tx: Tx,
  { accountId, exportId }: ExportTicket,
): Promise<{ readonly draftKeys: string[] } | null> {
  const row = await tx
    .updateTable('account_export')
    .set({ state: 'RUNNING', parts_done: 0, parts_total: null })
    .where('account_id', '=', accountId)
    .where('export_id', '=', exportId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returning('draft_keys')
    .executeTakeFirst()
  return row ? { draftKeys: row.draft_keys } : null
}

type Change = Partial<{ parts_done: number; parts_total: number; draft_keys: string[] }>

/** False once the export is not to be made any more: its account is being deleted. */
export async function noteExport(
  tx: Tx,
  { accountId, exportId }: ExportTicket,
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_export')
    .set(change)
    .where('account_id', '=', accountId)
    .where('export_id', '=', exportId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function failExport(
  tx: Tx,
  { accountId, exportId }: ExportTicket,
  fault: ExportFault,
): Promise<void> {
  await tx
    .updateTable('account_export')
    .set({ state: 'FAILED', fault, draft_keys: [], finished_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('export_id', '=', exportId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .execute()
}
