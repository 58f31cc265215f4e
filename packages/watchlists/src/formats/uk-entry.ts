import { readDate, readDay } from '../dates.ts'
import {
  addBirthDate,
  addCountry,
  addIdentifier,
  addName,
  addText,
  guessAliasKind,
  joinParts,
} from '../draft.ts'
import type { EntryKind, ListEntry, NameKind } from '../entry.ts'
import { identifiersInText } from '../identifiers.ts'
import type { Notes } from '../notes.ts'
import { decodeEntities } from './html-text.ts'

/** All values of a column; the XML file names its elements as the CSV file its columns, without the blanks. */
export type UkValues = (column: string) => string[]

export function ukKind(type: string): EntryKind {
  const kinds = new Map<string, EntryKind>([
    ['individual', 'PERSON'],
    ['entity', 'ORGANISATION'],
    ['ship', 'VESSEL'],
  ])
  return kinds.get(type.trim().toLowerCase()) ?? 'UNKNOWN'
}

export function addUkName(entry: ListEntry, values: UkValues): void {
  const parts = [1, 2, 3, 4, 5, 6].map((number) => values(`Name ${number}`)[0])
  const name = joinParts(' ', ...parts)
  addName(entry, name, nameKind(entry, name, values))
}

function nameKind(entry: ListEntry, name: string, values: UkValues): NameKind {
  const [type = '', strength = ''] = [values('Name type')[0], values('Alias strength')[0]]
  if (/^primary name$/i.test(type.trim())) return 'PRIMARY'
  if (/low/i.test(strength)) return 'WEAK'
  return /good/i.test(strength) || /variation/i.test(type) ? 'ALIAS' : guessAliasKind(entry.kind, name)
}

export function addUkAddress(entry: ListEntry, values: UkValues, notes: Notes): void {
  const lines = [1, 2, 3, 4, 5, 6].map((number) => values(`Address Line ${number}`)[0])
  const [country] = values('Address Country')
  addText(entry.addresses, joinParts(', ', ...lines, values('Address Postal Code')[0], country))
  if (entry.kind !== 'PERSON') addCountry(entry, country, notes)
}

/** Everything but names and addresses. */
export function addUkFacts(entry: ListEntry, values: UkValues, notes: Notes): void {
  for (const name of values('Name non-latin script')) addName(entry, name, 'ALIAS')
  for (const text of values('D.O.B')) addBirthDate(entry, readDate(text), { text, notes })
  const [towns, lands] = [values('Town of birth'), values('Country of birth')]
  for (const [at, town] of towns.entries()) addText(entry.birthPlaces, joinParts(', ', town, lands[at]))
  if (towns.length === 0) addText(entry.birthPlaces, ...lands)
  const nationalities = [...values('Nationality(/ies)'), ...values('Nationality')]
  for (const text of nationalities) {
    for (const country of text.split(/[|;]|\(\d+\)/)) addCountry(entry, country, notes)
  }
  addUkNumbers(entry, values)
  addText(entry.positions, ...values('Position'))
  addText(entry.programmes, ...values('Regime Name'))
  addText(entry.reasons, ...values('UK Statement of Reasons').map(decodeEntities))
  addText(entry.reasons, ...values('Other Information').map(decodeEntities))
  addText(entry.links, ...values('Website'))
  addText(entry.references, ...values('UN Reference Number'), ...values('OFSI Group ID'))
  const [listedOn] = values('Date Designated').flatMap((text) => readDay(text) ?? [])
  // Rows of one entry agree; should they not, the order of the rows must not decide.
  if (listedOn && !(entry.listedOn && entry.listedOn < listedOn)) entry.listedOn = listedOn
  if (entry.kind === 'VESSEL') {
    for (const flag of values('Current believed flag of ship')) addCountry(entry, flag, notes)
  }
}

function addUkNumbers(entry: ListEntry, values: UkValues): void {
  for (const number of values('Passport number')) addIdentifier(entry, 'PASSPORT', number)
  for (const number of values('National Identifier number')) addIdentifier(entry, 'NATIONAL_ID', number)
  for (const number of values('IMO number')) addIdentifier(entry, 'IMO', number)
  const texts = [...values('Business registration number (s)'), ...values('Business registration number')]
  for (const text of texts) {
    const found = identifiersInText(text)
    for (const { type, value } of found) addIdentifier(entry, type, value)
    if (found.length === 0 && /\d/.test(text) && text.length <= 40) addIdentifier(entry, 'REGISTRATION', text)
  }
}
