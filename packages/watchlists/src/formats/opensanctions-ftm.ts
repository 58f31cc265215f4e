import { readDate, readDay } from '../dates.ts'
import {
  addBirthDate,
  addCountry,
  addIdentifier,
  addName,
  addText,
  draftEntry,
  ensurePrimary,
} from '../draft.ts'
import type { ListEntry, ListFile, NameKind } from '../entry.ts'
import { fieldOf, listOf, textOf } from '../json-records.ts'
import { isUsable, leaveOut, startNotes, type Notes } from '../notes.ts'
import { schemaKind } from './opensanctions-csv.ts'
import { ftmEntity, readFtmEntities, type FtmEntity } from './opensanctions-entities.ts'
import { gatherLinks, linksOf, type FtmLinks } from './opensanctions-links.ts'

export type FtmClass = 'SANCTIONS' | 'EXPOSED_PERSONS'

/** entities.ftm.json. It is read twice: what is said of an entity stands in lines of its own, before or after it. */
export function readOpenSanctionsFtm(wanted: FtmClass) {
  return async function* read(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
    const links = await gatherLinks(file)
    for await (const { entity, line } of readFtmEntities(file)) {
      if (!isTarget(entity)) continue
      if (!isOfClass(entity, wanted)) {
        leaveOut(notes, wanted === 'SANCTIONS' ? 'exposed persons without sanction' : 'no exposed persons')
        continue
      }
      const entry = readEntry(entity, links, notes)
      if (isUsable(entry, { file: file.name, line }, notes)) yield entry
    }
  }
}

/**
 * A single entity, as a service answers with it: undefined where it names nobody or is of another class. Who is listed and
 * who only stands beside is not told apart by more than that: a service was asked for the entries of one dataset.
 */
export function readFtmEntry(record: unknown, wanted: FtmClass): ListEntry | undefined {
  const entity = ftmEntity(record)
  if (entity === undefined || !isOfClass(entity, wanted)) return undefined
  const entry = readEntry(entity, { facts: new Map(), addresses: new Map() }, startNotes())
  return entry.names.length === 0 ? undefined : entry
}

/** Relatives and owners stand in the file beside those who are listed. */
function isTarget({ record, values }: FtmEntity): boolean {
  const target = fieldOf(record, 'target')
  if (typeof target === 'boolean') return target
  return values('topics').some((topic) => /^(?:sanction|debarment|role\.(?:pep|rca))/.test(topic))
}

function isOfClass({ values }: FtmEntity, wanted: FtmClass): boolean {
  const topics = values('topics')
  if (topics.length === 0) return true
  const isExposed = topics.some((topic) => /^role\.(?:pep|rca|judge|diplo)/.test(topic))
  return wanted === 'EXPOSED_PERSONS' ? isExposed : topics.some((topic) => !/^(?:role|gov|poi)\b/.test(topic))
}

const nameProperties: readonly (readonly [string, NameKind])[] = [
  ['alias', 'ALIAS'],
  ['previousName', 'FORMER'],
  ['weakAlias', 'WEAK'],
  ['abbreviation', 'WEAK'],
]

const numberProperties = {
  leiCode: 'LEI',
  sirenCode: 'SIREN',
  imoNumber: 'IMO',
  swiftBic: 'BIC',
  dunsCode: 'DUNS',
  vatCode: 'VAT',
  taxNumber: 'TAX_ID',
  innCode: 'TAX_ID',
  ogrnCode: 'REGISTRATION',
  registrationNumber: 'REGISTRATION',
  uscCode: 'REGISTRATION',
  passportNumber: 'PASSPORT',
  idNumber: 'NATIONAL_ID',
  socialSecurityNumber: 'NATIONAL_ID',
}

const countryProperties = ['nationality', 'citizenship', 'country', 'jurisdiction', 'mainCountry', 'flag']

function readEntry({ id, schema, values, record }: FtmEntity, links: FtmLinks, notes: Notes): ListEntry {
  const entry = draftEntry(id, schemaKind(schema))
  const caption = textOf(record, 'caption')
  // The caption is one of the names, chosen by OpenSanctions as the best.
  for (const name of values('name')) addName(entry, name, name === caption ? 'PRIMARY' : 'ALIAS')
  for (const [property, kind] of nameProperties) {
    for (const name of values(property)) addName(entry, name, kind)
  }
  ensurePrimary(entry)
  for (const text of values('birthDate')) addBirthDate(entry, readDate(text), { text, notes })
  addText(entry.birthPlaces, ...values('birthPlace'))
  for (const name of countryProperties) for (const country of values(name)) addCountry(entry, country, notes)
  for (const [property, type] of Object.entries(numberProperties)) {
    for (const value of values(property)) addIdentifier(entry, type, value)
  }
  const linked = linksOf(links, id)
  for (const { type, value, country } of linked.numbers) addIdentifier(entry, type, value, country)
  addText(
    entry.addresses,
    ...values('address'),
    ...values('addressEntity').map((it) => links.addresses.get(it)),
  )
  addText(entry.positions, ...values('position'), ...linked.positions)
  addText(entry.programmes, ...values('programId'), ...linked.programmes)
  addText(entry.reasons, ...linked.reasons, ...values('notes'))
  addText(entry.links, ...values('sourceUrl'), ...values('website'))
  // Keys change when records are merged; the former ones are here.
  addText(entry.references, ...listOf(record, 'referents').filter((it) => typeof it === 'string'))
  const [listedOn] = linked.startDates.flatMap((text) => readDay(text) ?? []).toSorted()
  return listedOn ? { ...entry, listedOn } : entry
}
