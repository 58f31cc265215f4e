import { sql, type RawBuilder } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { ProblemCode, ProblemParams, Scope } from '../../platform/kernel/index.ts'
import { findHeldCodes, findPlanned, type HeldCode } from '../thirdparties/index.ts'
import type { PortfolioImport } from './import.ts'

export interface BatchFault {
  readonly row: number
  readonly code: ProblemCode
  readonly params: ProblemParams
}

type Rows = RawBuilder<unknown>

/** Those of the rows that are new companies and cannot have the code they bring. */
export async function codeFaults(
  tx: Tx,
  scope: Scope,
  { one, rows }: { readonly one: PortfolioImport; readonly rows: Rows },
): Promise<BatchFault[]> {
  const held = await findHeldCodes(tx, scope, rows)
  const repeated = one.dryRun ? await findRepeatedCodes(tx, scope, one, rows) : []
  if (held.length + repeated.length === 0) return []
  const present = new Set((await findPlanned(tx, scope, rows)).map(({ row_no }) => row_no))
  const taken = held.filter(({ row_no }) => !present.has(row_no))
  const takenRows = new Set(taken.map(({ row_no }) => row_no))
  return [
    ...taken.map((code) => heldFault(one, code)),
    ...repeated
      .filter(({ row_no }) => !present.has(row_no) && !takenRows.has(row_no))
      .map(({ row_no: row, first }) => ({
        row,
        code: 'IMPORT_CODE_REPEATED' as const,
        params: { row: first },
      })),
  ]
}

/** Whoever sees some units only learns of other companies that they exist, and no more. */
export function heldFault(
  one: PortfolioImport,
  { row_no: row, holder, archived, unitSetId }: HeldCode,
): BatchFault {
  if (one.limited && unitSetId !== one.unitSetId) return { row, code: 'CODE_TAKEN_ELSEWHERE', params: {} }
  const code = archived ? 'CODE_TAKEN_BY_ARCHIVED' : 'CODE_TAKEN'
  return { row, code, params: { existingThirdpartyId: holder } }
}

/** In a dry run nothing is added that could hold a code: the rows before are asked. */
async function findRepeatedCodes(
  tx: ReadTx,
  { accountId }: Scope,
  { importId }: PortfolioImport,
  rows: Rows,
): Promise<{ row_no: number; first: number }[]> {
  const found = await sql<{ row_no: number; first: number }>`
    select p.row_no, min(e.row_no) as first
    from ${rows} p
    join account a on a.account_id = ${accountId} and a.unique_codes
    join portfolio_import_row e on e.account_id = a.account_id and e.import_id = ${importId}
      and e.planned ->> 'code' = p.planned ->> 'code' and e.row_no < p.row_no and e.same_as_row is null
    group by p.row_no order by p.row_no`.execute(tx)
  return found.rows
}
