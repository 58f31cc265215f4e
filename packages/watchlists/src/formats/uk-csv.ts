import { hasColumns, type CsvRow } from '../csv.ts'
import { readTable } from '../csv-table.ts'
import { readDay } from '../dates.ts'
import { draftEntry, ensurePrimary } from '../draft.ts'
import type { ListEntry, ListFile } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { startHolding } from '../held.ts'
import { isUsable, skipRecord, type Notes } from '../notes.ts'
import { tidy } from '../text.ts'
import { addUkAddress, addUkFacts, addUkName, ukKind, type UkValues } from './uk-entry.ts'

/** The UK Sanctions List: a line with the date, a header, and a row for each name, address and so on of an entry. */
export async function* readUkCsv(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  const hold = startHolding()
  const entries = new Map<string, { entry: ListEntry; line: number }>()
  const isHeader = (row: CsvRow): boolean => isUkHeader(file, row, notes)
  for await (const { cells, cell, line } of readTable(file, { delimiter: ',', notes, isHeader })) {
    hold(file.name, ...cells)
    const values: UkValues = (column) => [tidy(cell(column))].filter((text) => text !== '')
    const [id] = values('Unique ID')
    if (id === undefined) {
      skipRecord(notes, { file: file.name, line }, 'the row has no unique ID')
      continue
    }
    const entry = entries.get(id)?.entry ?? draftEntry(id, ukKind(values('Designation Type')[0] ?? ''))
    if (!entries.has(id)) entries.set(id, { entry, line })
    addUkName(entry, values)
    addUkAddress(entry, values, notes)
    addUkFacts(entry, values, notes)
  }
  for (const { entry, line } of entries.values()) {
    ensurePrimary(entry)
    if (isUsable(entry, { file: file.name, line }, notes)) yield entry
  }
}

/** The header is in the second line, or in the first should the date line go away. */
function isUkHeader(file: ListFile, { line, cells }: CsvRow, notes: Notes): boolean {
  if (hasColumns(cells, 'Unique ID', 'Name 6', 'Name type', 'Designation Type')) return true
  if (line > 1) {
    throw new ListFault('NOT_THIS_LIST', 'the columns are not those of the UK Sanctions List', {
      file: file.name,
    })
  }
  const day = readDay(tidy(cells.join(' ')).replace(/^[^\d]*/, ''))
  if (day) notes.publishedOn = day
  return false
}
