import { createReadStream } from 'node:fs'
import { AppError } from '../../platform/kernel/index.ts'
import { tableRecords, headerCells } from './csv-rows.ts'
import type { ResolvedHeading } from './headings.ts'
import type { ImportFormat, ImportLimits } from './import.ts'
import { limitBytes, readFileHead } from './prepare-upload.ts'
import type { Spooled } from './spool-upload.ts'
import { openSheet, sheetAsCsv } from './workbook-csv.ts'

/** A file of rows whose columns are understood. */
export interface OpenUpload {
  readonly headings: readonly ResolvedHeading[]
  /** With the numbers a spreadsheet shows; marks stand for cells that cannot be used. */
  readonly rows: AsyncIterable<{ readonly row: number; readonly cells: readonly string[] }>
  readonly close: () => void
}

interface Opening {
  readonly format: ImportFormat
  readonly limits: Pick<ImportLimits, 'maxRows' | 'maxBytes'>
  readonly resolve: (cells: readonly string[]) => readonly ResolvedHeading[]
}

/** Opens a small file that is read at once, while its sender waits, and not kept. */
export async function openUpload(file: Spooled, { format, limits, resolve }: Opening): Promise<OpenUpload> {
  if (file.byteCount === 0) throw new AppError('IMPORT_EMPTY')
  if (format !== 'XLSX') {
    const head = (await readFileHead(file.path)).toString('utf8')
    const headings = resolve(headerCells(head))
    const stream = createReadStream(file.path)
    const rows = limitRows(tableRecords(stream, head), limits)
    return { headings, rows, close: () => stream.destroy() }
  }
  const sheet = await openSheet(file.path)
  try {
    const headings = resolve(sheet.headings)
    const lines = limitBytes(sheetAsCsv(sheet, headings, limits), limits.maxBytes)
    return { headings, rows: tableRecords(bytesOf(lines), ''), close: () => sheet.close() }
  } catch (error) {
    sheet.close()
    throw error
  }
}

async function* limitRows<Row>(rows: AsyncIterable<Row>, { maxRows }: Pick<ImportLimits, 'maxRows'>) {
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > maxRows) throw new AppError('IMPORT_TOO_MANY_ROWS', { max: maxRows })
    yield row
  }
}

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(line)
}
