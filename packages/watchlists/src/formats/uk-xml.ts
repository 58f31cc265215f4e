import { readDay } from '../dates.ts'
import { draftEntry, ensurePrimary } from '../draft.ts'
import type { ListEntry, ListFile } from '../entry.ts'
import { addTo } from '../held.ts'
import { isUsable, type Notes } from '../notes.ts'
import { readXml } from '../xml.ts'
import { childOf, childrenOf, textAt, type XmlElement } from '../xml-element.ts'
import { addUkAddress, addUkFacts, addUkName, ukKind, type UkValues } from './uk-entry.ts'

/** The same list as XML. */
export async function* readUkXml(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  const records = readXml(file, { root: 'Designations', records: ['DateGenerated', 'Designation'] })
  for await (const record of records) {
    if (record.name === 'DateGenerated') {
      const day = readDay(record.text)
      if (day) notes.publishedOn = day
      continue
    }
    const entry = readEntry(record, notes)
    if (isUsable(entry, { file: file.name, line: record.line }, notes)) yield entry
  }
  notes.isEndMarked = true
}

function readEntry(record: XmlElement, notes: Notes): ListEntry {
  const entry = draftEntry(textAt(record, 'UniqueID'), ukKind(textAt(record, 'IndividualEntityShip')))
  for (const name of childrenOf(childOf(record, 'Names'), 'Name')) addUkName(entry, valuesBelow(name))
  for (const address of childrenOf(childOf(record, 'Addresses'), 'Address')) {
    addUkAddress(entry, valuesBelow(address), notes)
  }
  addUkFacts(entry, valuesBelow(record), notes)
  ensurePrimary(entry)
  return entry
}

const key = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]+/g, '')

/** Values stand in groups within groups, whose names have changed; those of the values have not. */
function valuesBelow(element: XmlElement): UkValues {
  const values = new Map<string, string[]>()
  const gather = ({ name, text, children }: XmlElement): void => {
    if (text !== '') addTo(values, key(name), text)
    for (const child of children) gather(child)
  }
  gather(element)
  return (column) => values.get(key(column)) ?? []
}
