import { Readable } from 'node:stream'
import { CsvError, parse, type Options } from 'csv-parse'
import type { ListFile } from './entry.ts'
import { ListFault } from './fault.ts'
import { limits } from './limits.ts'
import { warn, type Notes } from './notes.ts'
import { readText } from './text.ts'

export interface CsvRow {
  line: number
  cells: string[]
}

export interface CsvShape {
  delimiter: ',' | ';'
  /** Quotes within an unquoted cell are letters like others. */
  isLax?: boolean
  /** The text in pieces, where it is not simply that of the file. */
  text?: AsyncIterable<string>
  /** Told when the last row is not closed by a line break. */
  notes?: Notes
}

/** The rows of a CSV file one by one; blank lines give none. */
export async function* readCsv(file: ListFile, shape: CsvShape): AsyncGenerator<CsvRow> {
  const source = Readable.from(boundLines(file, shape))
  const options: Options = {
    bom: true,
    delimiter: shape.delimiter,
    info: true,
    max_record_size: limits.rowCharacters,
    relax_column_count: true,
    relax_quotes: shape.isLax ?? false,
    skip_empty_lines: true,
  }
  const parser = parse(options)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const row of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      const { info, record } = row
      if (record.length > 1 || record[0]?.trim() !== '') yield { line: info.lines, cells: record }
    }
  } catch (error) {
    // Rows that were read before the fault may still have been waiting: the parser knows the line.
    throw error instanceof CsvError ? toFault(error, file.name) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The parser counts the letters of a row, not its cells: a row of separators alone would fill the memory. */
async function* boundLines(file: ListFile, shape: CsvShape): AsyncGenerator<string> {
  let [isQuoted, cells, line, last] = [false, 0, 1, '\n']
  for await (const piece of shape.text ?? readText(file)) {
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece[at]
      if (sign === '"') isQuoted = !isQuoted
      else if (sign === '\n') {
        line += 1
        if (!isQuoted || shape.isLax) cells = 0
      } else if (sign === shape.delimiter && !isQuoted) cells += 1
      if (cells > limits.cells) {
        throw new ListFault('TOO_LARGE', 'one row has more cells than any honest one', {
          file: file.name,
          line,
        })
      }
    }
    last = piece.at(-1) ?? last
    yield piece
  }
  if (shape.notes && last !== '\n') {
    warn(shape.notes, `${file.name} does not end with a line break; it may be incomplete.`)
  }
}

function toFault(error: CsvError, file: string): ListFault {
  const lines: unknown = Reflect.get(error, 'lines')
  const place = typeof lines === 'number' ? { file, line: lines } : { file }
  const options = { cause: error }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ListFault('TRUNCATED', 'the file ends within a quoted text', place, options)
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new ListFault('TOO_LARGE', 'a row is longer than any honest one', place, options)
  }
  return new ListFault('MALFORMED', 'a row is not valid CSV', place, options)
}

/** Gives cells by the name of their column; names differ in case and blanks between versions of a file. */
export function columnsOf(header: readonly string[]): (row: CsvRow, name: string) => string {
  const places = new Map<string, number>()
  for (const [place, name] of header.entries()) {
    if (!places.has(columnKey(name))) places.set(columnKey(name), place)
  }
  return ({ cells }, name) => cells[places.get(columnKey(name)) ?? -1] ?? ''
}

export function hasColumns(header: readonly string[], ...names: string[]): boolean {
  const keys = new Set(header.map(columnKey))
  return names.every((name) => keys.has(columnKey(name)))
}

const columnKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]+/g, '')
