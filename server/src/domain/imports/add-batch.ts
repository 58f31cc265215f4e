import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { setAttributesBulk, type AttributeInput } from '../attributes/index.ts'
import { nameImported } from '../owners/index.ts'
import type { Party } from '../teams/index.ts'
import { addPlanned, findPlanned } from '../thirdparties/index.ts'
import type { PortfolioImport } from './import.ts'
import type { Moved } from './import-step.ts'
import { codeFaults, type BatchFault } from './import-codes.ts'
import { insertFaults } from './imports.queries.ts'

const batchRows = 1_000

/** Finds the rows that are the same company as an earlier row, by any of its identifiers. */
export async function markRepeated(tx: Tx, scope: Scope, importId: number): Promise<void> {
  const ofImport = sql`account_id = ${scope.accountId} and import_id = ${importId}`
  await sql`
    update portfolio_import_row r set same_as_row = repeated.first
    from (
      select row_no, min(first) as first from (
        select row_no, min(row_no) over (partition by key collate "C") as first
        from portfolio_import_row, unnest(keys) key where ${ofImport}) sharing
      where row_no > first group by row_no) repeated
    where r.account_id = ${scope.accountId} and r.import_id = ${importId} and r.row_no = repeated.row_no`.execute(
    tx,
  )
}

/** Adds the next rows, or in a dry run finds out what would become of them. */
export async function addBatch(tx: Tx, scope: Scope, one: PortfolioImport): Promise<Moved> {
  const until = await endOfBatch(tx, scope, one)
  if (until === null) return { state: 'DONE', position: one.lastRow }
  const inBatch = sql`account_id = ${scope.accountId} and import_id = ${one.importId}
    and row_no > ${one.position} and row_no <= ${until}`
  const { rows } = await sql<{ row: number; same: number | null }>`
    select row_no as row, same_as_row as same from portfolio_import_row where ${inBatch}`.execute(tx)
  const fresh = sql`(select row_no, thirdparty_id, planned, attributes, owner from portfolio_import_row
    where ${inBatch} and same_as_row is null)`
  const outcome = one.dryRun ? await tryBatch(tx, scope, fresh) : await writeBatch(tx, scope, { one, fresh })
  if (one.onDuplicate === 'error') await reportDuplicates(tx, scope, { one, rows, fresh, ...outcome })
  const isNew = rows.filter(({ same }) => same === null).length
  const left = notAdded(fresh, outcome.addedIds)
  const faults = outcome.addedIds.length < isNew ? await codeFaults(tx, scope, { one, rows: left }) : []
  await insertBatchFaults(tx, scope, one, faults)
  const added = one.dryRun ? isNew - outcome.existing.length - faults.length : outcome.addedIds.length
  return {
    position: until,
    added: one.added + added,
    duplicates: one.duplicates + rows.length - added - faults.length,
    invalid: one.invalid + faults.length,
    pending: one.pending + outcome.pending,
  }
}

/** The rows that became no company. */
export function notAdded(fresh: RawBuilder<unknown>, addedIds: readonly number[]): RawBuilder<unknown> {
  return sql`(select * from ${fresh} f where f.thirdparty_id <> all(${[...addedIds]}::bigint[]))`
}

export function insertBatchFaults(
  tx: Tx,
  scope: Scope,
  { importId }: PortfolioImport,
  faults: readonly BatchFault[],
): Promise<void> {
  const listed = faults.map((fault) => ({ ...fault, nth: 0, column: null }))
  return insertFaults(tx, scope, importId, listed)
}

export async function endOfBatch(tx: Tx, scope: Scope, one: PortfolioImport): Promise<number | null> {
  const { rows } = await sql<{ until: number | null }>`select max(row_no) as until from (
    select row_no from portfolio_import_row where account_id = ${scope.accountId}
      and import_id = ${one.importId} and row_no > ${one.position} order by row_no limit ${batchRows}) batch`.execute(
    tx,
  )
  return rows[0]?.until ?? null
}

export interface Outcome {
  readonly addedIds: readonly number[]
  /** Only looked for where it is told. */
  readonly existing: readonly { row_no: number; existing: number }[]
  readonly pending: number
}

interface ImportedRow {
  readonly thirdpartyId: number
  readonly attributes: AttributeInput[]
  readonly owner: Party | null
}

export async function writeBatch(
  tx: Tx,
  scope: Scope,
  { one, fresh }: { one: PortfolioImport; fresh: RawBuilder<unknown> },
): Promise<Outcome> {
  const batch = {
    importId: one.importId,
    unitSetId: one.unitSetId,
    rows: fresh,
    pendingBefore: one.pending,
    expectsNew: one.duplicates === 0,
  }
  const { thirdpartyIds, pending } = await addPlanned(tx, scope, batch)
  const { rows } = await sql<ImportedRow>`
    select f.thirdparty_id as "thirdpartyId", coalesce(f.attributes, '[]') as attributes, f.owner from ${fresh} f
    where f.thirdparty_id = any(${thirdpartyIds}::bigint[])
    order by f.row_no`.execute(tx)
  // All of them: what is calculated concerns also those that came without an attribute.
  await setAttributesBulk(tx, scope, rows)
  await nameImported(tx, scope, rows)
  return { addedIds: thirdpartyIds, existing: [], pending }
}

export async function tryBatch(tx: Tx, scope: Scope, fresh: RawBuilder<unknown>): Promise<Outcome> {
  const existing = await findPlanned(tx, scope, fresh)
  const { rows } = await sql<{ pending: number }>`
    select count(*) as pending from ${fresh} f where f.planned ->> 'identity_status' = 'PENDING'
      and f.row_no <> all(${existing.map(({ row_no }) => row_no)}::int[])`.execute(tx)
  return { addedIds: [], existing, pending: rows[0]?.pending ?? 0 }
}

interface DuplicateReport extends Outcome {
  readonly one: PortfolioImport
  readonly rows: readonly { row: number; same: number | null }[]
  readonly fresh: RawBuilder<unknown>
}

async function reportDuplicates(tx: Tx, scope: Scope, report: DuplicateReport): Promise<void> {
  const { one, rows, fresh, addedIds } = report
  const others = notAdded(fresh, addedIds)
  const existing = one.dryRun ? report.existing : await findPlanned(tx, scope, others)
  const repeated = rows.flatMap(({ row, same }) =>
    same === null ? [] : [{ row, code: 'IMPORT_ROW_REPEATED' as const, params: { row: same } }],
  )
  const hidden = one.limited ? await outsideSet(tx, scope, one, existing) : new Set<number>()
  const present = existing.map(({ row_no: row, existing: existingThirdpartyId }) =>
    hidden.has(existingThirdpartyId)
      ? { row, code: 'THIRD_PARTY_DUPLICATE_ELSEWHERE' as const, params: {} }
      : { row, code: 'THIRD_PARTY_DUPLICATE' as const, params: { existingThirdpartyId } },
  )
  await insertBatchFaults(tx, scope, one, [...repeated, ...present])
}

/** Whoever sees some units only learns of other companies that they exist, and no more. */
async function outsideSet(
  tx: Tx,
  { accountId }: Scope,
  { unitSetId }: PortfolioImport,
  existing: Outcome['existing'],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select thirdparty_id as id from thirdparty
    where account_id = ${accountId} and thirdparty_id = any(${existing.map((one) => one.existing)}::bigint[])
      and unit_set_id is distinct from ${unitSetId}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
