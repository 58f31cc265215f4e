import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse, type Parser } from 'csv-parse'
import { CsvError as CsvErrorAtOnce, parse as parseAtOnce } from 'csv-parse/sync'
import { AppError } from '../../platform/kernel/index.ts'
import { cellValues } from './attribute-cell.ts'
import { readMark } from './cell-marks.ts'
import type { GivenRow } from './check-row.ts'
import type { CsvHeader } from './csv-header.ts'
import type { OwnColumn } from './find-column.ts'
import { expandScientific } from './identifier-cell.ts'
import type { RowFault } from './import.ts'
import type { ReadRow } from './read-row.ts'

const maxRowBytes = 64 * 1024
// Far more than there are columns; the parser counts what cells hold, and so lets any number of empty ones pass.
const maxCells = 2_000
/** Enough of the file's beginning to hold any header. */
export const headBytes = maxRowBytes

const delimiters = [',', ';', '\t'] as const
type Delimiter = (typeof delimiters)[number]

/** The sign there is most of in the first line is the one. */
function delimiterOf(head: string): Delimiter {
  const [line = ''] = head.split('\n', 1)
  const count = (sign: Delimiter) => line.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const optionsFor = (head: string) =>
  ({
    bom: true,
    delimiter: delimiterOf(head),
    relax_column_count: true,
    max_record_size: maxRowBytes,
  }) as const

export const headerCells = (head: string): string[] => headerRecord(Buffer.from(head)).cells

/** The first row, how it is cut, and where the next one begins. */
export function headerRecord(head: Buffer): { cells: string[]; bytes: number; delimiter: Delimiter } {
  const text = head.toString('utf8')
  let rows: { record: string[]; info: { bytes: number } }[]
  try {
    rows = parseAtOnce(text, { ...optionsFor(text), to: 1, info: true }) as unknown as typeof rows
  } catch (error) {
    throw toRowError(error, 1)
  }
  const [first] = rows
  if (!first || first.record.every((cell) => cell.trim() === '')) throw new AppError('IMPORT_EMPTY')
  return { cells: first.record, bytes: first.info.bytes, delimiter: delimiterOf(text) }
}

/** The first rows of a file, of which `head` is the beginning. */
export function headRows(head: string, count: number): string[][] {
  try {
    const rows = parseAtOnce(head, { ...optionsFor(head), to: count })
    if (rows.length === 0) throw new AppError('IMPORT_EMPTY')
    return rows
  } catch (error) {
    throw toRowError(error, 1)
  }
}

/** The rows of companies. */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  head: string,
  header: CsvHeader,
): AsyncGenerator<ReadRow> {
  for await (const { row, bytes, cells } of tableRecords(chunks, head))
    yield { row, bytes, ...readCells(cells, header) }
}

/**
 * What stands below the header, whatever it is about. Rows are counted as a spreadsheet shows them: the header is the
 * first, and blank ones count.
 */
export async function* tableRecords(
  chunks: AsyncIterable<Buffer>,
  head: string,
): AsyncGenerator<{ row: number; bytes: number; cells: string[] }> {
  const source = Readable.from(checkChunks(chunks, delimiterOf(head)), { objectMode: false })
  const parser: Parser = parse(optionsFor(head))
  source.on('error', (error) => parser.destroy(error))
  parser.on('close', () => source.destroy())
  source.pipe(parser)
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      if (row === 1 || (cells.length === 1 && cells[0]?.trim() === '')) continue
      yield { row, bytes: parser.info.bytes, cells }
    }
  } catch (error) {
    throw toRowError(error, row)
  }
}

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

// The parser reads a piece in one go, makes an error of every row of another length, and others wait meanwhile: in
// pieces this small, for milliseconds.
const pieceBytes = 2 * 1024

/** Looks at separators alone, before the parser makes a cell of each. */
async function* checkChunks(chunks: AsyncIterable<Buffer>, delimiter: Delimiter): AsyncGenerator<Buffer> {
  const separator = delimiter.charCodeAt(0)
  let [isQuoted, cells, row] = [false, 0, 1]
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte === quote) isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (byte === separator) cells += 1
      else if (byte === lineFeed || byte === carriageReturn) {
        cells = 0
        if (byte === lineFeed) row += 1
      }
      if (cells > maxCells) throw new AppError('IMPORT_FILE_MALFORMED', { row })
    }
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      yield chunk.subarray(from, from + pieceBytes)
      await setImmediate()
    }
  }
}

function toRowError(error: unknown, row: number): unknown {
  const isCsv = error instanceof CsvError || error instanceof CsvErrorAtOnce
  return isCsv ? new AppError('IMPORT_FILE_MALFORMED', { row }, { cause: error }) : error
}

const shorthands = [
  ['siret', 'SIRET'],
  ['vat', 'VAT'],
  ['duns', 'DUNS'],
  ['lei', 'LEI'],
  ['nationalId', 'NATIONAL'],
] as const

/** Why a row cannot be read at all; nothing if it can. */
export function unreadableCells(cells: readonly string[], names: readonly string[]): RowFault[] {
  if (cells.length !== names.length) {
    const params = { found: cells.length, expected: names.length }
    return [{ column: null, code: 'IMPORT_ROW_CELLS', params }]
  }
  return cells.flatMap((text, nth) => readMark(names[nth] ?? '', text) ?? [])
}

function readCells(cells: readonly string[], header: CsvHeader): Pick<ReadRow, 'given' | 'faults'> {
  const { names, own } = header
  const unread = unreadableCells(cells, names)
  if (unread.length > 0) return { faults: unread }
  const cell = (column: OwnColumn) => cells[own.get(column) ?? -1]?.trim() ?? ''
  const columnName = (column: OwnColumn) => names[own.get(column) ?? -1] ?? column
  const identifier = identifierOf(cell, header)
  const value = expandScientific(cell(identifier.column))
  const rounded = readMark(columnName(identifier.column), value)
  if (rounded) return { faults: [rounded] }
  const given: GivenRow = {
    type: identifier.type,
    value,
    identifierCountry: cell('countryCode').toUpperCase() || null,
    register: cell('register').toUpperCase() || null,
    code: cell('code') || null,
    name: cell('name') || null,
    countryCode: cell('countryCode').toUpperCase() || null,
    owner: cell('owner') || null,
    attributes: header.attributes.flatMap(({ place, definition: { label, type } }) => {
      const text = cells[place]?.trim() ?? ''
      return text === '' ? [] : [{ column: label, input: { label, values: cellValues(type, text) } }]
    }),
    columns: {
      type: columnName('identifierType'),
      value: columnName(identifier.column),
      code: columnName('code'),
      name: columnName('name'),
      countryCode: columnName('countryCode'),
      owner: columnName('owner'),
    },
  }
  return { given }
}

/** The general columns where they are filled, else the first of the special ones that is. */
function identifierOf(cell: (column: OwnColumn) => string, { own }: CsvHeader) {
  const general = { column: 'identifierValue' as OwnColumn, type: cell('identifierType') }
  if (cell('identifierValue') !== '') return general
  for (const [column, type] of shorthands) if (cell(column) !== '') return { column, type }
  // None is: whichever there is takes the blame.
  const [column] = shorthands.find(([one]) => own.has(one)) ?? ['identifierValue' as const]
  return own.has('identifierValue') ? general : { column, type: '' }
}
