import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import type { SheetReport } from './xlsx-process.ts'

const rounds = 3
const rows = 100_000
const child = fileURLToPath(new URL('xlsx-process.ts', import.meta.url))

/** In a process of its own: the memory is that of this work alone. */
function runOnce(kind: 'csv' | 'xlsx'): SheetReport {
  const tsx = fileURLToPath(new URL('../node_modules/tsx/dist/cli.mjs', import.meta.url))
  const order = [tsx, '--conditions=vigie-source', child, kind, String(rows)]
  return JSON.parse(execFileSync(process.execPath, order, { encoding: 'utf8' })) as SheetReport
}

/** A portfolio of 38 columns written as a workbook and read again, beside the same table as CSV. */
export const xlsx: Bench = {
  name: 'xlsx',
  title: `Excel workbooks of ${rows.toLocaleString('en')} rows`,
  async run(tell) {
    const reports: Record<'csv' | 'xlsx', SheetReport[]> = { csv: [], xlsx: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of ['csv', 'xlsx'] as const) reports[kind].push(runOnce(kind))
      const [csv, book] = [reports.csv.at(-1), reports.xlsx.at(-1)]
      tell(
        `CSV ${csv?.writeSeconds.toFixed(1)} s, workbook ${book?.writeSeconds.toFixed(1)} s, read ${book?.readSeconds.toFixed(1)} s`,
      )
    }
    const of = (kind: 'csv' | 'xlsx', figure: keyof SheetReport) =>
      median(reports[kind].map((one) => one[figure]))
    const speed = (name: string, seconds: number): Figure => ({
      name,
      value: rows / seconds,
      measured: `${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
    })
    return [
      speed('workbook written', of('xlsx', 'writeSeconds')),
      speed('workbook read', of('xlsx', 'readSeconds')),
      speed('CSV written', of('csv', 'writeSeconds')),
      costFigure('memory while writing', of('xlsx', 'writeMb'), { most: 200, unit: 'MB' }),
      costFigure('memory while reading', of('xlsx', 'readMb'), { most: 250, unit: 'MB' }),
      costFigure('workbook to CSV, time', of('xlsx', 'writeSeconds') / of('csv', 'writeSeconds'), {
        most: 12,
        unit: 'x',
      }),
      costFigure('workbook to CSV, size', of('xlsx', 'bytes') / of('csv', 'bytes'), { most: 1, unit: 'x' }),
    ]
  },
}
