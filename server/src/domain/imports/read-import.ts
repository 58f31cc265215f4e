import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { attributeParser, type AttributeInput } from '../attributes/index.ts'
import { ownerFinder } from '../owners/index.ts'
import type { CompanyRecord, Lookup, References } from '../references/index.ts'
import {
  identifierLabel,
  planKnownOnly,
  planThirdParty,
  type PlannedThirdParty,
} from '../thirdparties/index.ts'
import type { Party } from '../teams/index.ts'
import { checkRow, type CheckedRow, type KnownToAccount } from './check-row.ts'
import { csvRows } from './csv-rows.ts'
import { fileChunks, fileHead } from './file-chunks.ts'
import type { DuplicateRule, PortfolioImport, RowFault } from './import.ts'
import { step, type Moved } from './import-step.ts'
import { insertFaults } from './imports.queries.ts'
import { ndjsonRows } from './ndjson-rows.ts'
import type { ReadRow } from './read-row.ts'
import { checkHeader } from './receive-import.ts'

export interface ReadDeps {
  readonly db: Db
  readonly references: References
  readonly maxRows: number
  /** After every batch: a place to look up, and to stop. */
  readonly onStep: (one: PortfolioImport) => void
}

const batchRows = 1_000
// Rows that are read and refused at once would follow one another without a turn for anybody else.
const rowsPerTurn = 100
// In no identifier of any register.
const separator = '\u001f'

/** Reads the file from where it was left, checks its rows and stages the good ones. */
export async function readImport(
  deps: ReadDeps,
  scope: Scope,
  from: PortfolioImport,
): Promise<PortfolioImport> {
  let one = from
  const known = await deps.db.read(scope, async (tx) => ({
    parseAttribute: await attributeParser(tx, scope),
    findOwner: await ownerFinder(tx, scope, one.unitSetId),
  }))
  const rows = await openRows(deps.db, scope, one)
  for await (const { batch, staged, faults } of oneAhead(checkBatches(deps, known, rows, one))) {
    const last = batch.at(-1)
    one = await step(deps.db, scope, one, async (tx) => {
      await stageRows(tx, scope, one.importId, staged)
      await insertFaults(tx, scope, one.importId, faults)
      const read: Moved = { last_row: last?.row ?? one.lastRow, bytes_read: last?.bytes ?? one.bytesRead }
      return {
        ...read,
        rows: one.rows + batch.length,
        invalid: one.invalid + batch.length - staged.length,
      }
    })
    deps.onStep(one)
  }
  if (one.rows === 0) throw new AppError('IMPORT_EMPTY')
  return one
}

async function openRows(db: Db, scope: Scope, one: PortfolioImport): Promise<AsyncIterable<ReadRow>> {
  const chunks = fileChunks(db, scope, one.importId)
  if (one.format === 'NDJSON') return ndjsonRows(chunks)
  const head = await fileHead(db, scope, one.importId)
  const header = await db.read(scope, (tx) => checkHeader(tx, scope, head, one.onDuplicate))
  return csvRows(chunks, head, header)
}

/** The next batch is read and checked while the database keeps the one before. */
async function* oneAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = items.next(); ;) {
      const { done, value } = await next
      if (done) return
      next = items.next()
      // Told when its turn comes; until then nobody waits for it.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await items.return(undefined)
  }
}

async function* checkBatches(
  { references, maxRows }: ReadDeps,
  known: KnownToAccount,
  rows: AsyncIterable<ReadRow>,
  from: PortfolioImport,
) {
  let read = from.rows
  for await (const batch of batches(rows, from.lastRow)) {
    read += batch.length
    if (read > maxRows) throw new AppError('IMPORT_TOO_MANY_ROWS', { max: maxRows })
    yield { batch, ...(await checkBatch(references, known, batch, from.onDuplicate)) }
  }
}

async function* batches(rows: AsyncIterable<ReadRow>, after: number): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  let read = 0
  for await (const row of rows) {
    read += 1
    if (read % rowsPerTurn === 0) await setImmediate()
    if (row.row <= after) continue
    batch.push(row)
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface StagedRow extends PlannedThirdParty {
  readonly row: number
  readonly attributes: readonly AttributeInput[] | null
  readonly owner: Party | null
}
type Fault = RowFault & { row: number; nth: number }

async function checkBatch(
  references: References,
  known: KnownToAccount,
  batch: readonly ReadRow[],
  rule: DuplicateRule,
) {
  const faults: Fault[] = []
  const good: { row: number; checked: CheckedRow }[] = []
  for (const { row, given, faults: unread } of batch) {
    const checked = given ? checkRow(given, known, rule) : (unread ?? [])
    if ('identifier' in checked) good.push({ row, checked })
    else for (const [nth, fault] of checked.entries()) faults.push({ ...fault, row, nth })
  }
  const lookups = await lookUpGiven(references, good)
  const staged: StagedRow[] = []
  for (const { row, checked } of good) {
    const unasked = {
      kind: checked.identifier === null ? 'NOT_FOUND' : 'UNAVAILABLE',
      reason: 'not asked',
    } as const
    const complete = planThirdParty(checked, lookups.get(row) ?? unasked)
    const planned = complete ?? (rule === 'update' ? planKnownOnly(checked) : null)
    if (planned === null) faults.push(unknownCompany(row, checked))
    else {
      const attributes = checked.attributes.length > 0 ? checked.attributes : null
      staged.push({ row, ...planned, attributes, owner: checked.owner })
    }
  }
  return { staged, faults }
}

/** The registers' answers by row, for those that give an identifier. */
async function lookUpGiven(
  references: References,
  rows: readonly { row: number; checked: CheckedRow }[],
): Promise<Map<number, Lookup<CompanyRecord>>> {
  const asked = rows.flatMap(({ row, checked: { identifier } }) =>
    identifier === null ? [] : [{ row, identifier }],
  )
  const answers = await references.findMany(asked.map(({ identifier }) => identifier))
  return new Map(
    asked.flatMap(({ row }, nth) => {
      const answer = answers[nth]
      return answer ? [[row, answer] as const] : []
    }),
  )
}

function unknownCompany(row: number, { identifier }: CheckedRow): Fault {
  const params = { type: identifier === null ? '' : identifierLabel(identifier.code) }
  return { row, nth: 0, column: null, code: 'IDENTIFIER_NOT_FOUND', params }
}

async function stageRows(
  tx: Tx,
  scope: Scope,
  importId: number,
  staged: readonly StagedRow[],
): Promise<void> {
  if (staged.length === 0) return
  // JSON as lines: it has none within, and as an array each of its quotes would be escaped and read again.
  const rows = staged.map(({ row }) => row)
  const keys = staged.map((one) => one.keys.join(separator))
  const planned = staged.map(({ columns }) => JSON.stringify(columns)).join('\n')
  const attributes = staged.map((one) => JSON.stringify(one.attributes)).join('\n')
  const owners = staged.map(({ owner }) => JSON.stringify(owner)).join('\n')
  await sql`insert into portfolio_import_row (account_id, import_id, row_no, keys, planned, attributes, owner)
    select ${scope.accountId}, ${importId}, s.row_no, string_to_array(s.keys, ${separator}), s.planned::jsonb,
      nullif(s.attributes, 'null')::jsonb, nullif(s.owner, 'null')::jsonb
    from rows from (unnest(${rows}::int[], ${keys}::text[]),
      string_to_table(${planned}, ${'\n'}), string_to_table(${attributes}, ${'\n'}),
      string_to_table(${owners}, ${'\n'}))
      as s(row_no, keys, planned, attributes, owner)`.execute(tx)
}
