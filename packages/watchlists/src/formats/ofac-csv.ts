import { readCsv, type CsvRow } from '../csv.ts'
import { addCountry, addName, addText, draftEntry, joinParts } from '../draft.ts'
import type { ListEntry, ListFile } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { addTo, startHolding } from '../held.ts'
import { isUsable, skipRecord, warn, type Notes } from '../notes.ts'
import { readText } from '../text.ts'
import { ofacKind, ofacName } from './ofac-names.ts'
import { readRemarks } from './ofac-remarks.ts'

/** The four files have no header; they are told apart by how many cells a row has. */
const roles = new Map([
  [12, 'PRIMARY'],
  [5, 'ALIASES'],
  [6, 'ADDRESSES'],
  [2, 'REMARKS'],
] as const)
type Role = 'PRIMARY' | 'ALIASES' | 'ADDRESSES' | 'REMARKS'

/** What the other files say of the entries of the primary one, by the number of the entry. */
type SideRows = Record<Exclude<Role, 'PRIMARY'>, Map<string, string[][]>>

export async function* readOfacCsv(files: readonly ListFile[], notes: Notes): AsyncGenerator<ListEntry> {
  const byRole = await sortFiles(files)
  const primary = byRole.get('PRIMARY')
  if (!primary)
    throw new ListFault('MISSING_FILE', 'the file with the names (sdn.csv or cons_prim.csv) is missing')
  notes.isEndMarked = true
  const sides: SideRows = { ALIASES: new Map(), ADDRESSES: new Map(), REMARKS: new Map() }
  const hold = startHolding()
  for (const role of ['ALIASES', 'ADDRESSES', 'REMARKS'] as const) {
    const file = byRole.get(role)
    if (!file) warn(notes, `${missing[role]} were not given: the entries have none from there.`)
    else
      for await (const { cells } of readRole(file, role, notes)) {
        hold(file.name, ...cells)
        addTo(sides[role], cells[0] ?? '', cells.slice(1))
      }
  }
  for await (const row of readRole(primary, 'PRIMARY', notes)) {
    const entry = readEntry(row, sides, notes)
    for (const rows of Object.values(sides)) rows.delete(entry.id)
    if (isUsable(entry, { file: primary.name, line: row.line }, notes)) yield entry
  }
  for (const role of ['ALIASES', 'ADDRESSES', 'REMARKS'] as const) {
    const orphans = sides[role].size
    if (orphans > 0)
      warn(notes, `${missing[role]} of ${orphans} entries that are not in the list were ignored.`)
  }
}

const missing = { ALIASES: 'Aliases', ADDRESSES: 'Addresses', REMARKS: 'Continued remarks' }

async function sortFiles(files: readonly ListFile[]): Promise<Map<Role, ListFile>> {
  const sorted = new Map<Role, ListFile>()
  for (const file of files) {
    const role = await roleOf(file)
    const other = sorted.get(role)
    if (other) {
      throw new ListFault('DOUBLED', `${other.name} is a file of the same kind; each may be there once`, {
        file: file.name,
      })
    }
    sorted.set(role, file)
  }
  return sorted
}

async function roleOf(file: ListFile): Promise<Role> {
  for await (const { cells } of readCsv(file, { delimiter: ',', text: textBeforeMark(file, () => {}) })) {
    const role = roles.get(cells.length as 12)
    if (role && /^\d+$/.test(cells[0]?.trim() ?? '')) return role
    break
  }
  throw new ListFault('NOT_THIS_LIST', 'this is none of the CSV files that OFAC publishes', {
    file: file.name,
  })
}

const width = { PRIMARY: 12, ALIASES: 5, ADDRESSES: 6, REMARKS: 2 }

/** The good rows of one of the files, with null marks taken out. */
async function* readRole(file: ListFile, role: Role, notes: Notes): AsyncGenerator<CsvRow> {
  let isMarked = false
  let bad: CsvRow | undefined
  for await (const row of readCsv(file, {
    delimiter: ',',
    text: textBeforeMark(file, () => (isMarked = true)),
  })) {
    if (bad) skipRecord(notes, { file: file.name, line: bad.line }, 'the row is broken')
    bad = undefined
    const isGood = row.cells.length === width[role] && /^\d+$/.test(row.cells[0]?.trim() ?? '')
    if (!isGood) bad = row
    // A remark may continue in the middle of a word, with a blank, in the next file.
    else yield { line: row.line, cells: row.cells.map((cell) => (cell.trim() === '-0-' ? '' : cell)) }
  }
  // Only in the last row is it certain that something is missing after it.
  if (bad && !isMarked) {
    throw new ListFault('TRUNCATED', 'the file ends within a row', { file: file.name, line: bad.line })
  }
  if (bad) skipRecord(notes, { file: file.name, line: bad.line }, 'the row is broken')
  if (!isMarked) {
    notes.isEndMarked = false
    warn(notes, `${file.name} does not end with the usual mark; it may be incomplete.`)
  }
}

/** OFAC ends its files with the sign that once meant the end of a file. */
async function* textBeforeMark(file: ListFile, onMark: () => void): AsyncGenerator<string> {
  let isMarked = false
  for await (const piece of readText(file)) {
    const at = isMarked ? 0 : piece.indexOf('\u{1a}')
    if (at < 0) {
      yield piece
      continue
    }
    if (piece.slice(isMarked ? 0 : at + 1).trim() !== '') {
      throw new ListFault('MALFORMED', 'the file goes on after its end mark', { file: file.name })
    }
    if (!isMarked) yield piece.slice(0, at)
    isMarked = true
    onMark()
  }
}

function readEntry({ cells }: CsvRow, sides: SideRows, notes: Notes): ListEntry {
  const [id = '', name = '', type = '', programmes = '', title, , , , , flag] = cells
  const kind = ofacKind(type)
  const entry = draftEntry(id.trim(), kind)
  addName(entry, ofacName(kind, name), 'PRIMARY')
  for (const [, aliasType = '', alias = ''] of sides.ALIASES.get(entry.id) ?? []) {
    addName(entry, ofacName(kind, alias), aliasType.trim() === 'fka' ? 'FORMER' : 'ALIAS')
  }
  addText(entry.programmes, ...programmes.split(/\] \[|;/).map((one) => one.replaceAll(/[[\]]/g, '')))
  addText(entry.positions, title)
  addCountry(entry, flag, notes)
  for (const [, street, city, country] of sides.ADDRESSES.get(entry.id) ?? []) {
    addText(entry.addresses, joinParts(', ', street, city, country))
    if (kind !== 'PERSON') addCountry(entry, country, notes)
  }
  // Cut anywhere, even within a word: nothing may come between the parts.
  const continued = (sides.REMARKS.get(entry.id) ?? []).map(([text = '']) => text)
  readRemarks(entry, [cells[11] ?? '', ...continued].join(''), notes)
  return entry
}
