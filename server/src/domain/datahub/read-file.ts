import { CsvError, parse } from 'csv-parse/sync'
import { AppError, type ProblemCode, type ProblemParams } from '../../platform/kernel/index.ts'

/** A row of a file: what it says, or why it cannot be read. */
export interface FileRow {
  readonly row: number
  readonly record: Readonly<Record<string, unknown>> | null
  readonly fault?: { readonly code: ProblemCode; readonly params: ProblemParams }
}

export type FileFormat = 'CSV' | 'NDJSON'

export const maxFileRows = 10_000
const maxRowLength = 64 * 1024
const columns = [
  'thirdpartyId',
  'siren',
  'vatNumber',
  'duns',
  'lei',
  'score',
  'grade',
  'asOf',
  'reference',
  'url',
  'rationale',
  'title',
  'date',
  'sentiment',
  'summary',
] as const

/** Rows as a spreadsheet, or an editor, counts them. */
export function readFile(text: string, format: FileFormat): FileRow[] {
  const rows = format === 'CSV' ? csvRows(text) : ndjsonRows(text)
  if (rows.length === 0) throw new AppError('IMPORT_EMPTY')
  if (rows.length > maxFileRows) throw new AppError('IMPORT_TOO_MANY_ROWS', { max: maxFileRows })
  return rows
}

function csvRows(text: string): FileRow[] {
  const [header, ...rows] = cellsOf(text)
  if (!header) return []
  const names = header.map(columnOf)
  return rows.flatMap((cells, nth): FileRow[] => {
    const row = nth + 2
    if (cells.every((cell) => cell.trim() === '')) return []
    if (cells.length !== names.length) {
      const params = { found: cells.length, expected: names.length }
      return [{ row, record: null, fault: { code: 'IMPORT_ROW_CELLS', params } }]
    }
    return [{ row, record: Object.fromEntries(names.map((name, place) => [name, cells[place]])) }]
  })
}

function cellsOf(text: string): string[][] {
  const [line = ''] = text.split('\n', 1)
  const delimiter = line.split(';').length > line.split(',').length ? ';' : ','
  const options = { bom: true, delimiter, relax_column_count: true, max_record_size: maxRowLength }
  try {
    return parse(text, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = Number(error['records'] ?? 0) + 1
    throw new AppError('IMPORT_FILE_MALFORMED', { row }, { cause: error })
  }
}

function columnOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const found = columns.find((column) => column.toLowerCase() === plain)
  if (found) return found
  const faultParams = { columns: name.trim().slice(0, 60) || '(empty)', known: columns.join(', ') }
  throw new AppError('IMPORT_COLUMN_UNKNOWN', faultParams)
}

function ndjsonRows(text: string): FileRow[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, nth): FileRow[] => (line.trim() === '' ? [] : [ndjsonRow(line, nth + 1)]))
}

function ndjsonRow(line: string, row: number): FileRow {
  if (line.length > maxRowLength) throw new AppError('IMPORT_FILE_MALFORMED', { row })
  const record = objectOf(line)
  if (record === null) return { row, record, fault: { code: 'IMPORT_ROW_JSON', params: {} } }
  const known: readonly string[] = [...columns, 'items']
  const unknown = Object.keys(record).find((name) => !known.includes(name))
  if (unknown === undefined) return { row, record }
  const params = { field: unknown.slice(0, 60) }
  return { row, record: null, fault: { code: 'IMPORT_FIELD_UNKNOWN', params } }
}

function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
