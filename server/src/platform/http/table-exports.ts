import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxSheetRows, writeWorkbook, type ColumnType } from '@vigie/spreadsheet'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Db, ReadTx } from '../db/index.ts'
import type { SharedPlaces } from '../limits/index.ts'
import { AppError, type Language, type Scope } from '../kernel/index.ts'
import { refuseByRate } from './rate-limits.ts'
import { csvLine, plainCsv, type CsvValue } from './csv.ts'
import { workbookType, type TableLook } from './table-look.ts'
import { encodeWindows1252 } from './windows-1252.ts'

export interface TableColumn {
  /** As the API calls it. */
  readonly name: string
  readonly type: ColumnType
  readonly heading: Readonly<Record<Language, string>>
}

export interface TableFile {
  /** Without what the format adds to it. */
  readonly name: string
  readonly columns: readonly TableColumn[]
  /** Before the first line, once there is room: says who takes what with them. Without it nothing leaves. */
  readonly announce?: {
    readonly count: () => Promise<number>
    readonly record: (count: number) => Promise<void>
  }
  /** Some rows at a time, all as they stood at one moment. */
  readonly batches: (tx: ReadTx) => AsyncIterable<readonly (readonly CsvValue[])[]>
}

interface SentTable {
  readonly file: TableFile
  /** By RFC 4180 with the names of the API, unless told. */
  readonly look?: TableLook
}

export type SendTable = (scope: Scope, reply: FastifyReply, sent: SentTable) => Promise<FastifyReply>

// Each holds a connection of its process for as long as its reader takes. One account's readers, however slow, leave
// places to others; theirs are counted in all processes together.
const exportsAtOnce = 4
const exportsOfAccount = 2
const retrySeconds = 5
// A reader slower than this gives the connection back; the file then ends short, which HTTP shows as an error.
const longestPause = '60s'
// Spreadsheets guess another encoding without it.
const byteOrderMark = '\u{feff}'

const plainLook: TableLook = {
  format: 'csv',
  language: 'en',
  translated: false,
  dialect: plainCsv,
  encoding: 'utf-8',
}

/** Sends tables as files, a few at once: one of these for the whole server. */
export function createTableExports(db: Db, shared: SharedPlaces): SendTable {
  const places = shared.places({ name: 'exports', perSubject: exportsOfAccount, perProcess: exportsAtOnce })
  return async (scope, reply, { file, look = plainLook }) => {
    // Asked for the headers alone: nothing is read, nor noted as having left.
    if (reply.request.method === 'HEAD') return sendFile(reply, Readable.from([]), file.name, look)
    const leave = await places.take(String(scope.accountId))
    if (leave === null) throw refuseByRate(retrySeconds)
    const body = await streamTable(db, scope, file, look).catch((error: unknown) => {
      leave()
      throw error
    })
    body.once('close', leave)
    return sendFile(reply, body, file.name, look)
  }
}

function sendFile(reply: FastifyReply, body: Readable, name: string, { format, encoding }: TableLook) {
  const type = format === 'xlsx' ? workbookType : `text/csv; charset=${encoding}; header=present`
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .send(body)
}

/** Read as fast as the reader takes it, so neither the size of the table nor a slow reader costs memory. */
async function streamTable(db: Db, scope: Scope, file: TableFile, look: TableLook): Promise<Readable> {
  await announce(file, look)
  const body = new PassThrough()
  const reader = await db.reader(scope)
  const written = reader.snapshot(scope, async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(longestPause)}`.execute(tx)
    await pipeline(Readable.from(bytesOf(tx, file, look)), body)
  })
  written.catch((error: Error) => body.destroy(error))
  // A fault before the first line is still answered as a problem.
  await Promise.race([once(body, 'readable'), written])
  return body
}

async function announce({ announce: told }: TableFile, { format }: TableLook): Promise<void> {
  if (!told) return
  const count = await told.count()
  if (format === 'xlsx' && count > maxSheetRows)
    throw new AppError('EXPORT_TOO_MANY_ROWS', { count, max: maxSheetRows })
  await told.record(count)
}

function bytesOf(tx: ReadTx, file: TableFile, look: TableLook): AsyncGenerator<string | Buffer> {
  if (look.format === 'csv') return linesOf(tx, file, look)
  const columns = file.columns.map((column) => ({ type: column.type, heading: headingOf(column, look) }))
  return writeWorkbook([{ name: file.name, columns, rows: file.batches(tx) }])
}

const headingOf = ({ name, heading }: TableColumn, { translated, language }: TableLook) =>
  translated ? heading[language] : name

async function* linesOf(tx: ReadTx, { columns, batches }: TableFile, look: TableLook) {
  const { dialect, encoding } = look
  const encode = (text: string) => (encoding === 'utf-8' ? text : encodeWindows1252(text))
  const names = csvLine(
    columns.map((column) => headingOf(column, look)),
    dialect,
  )
  let head: string | null = encoding === 'utf-8' ? byteOrderMark + names : names
  for await (const rows of batches(tx)) {
    yield encode((head ?? '') + rows.map((row) => csvLine(row, dialect)).join(''))
    head = null
  }
  if (head !== null) yield encode(head)
}
