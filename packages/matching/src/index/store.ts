import { acronymOf } from '../names/company-costs.ts'
import { joinedText } from '../names/compare-names.ts'
import type { PreparedName } from '../names/prepare-name.ts'
import { HashChains, hashOf, hashOfNumber } from './hash-chains.ts'
import { NameRows, tellingTokens } from './name-rows.ts'
import { Numbers } from './numbers.ts'
import { RowChains } from './row-chains.ts'
import { Vocabulary } from './vocabulary.ts'

const keyMark = 10
const joinedMark = 11
const acronymMark = 12
const shortestAcronym = 4

/** Everything an index keeps about names. */
export interface Store {
  readonly vocabulary: Vocabulary
  readonly rows: NameRows
  readonly rowsOfId: HashChains
  /** Rows by what the whole name says: in any order, written as one word, as first letters. */
  readonly wholes: HashChains
  /** By number of a token, the rows it is telling in. */
  readonly holders: RowChains
  /** The same, but each row under one of its telling tokens only: the rarest when it was added. */
  readonly signatures: RowChains
  /** By row, the last search that has looked at it. */
  readonly lookedAt: Numbers
  /** By number of a token, what it means to the search under way. All zero between two searches. */
  readonly meanings: Numbers
}

export function newStore(): Store {
  const vocabulary = new Vocabulary()
  return {
    vocabulary,
    rows: new NameRows(vocabulary),
    rowsOfId: new HashChains(),
    wholes: new HashChains(),
    holders: new RowChains(),
    signatures: new RowChains(),
    lookedAt: new Numbers(),
    meanings: new Numbers(),
  }
}

export const bytesOf = ({ vocabulary, rows, rowsOfId, wholes, holders, signatures, lookedAt }: Store) =>
  [vocabulary, rows, rowsOfId, wholes, holders, signatures, lookedAt].reduce(
    (sum, { bytes }) => sum + bytes,
    0,
  )

function keepWhole({ wholes }: Store, name: PreparedName, row: number): void {
  wholes.add(hashOf(keyMark, name.key), row)
  if (name.kind === 'WEAK') return
  wholes.add(hashOf(joinedMark, joinedText(name)), row)
  if (!name.isPerson && name.tokens.length >= shortestAcronym)
    wholes.add(hashOf(acronymMark, acronymOf(name)), row)
}

/** Rows whose whole name may be that of the name sought. */
export function visitWholes({ wholes }: Store, name: PreparedName, see: (row: number) => void): void {
  wholes.visit(hashOf(keyMark, name.key), see)
  if (name.kind === 'WEAK') return
  const joined = joinedText(name)
  wholes.visit(hashOf(joinedMark, joined), see)
  if (name.isPerson) return
  if (name.tokens.length === 1) wholes.visit(hashOf(acronymMark, joined), see)
  if (name.tokens.length >= shortestAcronym) wholes.visit(hashOf(joinedMark, acronymOf(name)), see)
}

export function addName(store: Store, id: number, name: PreparedName): void {
  const { vocabulary, rows, holders, signatures } = store
  const numbers = name.tokens.map((token) => {
    const known = vocabulary.find(token)
    if (known !== undefined) return known
    holders.open()
    signatures.open()
    store.meanings.push(0)
    return vocabulary.add(token)
  })
  const telling = tellingTokens(name.tokens).map((token) => numbers[name.tokens.indexOf(token)] ?? 0)
  const row = rows.add(id, name, numbers, telling.length)
  store.lookedAt.push(0)
  store.rowsOfId.add(hashOfNumber(id), row)
  if (numbers.length === 0) return
  keepWhole(store, name, row)
  // A weak alias is found as a whole or not at all.
  if (name.kind === 'WEAK') return
  signatures.add(rarest(holders, telling), row)
  for (const number of telling) holders.add(number, row)
}

const rarest = (holders: RowChains, numbers: readonly number[]) =>
  numbers.reduce((best, number) => (holders.count(number) < holders.count(best) ? number : best))
