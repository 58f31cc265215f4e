import type { Alignment, Pair } from './align.ts'
import { charge, type Ledger } from './ledger.ts'
import type { PreparedName } from './prepare-name.ts'
import { isEssential, type Role, type Token } from './token.ts'

export interface Compared {
  a: PreparedName
  b: PreparedName
  alignment: Alignment
  /** Those of the alignment in which essential words met. */
  essentialPairs: readonly Pair[]
  ledger: Ledger
}

/** What the weakest essential word lacks counts almost whole: an average would hide it behind the others. */
const weakest = 0.9
/** Among four words or more that met, a slip in one of them is more likely a slip. */
export const weakestOfMany = 0.75
const many = 4
export const others = 0.4
/** An initial fits many names. */
const initialCost = 0.08

export const tokensOf = ({ a, b }: Compared, pair: Pair): readonly [readonly Token[], readonly Token[]] => [
  a.tokens.slice(pair.a, pair.aEnd),
  b.tokens.slice(pair.b, pair.bEnd),
]

/** Tokens of the name that met nothing and have one of these roles. */
export const leftWith = (
  name: PreparedName,
  places: readonly number[],
  ...wanted: readonly Role[]
): Token[] =>
  places.flatMap((at) => {
    const token = name.tokens[at]
    return token !== undefined && wanted.includes(token.role) ? [token] : []
  })

const hasEssential = (tokens: readonly Token[], from: number, to: number) => {
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token !== undefined && isEssential(token)) return true
  }
  return false
}

export function newCompared(
  a: PreparedName,
  b: PreparedName,
  alignment: Alignment,
  ledger: Ledger,
): Compared {
  const essentialPairs = alignment.pairs.filter(
    (pair) => hasEssential(a.tokens, pair.a, pair.aEnd) && hasEssential(b.tokens, pair.b, pair.bEnd),
  )
  return { a, b, alignment, essentialPairs, ledger }
}

/** Charges every pair for what it lacks, the weakest most. */
export function chargePairs(compared: Compared): void {
  const { ledger, alignment, essentialPairs } = compared
  const least = essentialPairs.reduce((value, pair) => Math.min(value, pair.value), 1)
  let isWeakestCharged = false
  for (const pair of alignment.pairs) {
    const lack = 1 - pair.value
    if (lack === 0 && ledger.charges === undefined) continue
    const met = tokensOf(compared, pair)
    if (pair.how === 'WORD_INITIAL') {
      charge(ledger, pair.how, initialCost, met)
    } else if (pair.value === least && lack > 0 && !isWeakestCharged) {
      isWeakestCharged = true
      charge(ledger, pair.how, (essentialPairs.length < many ? weakest : weakestOfMany) * lack, met)
    } else charge(ledger, pair.how, others * lack, met)
  }
}

export const essentialOf = (name: PreparedName) => name.tokens.filter(isEssential)
