import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { importRegister } from '../server/src/domain/references/index.ts'
import {
  establishmentColumns,
  establishments,
  unit,
  unitColumns,
  type StockRow,
} from '../server/test/registers/sirene-stock.ts'
import { csvLines, writeCsv } from '../server/test/registers/write-files.ts'
import { benchDatabase, type BenchDatabase } from './support/bench-database.ts'
import type { Bench, Figure } from './support/figures.ts'

const units = Number(process.env['VIGIE_BENCH_UNITS'] ?? 200_000)

interface Stock {
  name: string
  path: string
  columns: readonly string[]
  rows: number
}

function* rowsOf(make: (nth: number) => readonly StockRow[]): Generator<StockRow> {
  for (let nth = 0; nth < units; nth += 1) yield* make(nth)
}

async function writeStock(folder: string): Promise<Stock[]> {
  const stocks = [
    { name: 'legal units', columns: unitColumns, make: (nth: number) => [unit(nth)] },
    { name: 'establishments', columns: establishmentColumns, make: establishments },
  ]
  const written: Stock[] = []
  for (const { name, columns, make } of stocks) {
    const file = path.join(folder, `${name}.csv`)
    let rows = -1
    const counted = function* () {
      for (const line of csvLines(columns, rowsOf(make))) {
        rows += 1
        yield line
      }
    }
    await writeCsv(file, counted())
    // The server reads it as a user of its own.
    await chmod(file, 0o644)
    written.push({ name, columns, path: file, rows })
  }
  return written
}

/** The limit: the server's own COPY of the same file into one table of texts without any index. */
async function plainCopy(client: pg.Client, { path: file, columns, rows }: Stock): Promise<number> {
  await client.query(`create table plain (${columns.map((column) => `"${column}" text`).join(', ')})`)
  const began = performance.now()
  await client.query(`copy plain from ${client.escapeLiteral(file)} (format csv, header true)`)
  const rate = rows / ((performance.now() - began) / 1000)
  await client.query('drop table plain')
  return rate
}

async function measure(database: BenchDatabase, client: pg.Client, stock: Stock): Promise<Figure[]> {
  const copied = await plainCopy(client, stock)
  const began = performance.now()
  const report = await importRegister(database.db, { register: 'sirene', path: stock.path })
  const imported = stock.rows / ((performance.now() - began) / 1000)
  if (report.added !== stock.rows) throw new Error(`${report.added} of ${stock.rows} rows came in.`)
  const share = imported / copied
  return [
    { name: `${stock.name}: rows/s`, value: imported, measured: `${imported.toFixed(0)}/s` },
    { name: `${stock.name}: plain COPY, rows/s`, value: copied, measured: `${copied.toFixed(0)}/s` },
    { name: `${stock.name}: against plain COPY`, value: share, measured: `${share.toFixed(3)} x` },
  ]
}

export const registerImport: Bench = {
  name: 'register-import',
  title: `Import of a SIRENE stock of ${units.toLocaleString('en')} units, against COPY of the same files`,
  async run(tell) {
    const folder = await mkdtemp(path.join(tmpdir(), 'vigie-stock-'))
    const database = await benchDatabase()
    const client = new pg.Client({ connectionString: database.adminUrl })
    await client.connect()
    try {
      await chmod(folder, 0o755)
      const stocks = await writeStock(folder)
      tell('files written')
      const figures: Figure[] = []
      for (const stock of stocks) figures.push(...(await measure(database, client, stock)))
      const memory = process.resourceUsage().maxRSS / 1024
      return [...figures, { name: 'peak memory', value: memory, measured: `${memory.toFixed(0)} MB` }]
    } finally {
      await client.end()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
