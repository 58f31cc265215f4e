import { compareBirthDates } from './details/birth-dates.ts'
import { compareIdentifiers } from './details/identifiers.ts'
import { compareBirthPlaces, compareCountries } from './details/places.ts'
import { compareNames } from './names/compare-names.ts'
import type { Charge } from './names/ledger.ts'
import type { PreparedName } from './names/prepare-name.ts'
import { prepare, type PreparedSubject } from './prepare.ts'
import { reason, type Reason } from './reasons.ts'
import type { Subject, SubjectKind } from './subject.ts'

/** Changes whenever some score may: a result is only comparable to others of the same engine. */
export const engineVersion = '1'

/** Chosen so that almost no match is lost; people look at what it lets through. */
export const threshold = 0.73

export interface Score {
  /** From 0 to 1, in thousandths. */
  score: number
  match: boolean
  /** What the names alone say. */
  nameScore: number
  /** The two names that met; absent where none did. */
  ours?: string
  theirs?: string
  reasons: readonly Reason[]
}

const otherKind = -0.2

/** Names that contradict each other stay below: no birthday makes them one. What lies above, details may raise. */
export const leastRaised = 0.7

const round = (value: number) => Math.round(value * 1_000) / 1_000

interface BestNames {
  score: number
  ours: PreparedName
  theirs: PreparedName
}

/** Of equal scores the first pair that is not by a weak alias, else the first. */
function bestNames(a: PreparedSubject, b: PreparedSubject): BestNames | undefined {
  let best: BestNames | undefined
  for (const ours of a.names) {
    for (const theirs of b.names) {
      const { score: found } = compareNames(ours, theirs, false)
      if (found > 0 && (best === undefined || found > best.score)) best = { score: found, ours, theirs }
      if (found === 1) return best
    }
  }
  return best
}

const areOtherKinds = (a: SubjectKind, b: SubjectKind) => a !== b && a !== 'UNKNOWN' && b !== 'UNKNOWN'

const fromCharge = ({ kind, cost, one, other }: Charge): Reason =>
  reason(kind, -round(cost), { ...(one !== '' && { ours: one }), ...(other !== '' && { theirs: other }) })

function nameReasons({ ours, theirs }: BestNames): Reason[] {
  const start = reason('NAME', 1, { ours: ours.text, theirs: theirs.text })
  return [start, ...compareNames(ours, theirs, true).charges.map(fromCharge)]
}

const sum = (reasons: readonly Reason[]) => reasons.reduce((total, { points }) => total + points, 0)

/** Puts the sum back between 0 and 1, and says so. */
function bound(reasons: Reason[]): number {
  const total = round(sum(reasons))
  const kept = Math.min(1, Math.max(0, total))
  if (kept !== total) reasons.push(reason('BOUND', round(kept - total)))
  return kept
}

const withoutRaise = (it: Reason): Reason => (it.points > 0 ? { ...it, effect: 'NEUTRAL', points: 0 } : it)

export function scorePrepared(a: PreparedSubject, b: PreparedSubject): Score {
  const best = bestNames(a, b)
  const reasons = best === undefined ? [] : nameReasons(best)
  const nameScore = bound(reasons)
  if (areOtherKinds(a.kind, b.kind))
    reasons.push(reason('KIND_CONTRADICTED', otherKind, { ours: a.kind, theirs: b.kind }))
  reasons.push(...compareIdentifiers(a.identifiers, b.identifiers, nameScore))
  const isRaised = nameScore >= leastRaised || reasons.some(({ kind }) => kind === 'IDENTIFIER_EQUAL')
  const details = [
    ...compareBirthDates(a.birthDates, b.birthDates),
    ...compareBirthPlaces(a.birthPlaces, b.birthPlaces),
    ...compareCountries(a.countries, b.countries),
  ]
  reasons.push(...(isRaised ? details : details.map(withoutRaise)))
  const total = bound(reasons)
  return {
    score: total,
    match: total >= threshold,
    nameScore,
    ...(best !== undefined && { ours: best.ours.text, theirs: best.theirs.text }),
    reasons,
  }
}

export function score(a: Subject, b: Subject): Score {
  return scorePrepared(prepare(a), prepare(b))
}
