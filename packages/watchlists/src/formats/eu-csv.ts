import { hasColumns, type CsvRow } from '../csv.ts'
import { readTable, type TableRow } from '../csv-table.ts'
import { readDay } from '../dates.ts'
import type { ListEntry, ListFile } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { addTo, startHolding } from '../held.ts'
import { limits } from '../limits.ts'
import { isUsable, skipRecord, warn, type Notes } from '../notes.ts'
import { tidy } from '../text.ts'
import { readEuEntry, type EuPart, type EuParts } from './eu-entry.ts'

/** The same list as CSV 1.1: one row for each component of an entry, in no order one could rely on. */
export async function* readEuCsv(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  const hold = startHolding()
  const groups = new Map<string, TableRow[]>()
  const isHeader = (row: CsvRow): boolean => isEuHeader(file, row)
  for await (const row of readTable(file, { delimiter: ';', isLax: true, notes, isHeader })) {
    hold(file.name, ...row.cells)
    const key = row.cell('Entity_LogicalId').trim()
    if (/^\d+$/.test(key)) addTo(groups, key, row)
    else skipRecord(notes, { file: file.name, line: row.line }, 'the row does not say whose it is')
    const day = notes.publishedOn ?? readDay(row.cell('fileGenerationDate'))
    if (day) notes.publishedOn = day
  }
  warn(notes, 'The CSV file of the EU does not mark weak names reliably; its XML file does.')
  for (const rows of groups.values()) {
    const entry = readEuEntry(partsOf(rows), notes)
    const place = { file: file.name, line: rows[0]?.line ?? 1 }
    if (isUsable(entry, place, notes)) yield entry
  }
}

function isEuHeader(file: ListFile, { cells, line }: CsvRow): true {
  if (hasColumns(cells, 'Entity_LogicalId', 'NameAlias_WholeName', 'Entity_SubjectType')) return true
  const sentence = 'the columns are not those of the CSV file of the EU'
  throw new ListFault('NOT_THIS_LIST', sentence, { file: file.name, line })
}

function partsOf(rows: readonly TableRow[]): EuParts {
  const part =
    (prefix: string, row: TableRow): EuPart =>
    (name) =>
      // The columns of the entity have stood with and without the prefix.
      tidy(row.cell(`${prefix}_${name}`)) || (prefix === 'Entity' ? tidy(row.cell(name)) : '')
  // Columns of the entity repeat in each row; a row fills one of the other blocks.
  const all = (prefix: string): EuPart[] => rows.map((row) => part(prefix, row))
  const filled = (name: string): string =>
    rows.map((row) => tidy(row.cell(name))).find((text) => text !== '') ?? ''
  const ofEntity = all('Entity')
  return {
    entity: (name) => ofEntity.map((one) => one(name)).find((text) => text !== '') ?? '',
    subjectType: filled('Entity_SubjectType_ClassificationCode') || filled('Entity_SubjectType'),
    regulations: all('Entity_Regulation'),
    names: rows.map((row) => ({ part: part('NameAlias', row), remark: tidy(row.cell('NameAlias_Remark')) })),
    births: all('BirthDate'),
    addresses: all('Address'),
    identifications: all('Identification'),
    citizenships: all('Citizenship'),
    remarks: rows.map((row) => tidy(row.cell('Entity_Remark'))).slice(0, limits.values),
  }
}
