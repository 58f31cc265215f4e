import { countryCode, isNoCountry } from './countries.ts'
import type { EntryKind, ListEntry, NameKind } from './entry.ts'
import { refuseCrowd } from './held.ts'
import { identifierValue } from './identifiers.ts'
import { noteUnread, type Notes } from './notes.ts'
import { tidy } from './text.ts'

/** An entry with nothing in it yet. */
export function draftEntry(id: string, kind: EntryKind): ListEntry {
  return {
    id,
    kind,
    names: [],
    birthDates: [],
    birthPlaces: [],
    countries: [],
    identifiers: [],
    addresses: [],
    programmes: [],
    positions: [],
    reasons: [],
    links: [],
    references: [],
  }
}

const strength: Record<NameKind, number> = { PRIMARY: 3, ALIAS: 2, FORMER: 1, WEAK: 0 }

/** Adds a name once, in the strongest of the kinds it was given in. */
export function addName(entry: ListEntry, text: string | undefined, kind: NameKind): void {
  const name = tidy(text)
  // Some records hold a dash, a full stop or the word for "not available" where there is no name.
  if (!/[\p{L}\p{N}]/u.test(name) || /^(?:na|n\/a)$/i.test(name)) return
  const known = entry.names.find((one) => one.text === name)
  if (!known) push(entry.names, { text: name, kind })
  else if (strength[kind] > strength[known.kind]) known.kind = kind
}

function push<Value>(values: Value[], value: Value): void {
  values.push(value)
  refuseCrowd(values)
}

/** Adds a text once, if there is one. */
export function addText(texts: string[], ...added: (string | undefined)[]): void {
  for (const text of added.map(tidy)) {
    if (text !== '' && !texts.includes(text)) push(texts, text)
  }
}

export function addCountry(entry: ListEntry, text: string | undefined, notes: Notes): void {
  const name = tidy(text)
  if (isNoCountry(name)) return
  const code = countryCode(name)
  if (code === undefined) noteUnread(notes, 'countries', name)
  else addText(entry.countries, code)
}

export function addIdentifier(
  entry: ListEntry,
  type: string,
  text: string | undefined,
  country?: string,
): void {
  const value = identifierValue(type, tidy(text))
  if (!/[\p{L}\p{N}]/u.test(value) || /^(?:na|n\/a)$/i.test(value)) return
  if (entry.identifiers.some((one) => one.type === type && one.value === value)) return
  const code = country === undefined ? undefined : countryCode(country)
  push(entry.identifiers, { type, value, ...(code === undefined ? {} : { country: code }) })
}

/** `date` is what came of reading `text`. */
export function addBirthDate(
  entry: ListEntry,
  date: string | undefined,
  { text, notes }: { text: string; notes: Notes },
): void {
  if (date !== undefined) addText(entry.birthDates, date)
  else if (text.trim() !== '') noteUnread(notes, 'birth dates', text)
}

/** Parts of an address or of a name, those that are there. */
export function joinParts(separator: string, ...parts: (string | undefined)[]): string {
  return parts
    .map(tidy)
    .filter((part) => part !== '')
    .join(separator)
}

/** Where no primary name is marked, the first that is not weak is it. */
export function ensurePrimary(entry: ListEntry): void {
  if (entry.names.some(({ kind }) => kind === 'PRIMARY')) return
  const first = entry.names.find(({ kind }) => kind === 'ALIAS') ?? entry.names[0]
  if (first) first.kind = 'PRIMARY'
}

/**
 * Some publishers leave the strength of an alias blank: one word alone for a person, or a short one for an
 * organisation, is then too common to search by.
 */
export function guessAliasKind(kind: EntryKind, name: string): NameKind {
  const clean = tidy(name)
  if (clean.includes(' ')) return 'ALIAS'
  if (kind === 'PERSON') return 'WEAK'
  return kind === 'ORGANISATION' && clean.length < 7 ? 'WEAK' : 'ALIAS'
}
