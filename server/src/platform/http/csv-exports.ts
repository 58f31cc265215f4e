import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, ReadTx } from '../db/index.ts'
import { AppError, type Scope } from '../kernel/index.ts'
import { csvLine, type CsvValue } from './csv.ts'

export interface CsvFile {
  readonly name: string
  readonly columns: readonly string[]
  /** Before the first line, once there is room: says who takes what with them. Without it nothing leaves. */
  readonly announce?: () => Promise<void>
  /** Some rows at a time, all as they stood at one moment. */
  readonly batches: (tx: ReadTx) => AsyncIterable<readonly (readonly CsvValue[])[]>
}

export type SendCsv = (scope: Scope, reply: FastifyReply, file: CsvFile) => Promise<FastifyReply>

export const csvAnswer = {
  200: { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } },
} as const

// Each holds a connection for as long as its reader takes. One account's readers, however slow, leave places to others.
const exportsAtOnce = 4
const exportsOfAccount = 2
// A reader slower than this gives the connection back; the file then ends short, which HTTP shows as an error.
const longestPause = '60s'
// Spreadsheets guess another encoding without it.
const byteOrderMark = '\u{feff}'

/** Sends tables as CSV files, a few at once: one of these for the whole server. */
export function createCsvExports(db: Db): SendCsv {
  const places = new ExportPlaces()
  return async (scope, reply, file) => {
    const leave = places.take(scope.accountId)
    const body = await streamCsv(db, scope, file).catch((error: unknown) => {
      leave()
      throw error
    })
    body.once('close', leave)
    return reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(body)
  }
}

class ExportPlaces {
  readonly #byAccount = new Map<number, number>()
  #taken = 0

  /** Returns what gives the place back, once. */
  take(accountId: number): () => void {
    const own = this.#byAccount.get(accountId) ?? 0
    if (this.#taken >= exportsAtOnce || own >= exportsOfAccount) {
      throw new AppError('RATE_LIMITED', { seconds: 5 }, { headers: { 'retry-after': '5' } })
    }
    this.#taken += 1
    this.#byAccount.set(accountId, own + 1)
    return () => {
      this.#taken -= 1
      const left = (this.#byAccount.get(accountId) ?? 1) - 1
      if (left > 0) this.#byAccount.set(accountId, left)
      else this.#byAccount.delete(accountId)
    }
  }
}

/** Read as fast as the reader takes it, so neither the size of the table nor a slow reader costs memory. */
async function streamCsv(db: Db, scope: Scope, file: CsvFile): Promise<Readable> {
  await file.announce?.()
  const body = new PassThrough()
  const written = db.snapshot(scope, async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(longestPause)}`.execute(tx)
    await pipeline(Readable.from(linesOf(tx, file)), body)
  })
  written.catch((error: Error) => body.destroy(error))
  // A fault before the first line is still answered as a problem.
  await Promise.race([once(body, 'readable'), written])
  return body
}

async function* linesOf(tx: ReadTx, { columns, batches }: CsvFile): AsyncGenerator<string> {
  let head: string | null = byteOrderMark + csvLine(columns)
  for await (const rows of batches(tx)) {
    yield (head ?? '') + rows.map(csvLine).join('')
    head = null
  }
  if (head !== null) yield head
}
