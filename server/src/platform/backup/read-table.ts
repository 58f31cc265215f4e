import { DamagedCopy } from './backup-fault.ts'
import { countLines, parseRow, rowsIn, type Fields } from './copy-text.ts'
import { readAhead } from './lanes.ts'
import { tableName, type CopiedTable } from './manifest.ts'
import type { BackupTarget } from './target.ts'

/** The rows of a table as they were copied, proved piece by piece and, at the end, by their number. */
export async function* readContents(
  target: Pick<BackupTarget, 'get'>,
  table: CopiedTable,
): AsyncGenerator<Buffer> {
  let rows = 0
  for await (const content of readAhead(table.chunks, (name) => target.get(name))) {
    rows += countLines(content)
    yield content
  }
  if (rows !== table.rows) {
    throw new DamagedCopy(`${tableName(table)} has ${rows} rows instead of ${table.rows}.`)
  }
}

/** One row, by the names of its columns. */
export type NamedRow = (column: string) => string | null

export async function* readNamedRows(
  target: Pick<BackupTarget, 'get'>,
  table: CopiedTable,
): AsyncGenerator<NamedRow[]> {
  const places = new Map(table.columns.map((column, nth) => [column, nth]))
  const named =
    (fields: Fields): NamedRow =>
    (column) =>
      fields[places.get(column) ?? -1] ?? null
  for await (const content of readContents(target, table)) {
    yield Array.from(rowsIn(content), (line) => named(parseRow(line)))
  }
}
