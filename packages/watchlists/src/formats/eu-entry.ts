import { about, dateOfParts, readDate, readDay, spanOfYears } from '../dates.ts'
import {
  addBirthDate,
  addCountry,
  addIdentifier,
  addName,
  addText,
  draftEntry,
  ensurePrimary,
  joinParts,
} from '../draft.ts'
import type { ListEntry, NameKind } from '../entry.ts'
import { identifierType } from '../identifiers.ts'
import type { Notes } from '../notes.ts'

/** One component of an entry, its values by the names that the XML file gives them. */
export type EuPart = (name: string) => string

/** An entry as both files of the EU have it. */
export interface EuParts {
  entity: EuPart
  subjectType: string
  regulations: EuPart[]
  names: { part: EuPart; remark: string }[]
  births: EuPart[]
  addresses: EuPart[]
  identifications: EuPart[]
  citizenships: EuPart[]
  remarks: string[]
}

export function readEuEntry(parts: EuParts, notes: Notes): ListEntry {
  const { entity } = parts
  // A few entries have no reference number.
  const id = entity('euReferenceNumber') || entity('logicalId')
  const entry = draftEntry(id, /^p/i.test(parts.subjectType) ? 'PERSON' : 'ORGANISATION')
  // The order of rows means nothing; the oldest name is the one the entry was listed under.
  const age = ({ part }: { part: EuPart }): number => Number(part('logicalId')) || 0
  for (const name of parts.names.toSorted((a, b) => age(a) - age(b))) addEuName(entry, name)
  ensurePrimary(entry)
  for (const birth of parts.births) addBirth(entry, birth, notes)
  for (const address of parts.addresses) addAddress(entry, address, notes)
  for (const identification of parts.identifications) addNumber(entry, identification)
  for (const citizenship of parts.citizenships) addEuCountry(entry, citizenship, notes)
  for (const regulation of parts.regulations) {
    addText(entry.programmes, regulation('programme'))
    addText(entry.links, regulation('publicationUrl'))
  }
  addText(entry.reasons, ...parts.remarks, entity('designationDetails'))
  addText(entry.references, entity('unitedNationId'))
  // The regulation cited may be an amendment that came later than the listing.
  const days = [entity('designationDate'), ...parts.regulations.map((it) => it('entryIntoForceDate'))]
  const [listedOn] = days.flatMap((day) => readDay(day) ?? []).toSorted()
  return listedOn ? { ...entry, listedOn } : entry
}

const legalFormAlone =
  /^(?:(?:открытое|закрытое|публичное) )?акционерное общество$|^общество с ограниченной ответственностью$|^(?:llc|ltd|limited|inc|s\.?a\.?|gmbh|ooo|oao|pao|zao)\.?$/i

function addEuName(entry: ListEntry, { part, remark }: EuParts['names'][number]): void {
  const name = part('wholeName') || joinParts(' ', part('firstName'), part('middleName'), part('lastName'))
  if (!legalFormAlone.test(name)) addName(entry, name, strengthOf(part, remark))
  addText(entry.positions, ...severalIn(part('title')), ...severalIn(part('function')))
}

function strengthOf(part: EuPart, remark: string): NameKind {
  // Spelled in several ways: "Low quality a.k.a", "lo quality"; "ood quality" is a good one.
  return part('strong') === 'false' || /\blow?[- ]quality/i.test(remark) ? 'WEAK' : 'ALIAS'
}

/** `(a) Minister (b) General` holds two. */
function severalIn(text: string): string[] {
  return text.split(/(?:^|\s)\([a-z]\)\s/)
}

function addBirth(entry: ListEntry, birth: EuPart, notes: Notes): void {
  const text = birth('birthdate') || birth('year')
  const [from, to] = [Number(birth('yearRangeFrom')), Number(birth('yearRangeTo'))]
  const parts = dateOfParts(Number(birth('year')), Number(birth('month')), Number(birth('day')))
  const read =
    readDate(birth('birthdate')) ?? parts ?? (from > 0 && to > 0 ? spanOfYears(from, to) : undefined)
  const isAbout = birth('circa') === 'true' && read !== undefined
  addBirthDate(entry, isAbout ? about(read) : read, { text, notes })
  const country = birth('countryDescription')
  addText(
    entry.birthPlaces,
    joinParts(', ', birth('city') || birth('place'), birth('region'), isUnknown(country) ? '' : country),
  )
}

function addAddress(entry: ListEntry, address: EuPart, notes: Notes): void {
  const names = ['street', 'poBox', 'place', 'zipCode', 'city', 'region', 'countryDescription']
  const lines = names.map((name) => address(name))
  addText(entry.addresses, joinParts(', ', ...lines.filter((line) => !isUnknown(line))))
  if (entry.kind !== 'PERSON') addEuCountry(entry, address, notes)
}

function addEuCountry(entry: ListEntry, part: EuPart, notes: Notes): void {
  const [code, name] = [part('countryIso2Code'), part('countryDescription')]
  addCountry(entry, code === '' || code === '00' ? name : code, notes)
}

const isUnknown = (text: string): boolean => /^unknown$/i.test(text)

function addNumber(entry: ListEntry, identification: EuPart): void {
  if (identification('knownFalse') === 'true') return
  const code = identification('identificationTypeCode') || identification('typeCode')
  const type = codes.get(code) ?? identifierType(code)
  const number = identification('latinNumber') || identification('number')
  addIdentifier(entry, type, number, identification('countryIso2Code'))
}

const codes = new Map<string, string>([
  ['id', 'NATIONAL_ID'],
  ['ssn', 'NATIONAL_ID'],
  ['NRN', 'NATIONAL_ID'],
  ['nationcert', 'NATIONAL_ID'],
  ['birthcert', 'OTHER'],
  ['electionid', 'NATIONAL_ID'],
  ['passport', 'PASSPORT'],
  ['travelcardid', 'PASSPORT'],
  ['residentperm', 'OTHER'],
  ['drivinglicence', 'OTHER'],
  ['unssn', 'OTHER'],
  ['tradelic', 'REGISTRATION'],
  ['regnumber', 'REGISTRATION'],
  ['swiftbic', 'BIC'],
  ['imo', 'IMO'],
  ['fiscalcode', 'TAX_ID'],
  ['taxid', 'TAX_ID'],
  ['euvat', 'VAT'],
  ['other', 'OTHER'],
])
