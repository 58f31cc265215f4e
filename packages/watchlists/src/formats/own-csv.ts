import { columnsOf, hasColumns, readCsv, type CsvRow } from '../csv.ts'
import { countryCode } from '../countries.ts'
import { readDate } from '../dates.ts'
import { addIdentifier, addName, addText, draftEntry } from '../draft.ts'
import type { EntryKind, ListEntry, ListFile } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { skipRecord, type Notes } from '../notes.ts'
import { headOf, tidy } from '../text.ts'

const columns = ['id', 'name', 'kind', 'aliases', 'identifiers', 'countries', 'birthDate', 'reason']

/** A list that a customer keeps in a spreadsheet. A row with a fault is skipped and named with its line. */
export async function* readOwnCsv(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  const [firstLine = ''] = (await headOf(file)).split('\n', 1)
  const delimiter = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  let header: string[] | undefined
  let cell: ReturnType<typeof columnsOf> = () => ''
  for await (const row of readCsv(file, { delimiter, notes })) {
    if (!header) {
      header = checkHeader(file, row.cells)
      cell = columnsOf(header)
      continue
    }
    const { entry, faults } = readRow(row, { cell, width: header.length })
    if (faults.length === 0) yield entry
    else skipRecord(notes, { file: file.name, line: row.line }, faults.join(', '))
  }
}

function checkHeader(file: ListFile, header: string[]): string[] {
  if (hasColumns(header, 'id', 'name')) return header
  const sentence = `the first line must name the columns ${columns.join(', ')}; id and name must be there`
  throw new ListFault('NOT_THIS_LIST', sentence, { file: file.name, line: 1 })
}

const kinds = new Map<string, EntryKind>([
  ['', 'UNKNOWN'],
  ['unknown', 'UNKNOWN'],
  ['person', 'PERSON'],
  ['organisation', 'ORGANISATION'],
  ['organization', 'ORGANISATION'],
  ['company', 'ORGANISATION'],
  ['vessel', 'VESSEL'],
])

function readRow(
  row: CsvRow,
  { cell, width }: { cell: ReturnType<typeof columnsOf>; width: number },
): { entry: ListEntry; faults: string[] } {
  const faults: string[] = []
  const value = (name: string): string => tidy(cell(row, name))
  const kind = kinds.get(value('kind').toLowerCase())
  const entry = draftEntry(value('id'), kind ?? 'UNKNOWN')
  // Spreadsheets drop empty cells at the end of a row, and may add some.
  if (row.cells.slice(width).some((text) => text.trim() !== ''))
    faults.push('the row has more cells than columns')
  if (entry.id === '') faults.push('the id is missing')
  addName(entry, value('name'), 'PRIMARY')
  if (entry.names.length === 0) faults.push('the name is missing')
  if (kind === undefined) faults.push(`the kind "${value('kind').slice(0, 40)}" is unknown`)
  for (const alias of several(value('aliases'))) addName(entry, alias, 'ALIAS')
  for (const text of several(value('identifiers'))) {
    const [, type, number] = /^([a-z_]+)\s*:\s*(.+)$/i.exec(text) ?? []
    if (type === undefined) faults.push(`the identifier "${text.slice(0, 40)}" is not written as TYPE:value`)
    else addIdentifier(entry, type.toUpperCase(), number)
  }
  for (const text of several(value('countries'))) {
    const code = countryCode(text)
    if (code === undefined) faults.push(`the country "${text.slice(0, 40)}" is unknown`)
    else addText(entry.countries, code)
  }
  for (const text of several(value('birthDate'))) {
    const date = readDate(text)
    if (date === undefined) faults.push(`the date "${text.slice(0, 40)}" is not understood`)
    else addText(entry.birthDates, date)
  }
  addText(entry.reasons, value('reason'))
  return { entry, faults }
}

function several(text: string): string[] {
  return text
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
