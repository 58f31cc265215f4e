import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { CsvValue, TableColumn, TableFile } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { countRows, readBatches } from '../../platform/lists/index.ts'
import { rowOwners } from '../teams/index.ts'
import type { AttributeColumn } from './attribute-port.ts'
import { matchingListing, type MatchRequest } from './match-portfolio.ts'
import { portfolioColumns } from './portfolio-columns.ts'

const batchRows = 1_000
const names = portfolioColumns.map(({ name }) => name)

const ownerColumn: TableColumn = {
  name: 'ownerName',
  type: 'text',
  heading: { en: 'Current owner', fr: 'Responsable actuel' },
}

interface PortfolioExport extends MatchRequest {
  /** What the account knows beside, as columns behind ours, with who answers for each company; null without. */
  readonly ownColumns: readonly AttributeColumn[] | null
}

/** The portfolio as a table, with the filters and the order of its list. */
export function portfolioFile(scope: Scope, request: PortfolioExport): TableFile {
  const { ownColumns } = request
  const beside = ownColumns === null ? [] : [ownerColumn, ...attributeColumns(ownColumns, portfolioColumns)]
  return {
    name: 'third-parties',
    columns: [...portfolioColumns, ...beside],
    batches: (tx) => batchesOf(tx, scope, request),
  }
}

/** Called as an import finds them again: by label, or by code where the label is that of another column. */
export function attributeColumns(
  attributes: readonly AttributeColumn[],
  others: readonly TableColumn[],
): TableColumn[] {
  const taken = new Set(others.flatMap(({ heading }) => Object.values(heading)).map(normalLabel))
  return attributes.map(({ code, label, type }) => {
    const name = `attribute.${code}`
    const heading = taken.has(normalLabel(label)) ? name : label
    return { name, type, heading: { en: heading, fr: heading } }
  })
}

const normalLabel = (label: string) => label.trim().toLowerCase()

async function* batchesOf(tx: ReadTx, scope: Scope, request: PortfolioExport): AsyncGenerator<CsvValue[][]> {
  const { order, source } = await exportListing(tx, scope, request)
  for await (const rows of readBatches(tx, { order, source }, batchRows)) {
    const ids = rows.map((row) => row.row_id)
    const beside = request.ownColumns === null ? null : await besideOf(tx, scope, request, ids)
    yield rows.map((row, nth) => [...names.map((name) => row[name] ?? null), ...(beside?.[nth] ?? [])])
  }
}

/** Who answers for each company, and its attributes: one question each for all rows. */
async function besideOf(
  tx: ReadTx,
  scope: Scope,
  { ownColumns, attributes }: PortfolioExport,
  ids: readonly number[],
): Promise<CsvValue[][]> {
  const codes = (ownColumns ?? []).map(({ code }) => code)
  const values = codes.length === 0 ? null : await attributes.values(tx, scope, codes, ids)
  const owners = await rowOwners(tx, scope, 'THIRD_PARTY', ids)
  return ids.map((id) => {
    const own = JSON.parse(values?.get(id) ?? '{}') as Record<string, unknown>
    return [owners.get(id)?.owner?.name ?? null, ...codes.map((code) => attributeCell(own[code]))]
  })
}

/** As an import reads it: several options of a list stand in one cell. */
export function attributeCell(value: unknown): CsvValue {
  if (Array.isArray(value)) return value.join(' | ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** How many rows the file will have. */
export async function countExport(tx: ReadTx, scope: Scope, request: MatchRequest): Promise<number> {
  const { source } = await exportListing(tx, scope, request)
  const { total } = await countRows(tx, source, Number.MAX_SAFE_INTEGER)
  return total
}

async function exportListing(tx: ReadTx, scope: Scope, request: MatchRequest) {
  const { source, order } = await matchingListing(tx, scope, request)
  const selected = portfolioColumns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`)
  return { order, source: { ...source, columns: sql<Record<string, CsvValue>>`${sql.join(selected)}` } }
}
