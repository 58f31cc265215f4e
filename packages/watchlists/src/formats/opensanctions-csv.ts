import { parse } from 'csv-parse/sync'
import { hasColumns, type CsvRow } from '../csv.ts'
import { readTable } from '../csv-table.ts'
import { readDate } from '../dates.ts'
import { addBirthDate, addCountry, addIdentifier, addName, addText, draftEntry } from '../draft.ts'
import type { EntryKind, ListEntry, ListFile } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { refuseCrowd } from '../held.ts'
import { isUsable, warn, type Notes } from '../notes.ts'

/** targets.simple.csv. It mixes weak and former names into the aliases, and does not say what its numbers are. */
export async function* readOpenSanctionsCsv(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  warn(notes, 'This file does not tell weak aliases from others; entities.ftm.json does.')
  const isHeader = ({ cells }: CsvRow): true => {
    if (hasColumns(cells, 'id', 'schema', 'name', 'aliases', 'birth_date')) return true
    throw new ListFault('NOT_THIS_LIST', 'the columns are not those of targets.simple.csv', {
      file: file.name,
    })
  }
  for await (const { cell, line } of readTable(file, { delimiter: ',', notes, isHeader })) {
    const entry = readEntry(cell, notes)
    if (isUsable(entry, { file: file.name, line }, notes)) yield entry
  }
}

function readEntry(cell: (name: string) => string, notes: Notes): ListEntry {
  const entry = draftEntry(cell('id').trim(), schemaKind(cell('schema')))
  addName(entry, cell('name'), 'PRIMARY')
  for (const alias of several(cell('aliases'))) addName(entry, alias, 'ALIAS')
  for (const text of several(cell('birth_date'))) addBirthDate(entry, readDate(text), { text, notes })
  for (const country of several(cell('countries'))) addCountry(entry, country, notes)
  for (const value of several(cell('identifiers'))) addIdentifier(entry, typeByShape(value), value)
  addText(entry.addresses, ...several(cell('addresses')))
  addText(entry.programmes, ...several(cell('program_ids')))
  addText(entry.reasons, ...several(cell('sanctions')))
  return entry
}

/** A cell with several values is a line of CSV itself, with semicolons. */
function several(text: string): string[] {
  const values = split(text)
  refuseCrowd(values)
  return values
}

function split(text: string): string[] {
  if (!text.includes('"')) return text.split(';')
  try {
    const [values = []] = parse(text, { delimiter: ';', relax_quotes: true, relax_column_count: true })
    return values
  } catch {
    // A quote that is part of a name.
    return text.split(';')
  }
}

export function schemaKind(schema: string): EntryKind {
  if (schema === 'Person') return 'PERSON'
  if (schema === 'Vessel') return 'VESSEL'
  // A legal entity may be either: it is what is not known.
  return /^(?:Organization|Company|PublicBody)$/.test(schema) ? 'ORGANISATION' : 'UNKNOWN'
}

function typeByShape(value: string): string {
  if (/^[A-Z\d]{18}\d\d$/.test(value)) return 'LEI'
  return /^IMO\s?\d{7}$/i.test(value) ? 'IMO' : 'OTHER'
}
