import { columnsOf, readCsv, type CsvRow, type CsvShape } from './csv.ts'
import type { ListFile } from './entry.ts'
import { ListFault } from './fault.ts'
import { skipRecord, type Notes } from './notes.ts'

export interface TableRow extends CsvRow {
  cell: (column: string) => string
}

export interface TableShape extends CsvShape {
  notes: Notes
  /** Whether this is the row with the names of columns. Rows before it give nothing; a wrong one is a fault. */
  isHeader: (row: CsvRow) => boolean
}

/** The rows below a header, with their cells by name. A broken one is skipped, unless the file ends with it. */
export async function* readTable(file: ListFile, shape: TableShape): AsyncGenerator<TableRow> {
  const { notes } = shape
  let header: string[] | undefined
  let cellOf: ReturnType<typeof columnsOf> = () => ''
  let broken: CsvRow | undefined
  for await (const row of readCsv(file, shape)) {
    if (!header) {
      if (!shape.isHeader(row)) continue
      header = row.cells
      cellOf = columnsOf(header)
      continue
    }
    if (broken) skipBroken(file, broken, notes)
    broken = isWhole(row, header.length) ? undefined : row
    if (!broken) yield { ...row, cell: (column) => cellOf(row, column) }
  }
  if (!header) throw new ListFault('NOT_THIS_LIST', 'no line names the columns', { file: file.name })
  if (!broken) return
  if (broken.cells.length >= header.length) return skipBroken(file, broken, notes)
  throw new ListFault('TRUNCATED', 'the file ends within a row', { file: file.name, line: broken.line })
}

const isWhole = ({ cells }: CsvRow, width: number): boolean =>
  cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '')

function skipBroken(file: ListFile, { line }: CsvRow, notes: Notes): void {
  skipRecord(notes, { file: file.name, line }, 'the row has more or fewer cells than there are columns')
}
