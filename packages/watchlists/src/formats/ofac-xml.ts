import { dateOfParts, readDate, readDay } from '../dates.ts'
import { addBirthDate, addCountry, addIdentifier, addName, addText, draftEntry, joinParts } from '../draft.ts'
import type { EntryKind, ListEntry, ListFile, NameKind } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { identifierType } from '../identifiers.ts'
import { isUsable, type Notes } from '../notes.ts'
import { headOf } from '../text.ts'
import { readXml } from '../xml.ts'
import { childOf, childrenOf, textAt, textsAt, type XmlElement } from '../xml-element.ts'
import { ofacKind } from './ofac-names.ts'

/** SDN.XML and its like for the other lists: the one with `sdnEntry` elements, not the "advanced" one. */
export async function* readOfacXml(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  if (/<(?:\w+:)?Sanctions[\s>]/.test(await headOf(file))) {
    const sentence =
      'this is the "advanced" file of OFAC, which is not read; give SDN.XML or CONSOLIDATED.XML'
    throw new ListFault('NOT_THIS_LIST', sentence, { file: file.name })
  }
  let [count, announced] = [0, 0]
  const records = readXml(file, { root: 'sdnList', records: ['publshInformation', 'sdnEntry'] })
  for await (const record of records) {
    if (record.name === 'publshInformation') {
      announced = Number(textAt(record, 'Record_Count'))
      const day = usDay(textAt(record, 'Publish_Date'))
      if (day) notes.publishedOn = day
      continue
    }
    count += 1
    const entry = readEntry(record, notes)
    if (isUsable(entry, { file: file.name, line: record.line }, notes)) yield entry
  }
  if (announced > 0 && announced !== count) {
    const sentence = `the file announces ${announced} records and has ${count}`
    throw new ListFault(count < announced ? 'TRUNCATED' : 'MALFORMED', sentence, { file: file.name })
  }
  notes.isEndMarked = true
}

/** Month first, as it is written in the United States. */
function usDay(text: string): string | undefined {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  return parts ? dateOfParts(Number(parts[3]), Number(parts[1]), Number(parts[2])) : readDay(text)
}

function readEntry(record: XmlElement, notes: Notes): ListEntry {
  const kind = ofacKind(textAt(record, 'sdnType'))
  const entry = draftEntry(textAt(record, 'uid'), kind)
  addName(entry, nameOf(record), 'PRIMARY')
  for (const alias of childrenOf(childOf(record, 'akaList'), 'aka'))
    addName(entry, nameOf(alias), aliasKind(alias))
  addText(entry.programmes, ...textsAt(record, 'programList', 'program'))
  addText(entry.positions, textAt(record, 'title'))
  addText(entry.reasons, textAt(record, 'remarks'))
  for (const id of childrenOf(childOf(record, 'idList'), 'id')) readNumber(entry, id)
  for (const text of textsAt(record, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth')) {
    addBirthDate(entry, readDate(text), { text, notes })
  }
  addText(entry.birthPlaces, ...textsAt(record, 'placeOfBirthList', 'placeOfBirthItem', 'placeOfBirth'))
  const countries = [
    ...textsAt(record, 'nationalityList', 'nationality', 'country'),
    ...textsAt(record, 'citizenshipList', 'citizenship', 'country'),
    textAt(record, 'vesselInfo', 'vesselFlag'),
  ]
  for (const country of countries) addCountry(entry, country, notes)
  for (const address of childrenOf(childOf(record, 'addressList'), 'address')) {
    readAddress(entry, address, { kind, notes })
  }
  return entry
}

const nameOf = (element: XmlElement): string =>
  joinParts(' ', textAt(element, 'firstName'), textAt(element, 'lastName'))

function aliasKind(alias: XmlElement): NameKind {
  if (textAt(alias, 'category').toLowerCase() === 'weak') return 'WEAK'
  return textAt(alias, 'type') === 'f.k.a.' ? 'FORMER' : 'ALIAS'
}

/** The list of numbers holds other facts too. */
const notNumbers = /gender|website|e-?mail|phone|fax|date|risk|sanction|information|type|digital currency/i

function readNumber(entry: ListEntry, id: XmlElement): void {
  const [label, number] = [textAt(id, 'idType'), textAt(id, 'idNumber')]
  if (/website/i.test(label)) return addText(entry.links, number)
  if (notNumbers.test(label)) return
  const type = identifierType(label)
  const isShipNumber = /\bIMO\b/.test(`${label} ${number}`)
  // Companies are numbered by the IMO too, in a row of numbers of their own.
  if (isShipNumber && entry.kind !== 'VESSEL') {
    return addIdentifier(entry, 'REGISTRATION', `IMO ${/\d{7}/.exec(number)?.[0] ?? number}`)
  }
  addIdentifier(entry, isShipNumber ? 'IMO' : type, number, textAt(id, 'idCountry'))
}

function readAddress(
  entry: ListEntry,
  address: XmlElement,
  { kind, notes }: { kind: EntryKind; notes: Notes },
): void {
  const lines = ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country']
  addText(entry.addresses, joinParts(', ', ...lines.map((line) => textAt(address, line))))
  if (kind !== 'PERSON') addCountry(entry, textAt(address, 'country'), notes)
}
