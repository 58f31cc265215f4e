import { about, readDate, readDay, spanOfYears } from '../dates.ts'
import { addBirthDate, addCountry, addIdentifier, addName, addText, draftEntry, joinParts } from '../draft.ts'
import type { EntryKind, ListEntry, ListFile, NameKind } from '../entry.ts'
import { identifierType } from '../identifiers.ts'
import { isUsable, type Notes } from '../notes.ts'
import { readXml } from '../xml.ts'
import { childrenOf, textAt, textsAt, type XmlElement } from '../xml-element.ts'

const kinds = new Map<string, EntryKind>([
  ['INDIVIDUAL', 'PERSON'],
  ['ENTITY', 'ORGANISATION'],
])

/** The consolidated list of the UN Security Council. */
export async function* readUnXml(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  const records = readXml(file, {
    root: 'CONSOLIDATED_LIST',
    records: [...kinds.keys()],
    onRoot: (attributes) => {
      const day = readDay(attributes.get('dateGenerated'))
      if (day) notes.publishedOn = day
    },
  })
  for await (const record of records) {
    const entry = readEntry(record, notes)
    if (isUsable(entry, { file: file.name, line: record.line }, notes)) yield entry
  }
  notes.isEndMarked = true
}

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

function readEntry(record: XmlElement, notes: Notes): ListEntry {
  // DATAID changes when someone is listed again; the reference number is what other lists print too.
  const id = textAt(record, 'REFERENCE_NUMBER')
  const entry = draftEntry(id, kinds.get(record.name) ?? 'UNKNOWN')
  const parts = nameParts.map((name) => textAt(record, name)).filter((part) => !/^na$/i.test(part))
  addName(entry, joinParts(' ', ...parts), 'PRIMARY')
  addName(entry, textAt(record, 'NAME_ORIGINAL_SCRIPT'), 'ALIAS')
  for (const alias of childrenOf(record, `${record.name}_ALIAS`)) readAlias(entry, alias, notes)
  for (const birth of childrenOf(record, 'INDIVIDUAL_DATE_OF_BIRTH')) readBirth(entry, birth, notes)
  for (const place of childrenOf(record, 'INDIVIDUAL_PLACE_OF_BIRTH')) {
    addText(entry.birthPlaces, placeText(place))
  }
  for (const country of textsAt(record, 'NATIONALITY', 'VALUE')) addCountry(entry, country, notes)
  for (const address of childrenOf(record, `${record.name}_ADDRESS`)) {
    addText(entry.addresses, placeText(address))
    if (entry.kind !== 'PERSON') addCountry(entry, textAt(address, 'COUNTRY'), notes)
  }
  for (const document of childrenOf(record, 'INDIVIDUAL_DOCUMENT')) readDocument(entry, document)
  addText(entry.programmes, textAt(record, 'UN_LIST_TYPE'))
  addText(entry.positions, ...textsAt(record, 'TITLE', 'VALUE'), ...textsAt(record, 'DESIGNATION', 'VALUE'))
  addText(entry.reasons, textAt(record, 'COMMENTS1'))
  addText(entry.links, ...(textAt(record, 'COMMENTS1').match(/https?:\/\/[^\s,;)]+/g) ?? []))
  const listedOn = readDay(textAt(record, 'LISTED_ON'))
  return listedOn ? { ...entry, listedOn } : entry
}

const nameKinds = new Map<string, NameKind>([
  ['low', 'WEAK'],
  ['f.k.a.', 'FORMER'],
])

function readAlias(entry: ListEntry, alias: XmlElement, notes: Notes): void {
  const quality = textAt(alias, 'QUALITY').toLowerCase()
  // Some records put several names into one alias.
  for (const name of textAt(alias, 'ALIAS_NAME').split(/;\s/)) {
    addName(entry, name, nameKinds.get(quality) ?? 'ALIAS')
  }
  const birth = textAt(alias, 'DATE_OF_BIRTH')
  addBirthDate(entry, readDate(birth), { text: birth, notes })
}

function readBirth(entry: ListEntry, birth: XmlElement, notes: Notes): void {
  const [date, year, note] = ['DATE', 'YEAR', 'NOTE'].map((name) => textAt(birth, name))
  const [from, to] = [textAt(birth, 'FROM_YEAR'), textAt(birth, 'TO_YEAR')]
  const type = textAt(birth, 'TYPE_OF_DATE')
  const text = date || year || (from && to ? `${from} to ${to}` : note) || ''
  const read = from && to ? spanOfYears(Number(from), Number(to)) : readDate(text)
  const isAbout = type === 'APPROXIMATELY' && read !== undefined
  addBirthDate(entry, isAbout ? about(read) : read, { text, notes })
}

function readDocument(entry: ListEntry, document: XmlElement): void {
  const type = identifierType(textAt(document, 'TYPE_OF_DOCUMENT'))
  const country = textAt(document, 'ISSUING_COUNTRY') || textAt(document, 'COUNTRY_OF_ISSUE')
  addIdentifier(entry, type, textAt(document, 'NUMBER'), country)
}

function placeText(place: XmlElement): string {
  const parts = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'].map((name) => textAt(place, name))
  return joinParts(', ', ...parts)
}
