import { readBirthDates, type BirthSpans } from './details/birth-dates.ts'
import { readIdentifiers, type ReadIdentifier } from './details/identifiers.ts'
import { readBirthPlaces, readCountries, type BirthPlace } from './details/places.ts'
import { prepareName, type PreparedName } from './names/prepare-name.ts'
import type { Subject, SubjectKind } from './subject.ts'

/** No entry of a list has more names; what comes after is not looked at. */
const mostNames = 1_000

/** A subject with its words read once, for many comparisons. */
export interface PreparedSubject {
  readonly kind: SubjectKind
  readonly names: readonly PreparedName[]
  readonly birthDates: BirthSpans
  readonly birthPlaces: readonly BirthPlace[]
  readonly countries: readonly string[]
  readonly identifiers: readonly ReadIdentifier[]
}

export function prepare(subject: Subject): PreparedSubject {
  const names = subject.names.slice(0, mostNames)
  return {
    kind: subject.kind,
    names: names.map((name) => prepareName(name, subject.kind)),
    birthDates: readBirthDates(subject.birthDates),
    birthPlaces: readBirthPlaces(subject.birthPlaces),
    countries: readCountries(subject.countries),
    identifiers: readIdentifiers(subject.identifiers),
  }
}
