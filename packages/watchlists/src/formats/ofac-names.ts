import { joinParts } from '../draft.ts'
import type { EntryKind } from '../entry.ts'

export function ofacKind(type: string): EntryKind {
  const word = type.trim().toLowerCase()
  if (word === 'individual') return 'PERSON'
  if (word === 'vessel') return 'VESSEL'
  return word === 'aircraft' ? 'UNKNOWN' : 'ORGANISATION'
}

/** Persons are written family name first; names of organisations may contain commas of their own. */
export function ofacName(kind: EntryKind, name: string): string {
  if (kind !== 'PERSON') return name
  const [family = '', given, ...suffixes] = name.split(', ')
  return joinParts(' ', given, family, ...suffixes)
}
