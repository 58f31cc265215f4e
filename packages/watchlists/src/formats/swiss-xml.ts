import { dateOfParts, readDay } from '../dates.ts'
import {
  addBirthDate,
  addCountry,
  addIdentifier,
  addText,
  draftEntry,
  ensurePrimary,
  joinParts,
} from '../draft.ts'
import type { EntryKind, ListEntry, ListFile } from '../entry.ts'
import { startHolding } from '../held.ts'
import { identifiersInText, identifierType } from '../identifiers.ts'
import { isUsable, leaveOut, type Notes } from '../notes.ts'
import { readXml } from '../xml.ts'
import { attributeOf, childOf, childrenOf, textAt, textsAt, type XmlElement } from '../xml-element.ts'
import { addSwissName } from './swiss-names.ts'

const root = 'swiss-sanctions-list'

/** What targets point to. */
interface Surroundings {
  programmes: Map<string, string>
  places: Map<string, { text: string; country: string }>
}

/** The list of the Swiss SECO. It is read twice, because places may stand after the targets that name them. */
export async function* readSwissXml(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  const around = await readSurroundings(file, notes)
  for await (const target of readXml(file, { root, records: ['target'] })) {
    // Targets stay in the file when they have been taken off the list.
    if (isDelisted(target)) {
      leaveOut(notes, 'taken off the list')
      continue
    }
    const entry = readTarget(target, around, notes)
    if (isUsable(entry, { file: file.name, line: target.line }, notes)) yield entry
  }
  notes.isEndMarked = true
}

async function readSurroundings(file: ListFile, notes: Notes): Promise<Surroundings> {
  const around: Surroundings = { programmes: new Map(), places: new Map() }
  const hold = startHolding()
  const onRoot = (attributes: ReadonlyMap<string, string>): void => {
    const day = readDay(attributes.get('date'))
    if (day) notes.publishedOn = day
  }
  // Targets too, or what stands inside them would be taken for records of its own.
  const records = ['sanctions-program', 'place', 'target']
  for await (const record of readXml(file, { root, records, onRoot })) {
    const id = attributeOf(record, 'ssid')
    if (record.name === 'place') {
      const country = childOf(record, 'country')
      const text = joinParts(', ', textAt(record, 'location'), textAt(record, 'area'), country?.text)
      around.places.set(id, { text, country: attributeOf(country, 'iso-code') || (country?.text ?? '') })
      hold(file.name, id, text)
    } else if (record.name === 'sanctions-program') {
      const title = inEnglish(record, 'program-key') || inEnglish(record, 'program-name')
      for (const set of childrenOf(record, 'sanctions-set')) {
        around.programmes.set(attributeOf(set, 'ssid'), title)
        hold(file.name, title)
      }
    }
  }
  return around
}

function inEnglish(record: XmlElement, name: string): string {
  const all = childrenOf(record, name)
  return (all.find((one) => attributeOf(one, 'lang') === 'eng') ?? all[0])?.text ?? ''
}

function isDelisted(target: XmlElement): boolean {
  let [latest, type] = ['', '']
  for (const change of childrenOf(target, 'modification')) {
    const day = attributeOf(change, 'effective-date') || attributeOf(change, 'publication-date')
    // Of several on one day the newest stands first.
    if (day > latest) [latest, type] = [day, attributeOf(change, 'modification-type')]
  }
  return type === 'de-listed'
}

const kinds = new Map<string, EntryKind>([
  ['individual', 'PERSON'],
  ['entity', 'ORGANISATION'],
  ['object', 'UNKNOWN'],
])

function readTarget(target: XmlElement, around: Surroundings, notes: Notes): ListEntry {
  const body = target.children.find(({ name }) => kinds.has(name))
  const isVessel = attributeOf(body, 'object-type') === 'vessel'
  const entry = draftEntry(
    attributeOf(target, 'ssid'),
    isVessel ? 'VESSEL' : (kinds.get(body?.name ?? '') ?? 'UNKNOWN'),
  )
  for (const identity of childrenOf(body, 'identity')) readIdentity(entry, identity, { around, notes })
  ensurePrimary(entry)
  const sets = [...textsAt(target, 'sanctions-set-id'), attributeOf(target, 'sanctions-set-id')]
  addText(entry.programmes, ...sets.map((set) => around.programmes.get(set)))
  addText(entry.references, ...textsAt(target, 'foreign-identifier'))
  addText(entry.reasons, ...textsAt(body, 'justification'), ...textsAt(body, 'other-information'))
  for (const text of textsAt(body, 'other-information')) {
    for (const { type, value } of identifiersInText(text)) addIdentifier(entry, type, value)
  }
  const listed = childrenOf(target, 'modification').filter(
    (it) => attributeOf(it, 'modification-type') === 'listed',
  )
  const [listedOn] = listed.flatMap((it) => readDay(attributeOf(it, 'effective-date')) ?? []).toSorted()
  return listedOn ? { ...entry, listedOn } : entry
}

function readIdentity(
  entry: ListEntry,
  identity: XmlElement,
  { around, notes }: { around: Surroundings; notes: Notes },
): void {
  const isMain = attributeOf(identity, 'main') === 'true'
  for (const name of childrenOf(identity, 'name')) addSwissName(entry, name, { isMain, notes })
  for (const day of childrenOf(identity, 'day-month-year')) {
    const [year, month, date] = ['year', 'month', 'day'].map((part) => Number(attributeOf(day, part)))
    const text = joinParts('.', attributeOf(day, 'day'), attributeOf(day, 'month'), attributeOf(day, 'year'))
    addBirthDate(entry, dateOfParts(year ?? 0, month, date), { text, notes })
  }
  for (const nationality of childrenOf(identity, 'nationality')) {
    const country = childOf(nationality, 'country')
    addCountry(entry, attributeOf(country, 'iso-code') || country?.text, notes)
  }
  for (const birth of childrenOf(identity, 'place-of-birth')) {
    addText(entry.birthPlaces, around.places.get(attributeOf(birth, 'place-id'))?.text)
  }
  for (const address of childrenOf(identity, 'address')) {
    const place = around.places.get(attributeOf(address, 'place-id'))
    const lines = ['address-details', 'p-o-box', 'zip-code'].map((name) => textAt(address, name))
    addText(entry.addresses, joinParts(', ', ...lines, place?.text))
    if (entry.kind !== 'PERSON') addCountry(entry, place?.country, notes)
  }
  for (const document of childrenOf(identity, 'identification-document')) {
    const issuer = childOf(document, 'issuer')
    const country = attributeOf(issuer, 'code') || issuer?.text
    addIdentifier(
      entry,
      identifierType(attributeOf(document, 'document-type')),
      textAt(document, 'number'),
      country,
    )
  }
}
