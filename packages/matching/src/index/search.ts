import { compareNames } from '../names/compare-names.ts'
import { oneWordOnly } from '../names/person-costs.ts'
import type { PreparedName } from '../names/prepare-name.ts'
import { bitsIn } from '../text/bits.ts'
import { others, weakestOfMany } from '../names/costs.ts'
import { bitsOfMeaning, lackOfMeaning, queryOf, type Query } from './query.ts'
import { isWord } from './name-rows.ts'
import { visitWholes, type Store } from './store.ts'

/** How many rows one would have to look at to see all that hold something for these bits. */
function workFor({ holders }: Store, { covers, halves }: Query, bits: number): number {
  let work = 0
  for (const cover of covers) {
    if ((cover.bits & bits) === 0) continue
    for (const number of cover.numbers.keys()) work += holders.count(number)
  }
  for (const half of halves) {
    if ((half.bits & bits) !== 0) work += Math.max(holders.count(half.first), holders.count(half.second))
  }
  return work
}

/** The telling token of the name that the fewest rows hold. */
function cheapestBit(store: Store, query: Query): number {
  let best = 0
  let least = Infinity
  for (let bit = 1; bit <= query.bits && bit > 0; bit *= 2) {
    const work = workFor(store, query, bit)
    if (work >= least) continue
    best = bit
    least = work
  }
  return best
}

/**
 * Names that are one have no word on either side that the other lacks, else they would contradict each other. So either
 * every telling token of the name is in the row, hence the rarest; or every telling token of the row is in the name,
 * hence its signature.
 */
function visitRows(store: Store, query: Query, see: (row: number) => void): void {
  const { holders, signatures } = store
  const cheapest = cheapestBit(store, query)
  for (const { bits, numbers } of query.covers) {
    const isCheapest = (bits & cheapest) !== 0
    for (const number of numbers.keys()) (isCheapest ? holders : signatures).visit(number, see)
  }
  for (const { bits, first, second } of query.halves) {
    const isCheapest = (bits & cheapest) !== 0
    // Both halves are in the row: the rarer is enough, unless only the other one is telling.
    const isFirstEnough =
      isCheapest && areWords(store, first, second) && holders.count(first) < holders.count(second)
    const isSecondEnough = isCheapest && areWords(store, first, second) && !isFirstEnough
    const chains = isCheapest ? holders : signatures
    if (!isSecondEnough) chains.visit(first, see)
    if (!isFirstEnough) chains.visit(second, see)
  }
}

function areWords({ vocabulary }: Store, ...numbers: readonly number[]): boolean {
  return numbers.every((number) => {
    const token = vocabulary.token(number)
    return token !== undefined && isWord(token)
  })
}

/** What one row has of the name sought: one object for all rows, since there are thousands of them. */
const overlap = {
  bits: 0,
  /** Telling tokens of the row that stand for something. */
  met: 0,
  /** What the names cost at least for words that are only near. */
  cost: 0,
}

function measureOverlap({ rows, meanings }: Store, query: Query, row: number): void {
  let bits = 0
  let met = 0
  let worst = 0
  let sum = 0
  const { pool } = rows
  const { data } = meanings
  const start = rows.startOf(row)
  for (let at = start + rows.countTokens(row) - 1; at >= start; at -= 1) {
    const meaning = data[pool[at]!]!
    if (meaning === 0) continue
    met += 1
    bits |= bitsOfMeaning(meaning)
    const lack = lackOfMeaning(meaning)
    sum += lack
    if (lack > worst) worst = lack
  }
  for (const half of query.halves) {
    if (!rows.holds(row, half.first) || !rows.holds(row, half.second)) continue
    bits |= half.bits
    met += 2
  }
  overlap.bits = bits
  overlap.met = met
  overlap.cost = weakestOfMany * worst + others * (sum - worst)
}

function hasInitial({ rows, vocabulary }: Store, row: number): boolean {
  for (let at = rows.countTokens(row) - 1; at >= 0; at -= 1) {
    if (vocabulary.token(rows.numberAt(row, at))?.role === 'INITIAL') return true
  }
  return false
}

/** A company with half as many words more is another company. */
const mostExtra = 0.34

const impossible = Infinity
const extraWord = 0.03

/**
 * What the names cost at least, roughly; infinite where both have a word that the other lacks, or what is only near is not
 * near enough.
 */
function leastCost(store: Store, query: Query, row: number, floor: number): number {
  measureOverlap(store, query, row)
  const { bits, met, cost } = overlap
  const telling = store.rows.countTelling(row)
  const sought = bitsIn(query.bits)
  const isCovered = bits === query.bits
  if (!isCovered && met < telling) return impossible
  // With more words met than there are, some of them are not needed, perhaps the ones that cost.
  if (met <= Math.min(telling, sought) && 1 - cost < floor) return impossible
  if (query.name.isPerson && store.rows.isPerson(row)) {
    const isGivenName = telling === 1 && sought > 1 && (bits & query.familyBits) === 0
    if (isGivenName && 1 - oneWordOnly < floor && !hasInitial(store, row)) return impossible
    return cost + extraWord * Math.abs(telling - sought)
  }
  const extra = isCovered ? telling - Math.max(met, sought) : sought - Math.max(bitsIn(bits), telling)
  const share = extra / (isCovered ? telling : sought)
  return share > mostExtra ? impossible : cost + share
}

/**
 * A name of two common words meets thousands of others. So many of the nearest are compared, whatever the order, and
 * every one that has the very same words.
 */
const mostCompared = 600

interface Promising {
  row: number
  cost: number
}

function nearest(store: Store, found: readonly Promising[]): readonly Promising[] {
  if (found.length <= mostCompared) return found
  const { rows } = store
  const same = found.filter(({ cost }) => cost === 0).length
  return found
    .toSorted((a, b) => a.cost - b.cost || rows.idOf(a.row) - rows.idOf(b.row))
    .slice(0, Math.max(mostCompared, same))
}

function promisingRows(
  store: Store,
  query: Query,
  floor: number,
  isNew: (row: number) => boolean,
): Promising[] {
  const found: Promising[] = []
  for (const [number, meaning] of query.meanings) store.meanings.set(number, meaning)
  visitRows(store, query, (row) => {
    const cost = isNew(row) ? leastCost(store, query, row, floor) : impossible
    if (cost < impossible) found.push({ row, cost })
  })
  for (const number of query.meanings.keys()) store.meanings.set(number, 0)
  return found
}

let searches = 0

/** Tells each living row that may say the same as the name, with its score, if that is at least the floor. */
export function searchName(
  store: Store,
  name: PreparedName,
  floor: number,
  see: (row: number, score: number) => void,
): void {
  const { rows, lookedAt } = store
  searches = (searches + 1) >>> 0
  const isNew = (row: number) => {
    if (lookedAt.at(row) === searches || rows.isDead(row)) return false
    lookedAt.set(row, searches)
    return true
  }
  const compare = (row: number) => {
    const { score } = compareNames(name, rows.nameAt(row), false)
    if (score >= floor) see(row, score)
  }
  visitWholes(store, name, (row) => {
    if (isNew(row)) compare(row)
  })
  if (name.kind === 'WEAK' || name.tokens.length === 0) return
  const query = queryOf(store.vocabulary, name)
  for (const { row } of nearest(store, promisingRows(store, query, floor, isNew))) compare(row)
}
