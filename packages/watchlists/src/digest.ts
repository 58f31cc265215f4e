import { createHash } from 'node:crypto'
import type { ListEntry } from './entry.ts'

/** SHA-256 of everything an entry says. The order within its lists does not matter. */
export function digestEntry(entry: ListEntry): string {
  return digest([
    ...matchingParts(entry),
    sortTexts(entry.birthPlaces),
    sortTexts(entry.addresses),
    sortTexts(entry.programmes),
    sortTexts(entry.positions),
    sortTexts(entry.reasons),
    sortTexts(entry.links),
    sortTexts(entry.references),
    entry.listedOn ?? '',
  ])
}

/** Of what a comparison of names looks at alone: a clearance need not be reopened for a longer reason. */
export function digestForMatching(entry: ListEntry): string {
  return digest(matchingParts(entry))
}

function matchingParts({ id, kind, names, birthDates, countries, identifiers }: ListEntry): unknown[] {
  return [
    id,
    kind,
    sortTexts(names.map((name) => JSON.stringify([name.kind, name.text]))),
    sortTexts(birthDates),
    sortTexts(countries),
    sortTexts(identifiers.map(({ type, value, country }) => JSON.stringify([type, value, country ?? '']))),
  ]
}

// By code units: the same on every machine, whatever its language.
const sortTexts = (texts: readonly string[]): string[] => texts.toSorted()

const digest = (parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
