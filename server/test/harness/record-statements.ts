import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import pg from 'pg'
import { recordPlaces, type RecordedPlace } from './record-places.ts'

/** What PostgreSQL and the driver say of one column of a result. */
export interface RecordedColumn {
  name: string
  /** What the driver makes of a value: `number`, `Date`, `string[]`; `json` may be anything JSON can say. */
  kind: string
  /** The plain column it comes from; zeros for an expression. */
  tableId: number
  columnId: number
}

/** One line of a file of records. A later line about the same text tells of columns that were seen to be null. */
export type RecordedStatement =
  | ({ text: string } & ({ columns: RecordedColumn[] } | { nulls: string[] }))
  | RecordedPlace

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** The part of the driver's query that its published types leave out. */
interface DriverQuery {
  text?: string
  _result: { fields: Field[]; _parsers: ((text: string) => unknown)[] }
  handleRowDescription: (this: DriverQuery, message: unknown) => void
  handleDataRow: (this: DriverQuery, message: { fields: (string | null)[] }) => void
  handleCommandComplete: (this: DriverQuery, message: unknown, connection: unknown) => void
}

const jsonTypes = new Set([114, 3802])
const jsonArrayTypes = new Set([199, 3807])
const moment = '2026-03-29 01:00:00+00'
// Parsers of arrays take it for one, all others for a value of theirs; the types below need a text of their own.
const anyValue = '{1}'
const samples = new Map([
  [17, String.raw`\x00`],
  [1001, String.raw`{"\\x00"}`],
  [1082, '2026-03-29'],
  [1182, '{2026-03-29}'],
  [1114, moment],
  [1184, moment],
  [1115, `{"${moment}"}`],
  [1185, `{"${moment}"}`],
])

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

/** Asks the parser itself, since a pool may have parsers of its own. */
function kindOfColumn(oid: number, parse: (text: string) => unknown): string {
  if (jsonTypes.has(oid)) return 'json'
  return jsonArrayTypes.has(oid) ? 'json[]' : kindOf(parse(samples.get(oid) ?? anyValue))
}

function columnsOf({ fields, _parsers: parsers }: DriverQuery['_result']): RecordedColumn[] {
  return fields.map(({ name, dataTypeID, tableID, columnID }, index) => ({
    name,
    kind: kindOfColumn(dataTypeID, parsers[index]!),
    tableId: tableID,
    columnId: columnID,
  }))
}

/**
 * From now on, whatever statement this process runs is written down once, with what its result looks like. Returns what
 * ends it. The driver is the one place that all statements pass, whoever built them.
 */
export function recordStatements(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${process.pid}-${threadId}.jsonl`)
  const write = (statement: RecordedStatement) => appendFileSync(file, `${JSON.stringify(statement)}\n`)
  const nullsByText = new Map<string, Set<number>>()
  const driver = (pg.Query as unknown as { prototype: DriverQuery }).prototype
  const { handleRowDescription, handleDataRow, handleCommandComplete } = driver

  driver.handleRowDescription = function (message) {
    handleRowDescription.call(this, message)
    if (this.text === undefined || nullsByText.has(this.text)) return
    nullsByText.set(this.text, new Set())
    write({ text: this.text, columns: columnsOf(this._result) })
  }
  driver.handleDataRow = function (message) {
    handleDataRow.call(this, message)
    const known = nullsByText.get(this.text ?? '')
    if (!known || !message.fields.includes(null)) return
    const nulls = message.fields.flatMap((value, index) =>
      value === null && !known.has(index) ? [index] : [],
    )
    if (nulls.length === 0) return
    nulls.forEach((index) => known.add(index))
    write({ text: this.text ?? '', nulls: nulls.map((index) => this._result.fields[index]?.name ?? '') })
  }
  driver.handleCommandComplete = function (message, connection) {
    handleCommandComplete.call(this, message, connection)
    if (this.text === undefined || nullsByText.has(this.text)) return
    nullsByText.set(this.text, new Set())
    write({ text: this.text, columns: [] })
  }
  const endPlaces = recordPlaces(file)
  return () => {
    endPlaces()
    Object.assign(driver, { handleRowDescription, handleDataRow, handleCommandComplete })
  }
}

/** Which columns may be null, by the numbers that results name them with; every clone of the template keeps these. */
export async function recordTables(adminUrl: string, folder: string): Promise<void> {
  // No part of the product: this file is loaded before each test, also before those that need none of it.
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query(
    `select c.oid || '.' || a.attnum as key, c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attnotnull
      where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p')`,
  )
  await client.end()
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'nullable.json'), JSON.stringify(rows))
}

export const recordsFolder = process.env['VIGIE_STATEMENTS']
const marks = globalThis as { vigieRecordsStatements?: true }
// Vitest runs this before each test file, and the files share what a worker has loaded.
if (recordsFolder !== undefined && marks.vigieRecordsStatements === undefined) {
  marks.vigieRecordsStatements = true
  recordStatements(recordsFolder)
}
