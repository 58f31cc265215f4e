import {
  openWorkbook,
  WorkbookRefusal,
  type CellFault,
  type ReadCell,
  type RefusalCode,
} from '@vigie/spreadsheet'
import { AppError, type ProblemCode } from '../../platform/kernel/index.ts'
import { markFault, type MarkedCode } from './cell-marks.ts'
import type { ResolvedHeading } from './headings.ts'
import { identifierOfNumber } from './identifier-cell.ts'
import type { ImportLimits } from './import.ts'

/** The header of a sheet, and its rows below. */
export interface OpenSheet {
  readonly headings: readonly string[]
  /** With the numbers the spreadsheet shows. */
  readonly rows: AsyncIterable<{ readonly row: number; readonly cells: readonly ReadCell[] }>
  close(): void
}

const refusals: Readonly<Record<RefusalCode, ProblemCode>> = {
  UNREADABLE: 'IMPORT_WORKBOOK_UNREADABLE',
  OLD_OR_ENCRYPTED: 'IMPORT_WORKBOOK_OLD',
  MACROS: 'IMPORT_WORKBOOK_MACROS',
  TOO_LARGE: 'IMPORT_WORKBOOK_TOO_LARGE',
  MERGED_CELLS: 'IMPORT_WORKBOOK_MERGED',
}

/** What is wrong with a workbook, in the words of the catalogue. */
function toProblem(error: unknown): unknown {
  if (!(error instanceof WorkbookRefusal)) return error
  return new AppError(refusals[error.code], error.where === '' ? {} : { cells: error.where }, {
    cause: error,
  })
}

/** The first row that says anything names the columns. */
export async function openSheet(path: string): Promise<OpenSheet> {
  try {
    const book = await openWorkbook(path)
    const rows = book.rows()
    const first = await rows.next()
    if (first.done) throw new AppError('IMPORT_EMPTY')
    // Cells to the right of the last heading belong to no column.
    const headings = first.value.cells.map((cell) => plainText(cell))
    return { headings, rows: withProblems(rows), close: () => book.close() }
  } catch (error) {
    throw toProblem(error)
  }
}

async function* withProblems<T>(rows: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* rows
  } catch (error) {
    throw toProblem(error)
  }
}

/**
 * The sheet as the CSV file that is kept and read, row for row: blank lines stand where the sheet has them, so that a
 * fault names the row its sender sees.
 */
export async function* sheetAsCsv(
  { rows }: OpenSheet,
  headings: readonly ResolvedHeading[],
  { maxRows }: Pick<ImportLimits, 'maxRows'>,
): AsyncGenerator<string> {
  yield csvRow(headings.map(({ kept }) => kept))
  let [line, count] = [1, 0]
  for await (const { row, cells } of rows) {
    count += 1
    if (count > maxRows) throw new AppError('IMPORT_TOO_MANY_ROWS', { max: maxRows })
    const type = plainText(cells[headings.findIndex(({ field }) => field === 'identifierType')])
    const texts = headings.map((heading, nth) => cellText(heading, cells[nth], type))
    yield '\n'.repeat(Math.max(0, row - line - 1)) + csvRow(texts)
    line = Math.max(row, line + 1)
  }
}

const plainText = (cell: ReadCell | undefined): string =>
  cell === undefined || cell.kind === 'EMPTY' || cell.kind === 'FAULT' ? '' : cell.text.trim()

const faultCodes: Readonly<Record<CellFault, MarkedCode>> = {
  FORMULA_WITHOUT_VALUE: 'IMPORT_CELL_FORMULA',
  ERROR_VALUE: 'IMPORT_CELL_ERROR',
  DATE_IMPOSSIBLE: 'IMPORT_CELL_DATE',
}

function cellText({ use, field }: ResolvedHeading, cell: ReadCell | undefined, type: string): string {
  if (use === 'IGNORED' || cell === undefined || cell.kind === 'EMPTY') return ''
  if (cell.kind === 'FAULT') return markFault(faultCodes[cell.fault], cell.text)
  if (cell.kind !== 'NUMBER') return cell.text
  return identifierOfNumber(field === 'identifierValue' ? type : (field ?? ''), cell.text)
}

const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
