import { freshLikeness, leastLikeness } from '../names/similarity.ts'
import { isEssential, type Token } from '../names/token.ts'
import { bitsIn } from '../text/bits.ts'
import { HashChains, hashOf } from './hash-chains.ts'
import { Numbers } from './numbers.ts'
import { tokenKeys } from './token-keys.ts'

const exact = 0

/** Two words that are less alike cost so much that their names stay below any floor. */
const leastNear = Math.max(leastLikeness, 0.67)

/** All words that sound the same at the start, with what is cheap to compare. */
interface Drawer {
  numbers: Numbers
  letters: Numbers
  pairs: Numbers
}

/** A few bits for the pairs of neighbouring letters: words with the same letters in another order differ in them. */
function pairsOf(word: string): number {
  let bits = 0
  for (let at = 1; at < word.length; at += 1) {
    bits |= 1 << (Math.imul(word.charCodeAt(at - 1) * 31 + word.charCodeAt(at), 0x9e3779b1) >>> 27)
  }
  return bits
}

/** Words are asked for again and again: people share their names. */
const mostAnswers = 4_096

/** Every different token of the index once, with its number. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #tokens: Token[] = []
  readonly #near = new HashChains()
  readonly #drawers = new Map<string, Drawer>()
  readonly #answers = new Map<string, ReadonlyMap<number, number>>()

  get size(): number {
    return this.#tokens.length
  }

  /** The chains to the byte; a token with its strings and its place in the map takes some 450 bytes. */
  get bytes(): number {
    const drawers = [...this.#drawers.values()].reduce(
      (sum, it) => sum + it.numbers.bytes + it.letters.bytes,
      0,
    )
    return this.#near.bytes + drawers + this.#tokens.length * 450
  }

  token(number: number): Token | undefined {
    return this.#tokens[number]
  }

  /** Undefined for a token that is not in the vocabulary. */
  find(token: Token): number | undefined {
    return this.#numbers.get(token.key)
  }

  add(token: Token): number {
    this.#answers.clear()
    const number = this.#tokens.push(token) - 1
    this.#numbers.set(token.key, number)
    this.#near.add(hashOf(exact, token.text), number)
    if (!isEssential(token)) return number
    for (const key of tokenKeys(token, false)) this.#near.add(key, number)
    const name = drawerOf(token, token.text.length)
    const drawer = this.#drawers.get(name) ?? newDrawer()
    this.#drawers.set(name, drawer)
    drawer.numbers.push(number)
    drawer.letters.push(token.letters)
    drawer.pairs.push(pairsOf(token.text))
    return number
  }

  /** Tokens of any role with this very text. */
  equalTo(text: string): number[] {
    const found: number[] = []
    this.#near.visit(hashOf(exact, text), (number) => {
      if (this.#tokens[number]?.text === text) found.push(number)
    })
    return found
  }

  /**
   * Tokens that may stand for this one: by the keys, and in a wide search all near ones with the
   * same first sound. With how much each lacks, in hundredths.
   */
  nearTo(token: Token, isPerson: boolean, isWide = true): ReadonlyMap<number, number> {
    const question = `${isPerson ? 'P' : 'O'}${isWide ? 'W' : 'N'}${token.key}`
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    const found = new Map(this.equalTo(token.text).map((number) => [number, 0]))
    if (isEssential(token)) {
      const look = (number: number) => this.#look(token, number, isPerson, found)
      const seen = new Set<number>()
      for (const key of tokenKeys(token, true)) this.#near.visit(key, (number) => seen.add(number))
      for (const number of seen) look(number)
      if (isWide) this.#visitDrawers(token, look)
    }
    if (this.#answers.size >= mostAnswers) this.#answers.clear()
    this.#answers.set(question, found)
    return found
  }

  #look(token: Token, number: number, isPerson: boolean, found: Map<number, number>): void {
    const other = this.#tokens[number]
    if (other === undefined || found.has(number)) return
    const { value } = freshLikeness(token, other, isPerson, leastNear)
    if (value >= leastNear) found.set(number, Math.floor((1 - value) * 100))
  }

  #visitDrawers(token: Token, look: (number: number) => void): void {
    const { length } = token.text
    if (length < 4) return
    const slack = Math.max(1, Math.round(length * 0.3))
    const pairs = pairsOf(token.text)
    for (let size = length - slack; size <= length + slack; size += 1) {
      const drawer = this.#drawers.get(drawerOf(token, size))
      if (drawer !== undefined) visitDrawer(drawer, token, pairs, look)
    }
  }
}

const newDrawer = (): Drawer => ({
  numbers: new Numbers(16),
  letters: new Numbers(16),
  pairs: new Numbers(16),
})

/** Words with the same first sound and as many letters. */
const drawerOf = ({ sound, text }: Token, size: number) =>
  `${(sound === '' ? text : sound).slice(0, 1)}${size}`

/** Two other letters change four bits of the letters and eight of the pairs. */
function visitDrawer(drawer: Drawer, token: Token, pairs: number, look: (number: number) => void): void {
  const mostLetters = Math.min(4, Math.round(token.text.length * 0.5))
  const mostPairs = 2 * mostLetters + 1
  const count = drawer.numbers.length
  const letters = drawer.letters.data
  const others = drawer.pairs.data
  const { letters: own } = token
  for (let at = 0; at < count; at += 1) {
    if (bitsIn(letters[at]! ^ own) > mostLetters) continue
    if (bitsIn(others[at]! ^ pairs) <= mostPairs) look(drawer.numbers.at(at))
  }
}
