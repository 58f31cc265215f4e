import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import {
  findHeldCodes,
  findPlanned,
  identifierLabel,
  keepsCodesUnique,
  type IdentifierCode,
} from '../thirdparties/index.ts'
import { endOfBatch, insertBatchFaults, notAdded, tryBatch, writeBatch } from './add-batch.ts'
import { changeKnown, type KnownRow } from './change-known.ts'
import { codeFaults, heldFault, type BatchFault } from './import-codes.ts'
import type { Moved } from './import-step.ts'
import type { PortfolioImport } from './import.ts'

interface BatchRow {
  readonly row: number
  readonly same: number | null
  /** It says too little to be added. */
  readonly knownOnly: boolean
  readonly code: string | null
  readonly type: string | null
}

/** Changes the companies of the next rows that are there, and adds the others; in a dry run finds out which. */
export async function updateBatch(tx: Tx, scope: Scope, one: PortfolioImport): Promise<Moved> {
  const until = await endOfBatch(tx, scope, one)
  if (until === null) return { state: 'DONE', position: one.lastRow }
  const inBatch = sql`account_id = ${scope.accountId} and import_id = ${one.importId}
    and row_no > ${one.position} and row_no <= ${until}`
  const { rows } = await sql<BatchRow>`
    select row_no as row, same_as_row as same, planned ? 'known_only' as "knownOnly", planned ->> 'code' as code,
      planned ->> 'identifier_code' as type
    from portfolio_import_row where ${inBatch} order by row_no`.execute(tx)
  const fresh = sql`(select row_no, thirdparty_id, planned, attributes, owner from portfolio_import_row
    where ${inBatch} and same_as_row is null)`
  const byCode = new Set(rows.filter(({ type }) => type === null).map(({ row }) => row))
  const met = await meetPortfolio(tx, scope, { one, fresh, byCode })
  const changed = await changeKnown(tx, scope, { one, fresh, known: met.known })
  const settled = new Set([...met.known, ...met.faults].map(({ row }) => row))
  const others = rows.filter(({ row, same }) => same === null && !settled.has(row))
  const lacking = others.filter(({ knownOnly }) => knownOnly)
  const unique = lacking.length > 0 && (await keepsCodesUnique(tx, scope))
  const unknown = lacking.map((row) => unknownFault(row, unique))
  const toAdd = others.filter(({ knownOnly }) => !knownOnly).map(({ row }) => row)
  const added = await addOthers(tx, scope, {
    one,
    fresh: sql`(select * from ${fresh} f where f.row_no = any(${toAdd}::int[]))`,
    count: toAdd.length,
  })
  const faults = [...met.faults, ...changed.faults, ...unknown, ...added.faults]
  await insertBatchFaults(tx, scope, one, faults)
  const counted = faults.length + changed.updated + changed.unchanged + added.count
  return {
    position: until,
    added: one.added + added.count,
    updated: one.updated + changed.updated,
    unchanged: one.unchanged + changed.unchanged,
    duplicates: one.duplicates + rows.length - counted,
    invalid: one.invalid + faults.length,
    pending: one.pending + added.pending,
  }
}

interface MetRows {
  readonly one: PortfolioImport
  readonly fresh: RawBuilder<unknown>
  /** The rows that name their company by its code alone. */
  readonly byCode: ReadonlySet<number>
}

/** Which rows mean which third parties: by code where codes are unique, by identifier, and by both if both are given. */
async function meetPortfolio(
  tx: Tx,
  scope: Scope,
  { one, fresh, byCode }: MetRows,
): Promise<{ known: KnownRow[]; faults: BatchFault[] }> {
  const byIdentifier = new Map(
    (await findPlanned(tx, scope, fresh)).map(({ row_no, existing }) => [row_no, existing]),
  )
  const held = await findHeldCodes(tx, scope, fresh)
  const faults: BatchFault[] = []
  const meant = new Map(byIdentifier)
  for (const code of held) {
    const { row_no: row, holder } = code
    const existing = byIdentifier.get(row)
    if (existing === holder) continue
    meant.delete(row)
    if (byCode.has(row)) meant.set(row, holder)
    else faults.push(heldFault(one, code))
  }
  const first = new Map<number, number>()
  const known: KnownRow[] = []
  for (const [row, thirdpartyId] of [...meant].toSorted(([a], [b]) => a - b)) {
    const earlier = first.get(thirdpartyId)
    if (earlier === undefined) known.push({ row, thirdpartyId })
    else faults.push({ row, code: 'IMPORT_ROW_REPEATED', params: { row: earlier } })
    first.set(thirdpartyId, earlier ?? row)
  }
  return { known, faults }
}

function unknownFault({ row, code, type }: BatchRow, unique: boolean): BatchFault {
  if (type === null && !unique) return { row, code: 'CODES_NOT_UNIQUE', params: {} }
  if (type === null) return { row, code: 'CODE_NOT_FOUND', params: { code: code ?? '' } }
  return { row, code: 'IDENTIFIER_NOT_FOUND', params: { type: identifierLabel(type as IdentifierCode) } }
}

interface OtherRows {
  readonly one: PortfolioImport
  readonly fresh: RawBuilder<unknown>
  readonly count: number
}

async function addOthers(tx: Tx, scope: Scope, { one, fresh, count }: OtherRows) {
  if (count === 0) return { count: 0, pending: 0, faults: [] }
  const outcome = one.dryRun ? await tryBatch(tx, scope, fresh) : await writeBatch(tx, scope, { one, fresh })
  const { addedIds, existing, pending } = outcome
  const left = notAdded(fresh, addedIds)
  const faults = addedIds.length < count ? await codeFaults(tx, scope, { one, rows: left }) : []
  const added = one.dryRun ? count - existing.length - faults.length : addedIds.length
  return { count: added, pending, faults }
}
