// Writes a table of so many rows to a file and reads it again; prints how long that took and how much memory.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openWorkbook, writeWorkbook, type CellValue, type SheetColumn } from '@vigie/spreadsheet'
import { csvLine } from '../server/src/platform/http/csv.ts'

export interface SheetReport {
  readonly writeSeconds: number
  readonly readSeconds: number
  /** At their peak, beyond what the process had before. */
  readonly writeMb: number
  readonly readMb: number
  readonly bytes: number
}

const types = ['text', 'text', 'number', 'date', 'dateTime', 'boolean'] as const
const columns: SheetColumn[] = Array.from({ length: 38 }, (_, nth) => ({
  heading: `Column ${nth}`,
  type: types[nth % types.length] ?? 'text',
}))

function cellOf({ type }: SheetColumn, row: number, nth: number): CellValue {
  if ((row + nth) % 3 === 0) return null
  if (type === 'number') return (row * 7919 + nth) % 1_000_003
  if (type === 'boolean') return (row + nth) % 2 === 0
  if (type === 'date')
    return new Date(Date.UTC(2000, 0, 1 + ((row + nth) % 9_000))).toISOString().slice(0, 10)
  if (type === 'dateTime') return new Date(Date.UTC(2020, 0, 1) + row * 61_000).toISOString().slice(0, 23)
  return `Ateliers & Cie ${row % 5_000} n° ${nth}`
}

async function* batches(rows: number): AsyncGenerator<CellValue[][]> {
  for (let from = 0; from < rows; from += 1_000)
    yield Array.from({ length: Math.min(1_000, rows - from) }, (_, nth) =>
      columns.map((column, place) => cellOf(column, from + nth, place)),
    )
}

async function* csv(rows: number): AsyncGenerator<string> {
  for await (const batch of batches(rows)) yield batch.map((row) => csvLine(row)).join('')
}

async function measure(work: () => Promise<void>): Promise<{ seconds: number; mb: number }> {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const began = performance.now()
  await work()
  clearInterval(watch)
  return {
    seconds: (performance.now() - began) / 1000,
    mb: (Math.max(peak, process.memoryUsage.rss()) - before) / 1e6,
  }
}

const [, , kind = 'xlsx', count = '100000'] = process.argv
const rows = Number(count)
const folder = await mkdtemp(path.join(tmpdir(), 'vigie-xlsx-'))
try {
  const file = path.join(folder, 'table')
  const content =
    kind === 'csv' ? csv(rows) : writeWorkbook([{ name: 'Table', columns, rows: batches(rows) }])
  const written = await measure(() => pipeline(Readable.from(content), createWriteStream(file)))
  const read = kind === 'csv' ? { seconds: 0, mb: 0 } : await measure(() => readAll(file))
  const { size: bytes } = await stat(file)
  const report: SheetReport = {
    writeSeconds: written.seconds,
    readSeconds: read.seconds,
    writeMb: written.mb,
    readMb: read.mb,
    bytes,
  }
  process.stdout.write(JSON.stringify(report))
} finally {
  await rm(folder, { recursive: true })
}

async function readAll(file: string): Promise<void> {
  const book = await openWorkbook(file)
  let seen = 0
  for await (const _ of book.rows()) seen += 1
  book.close()
  if (seen !== rows + 1) throw new Error(`${seen} rows came back.`)
}
