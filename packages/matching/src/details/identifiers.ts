import { reason, type Reason } from '../reasons.ts'
import type { Identifier } from '../subject.ts'

export interface ReadIdentifier {
  type: string
  value: string
  country: string
  text: string
}

/** A subject has one of each of these: another value is another subject. Of the others people collect several. */
const single: ReadonlySet<string> = new Set(['LEI', 'SIREN', 'IMO', 'VAT', 'DUNS'])
/** The world over, whatever country is written beside them. */
const worldwide: ReadonlySet<string> = new Set(['LEI', 'SIREN', 'IMO', 'BIC', 'DUNS'])

/** Certainty, save for what else contradicts. */
const leastWhenEqual = 0.97
/** A number that nobody names the kind of, or that any country may have given, proves less. */
const leastWhenUnsure = 0.9
const otherSingle = -0.25
const otherOfMany = -0.06

const shortest = 4

export function readIdentifiers(identifiers: readonly Identifier[] | undefined): readonly ReadIdentifier[] {
  return (identifiers ?? []).slice(0, 128).flatMap(({ type, value, country }) => {
    const bare = value
      .slice(0, 64)
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
    // Placeholders such as `0000` or `N/A` are no numbers.
    if (bare.length < shortest || /^(.)\1*$/.test(bare)) return []
    const kind = type.trim().toUpperCase()
    return [
      {
        type: kind,
        value: bare.replace(/^IMO(?=\d)/, ''),
        country: (country ?? '').trim().toUpperCase(),
        text: value,
      },
    ]
  })
}

const isComparable = (a: ReadIdentifier, b: ReadIdentifier) =>
  a.type === b.type &&
  (worldwide.has(a.type) || a.country === '' || b.country === '' || a.country === b.country)

const isSure = (a: ReadIdentifier, b: ReadIdentifier) =>
  a.type !== 'OTHER' && (worldwide.has(a.type) || (a.country !== '' && a.country === b.country))

/** `scoreBefore` tells how many points an equal identifier gives. */
export function compareIdentifiers(
  ours: readonly ReadIdentifier[],
  theirs: readonly ReadIdentifier[],
  scoreBefore: number,
): Reason[] {
  const pairs = ours.flatMap((a) => theirs.filter((b) => isComparable(a, b)).map((b) => ({ a, b })))
  const equal = pairs.filter(({ a, b }) => a.value === b.value)
  const best = equal.find(({ a, b }) => isSure(a, b)) ?? equal[0]
  const reasons: Reason[] = []
  if (best !== undefined) {
    const least = isSure(best.a, best.b) ? leastWhenEqual : leastWhenUnsure
    reasons.push(
      reason('IDENTIFIER_EQUAL', Math.max(0, least - scoreBefore), {
        ours: best.a.text,
        theirs: best.b.text,
      }),
    )
  }
  const isEqual = (type: string) => equal.some(({ a }) => a.type === type)
  const types = [...new Set(pairs.map(({ a }) => a.type))].filter((type) => !isEqual(type)).toSorted()
  for (const type of types) {
    const pair = pairs.find(({ a, b }) => a.type === type && (isSure(a, b) || a.country === b.country))
    if (pair === undefined) continue
    const points = single.has(type) ? otherSingle : otherOfMany
    reasons.push(reason('IDENTIFIER_CONTRADICTED', points, { ours: pair.a.text, theirs: pair.b.text }))
  }
  return reasons
}

/** Equal for identifiers that are compared and found equal, country aside. */
export const identifierKey = ({ type, value }: ReadIdentifier) => `${type} ${value}`
