import { isFamily } from '../names/person-costs.ts'
import type { PreparedName } from '../names/prepare-name.ts'
import { tokenOf, type Token } from '../names/token.ts'
import { lightWords, lineage, particles } from '../tables/name-words.ts'
import { tellingTokens } from './name-rows.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Numbers of tokens that may stand for some telling tokens of the name sought, which have one bit each. */
interface Cover {
  readonly bits: number
  /** With how much each lacks, in hundredths. */
  readonly numbers: ReadonlyMap<number, number>
}

/** Two tokens that, side by side, may stand for one of the name sought. */
export interface Halves {
  readonly bits: number
  readonly first: number
  readonly second: number
}

export interface Query {
  readonly name: PreparedName
  /** All bits. */
  readonly bits: number
  /** Those of the family name of a person. */
  readonly familyBits: number
  readonly covers: readonly Cover[]
  readonly halves: readonly Halves[]
  /** By number of a token, the bits it stands for, and above them how much it lacks at least, in hundredths. */
  readonly meanings: ReadonlyMap<number, number>
}

/** Bits of a number; a name with more words is found by these. */
const mostSought = 24
const allBits = 2 ** mostSought - 1
const shortestJoined = 4
const nearJoined = 6
const mostJoined = 3
const shortestSplit = 5
const shortestHalf = 2

/** Two or three words of the name as one of the index. */
function joinedCovers(vocabulary: Vocabulary, name: PreparedName, bitOf: (token: Token) => number): Cover[] {
  const { tokens, isPerson } = name
  const covers: Cover[] = []
  for (let at = 0; at + 1 < Math.min(tokens.length, mostSought); at += 1) {
    for (let end = at + 2; end <= Math.min(tokens.length, at + mostJoined); end += 1) {
      const parts = tokens.slice(at, end)
      const bits = parts.reduce((sum, token) => sum | bitOf(token), 0)
      const joined = parts.map(({ text }) => text).join('')
      if (bits === 0 || joined.length < shortestJoined) continue
      const found =
        joined.length < nearJoined
          ? vocabulary.equalTo(joined)
          : vocabulary.nearTo(tokenOf(joined, 'WORD', 'PLAIN'), isPerson, false).keys()
      // Words that are written apart are compared otherwise; they may lack less than it seems here.
      const numbers = new Map(Array.from(found, (number) => [number, 0]))
      if (numbers.size > 0) covers.push({ bits, numbers })
    }
  }
  return covers
}

/** The one spelling that stands for a small word. */
const usual = (word: string) => particles.get(word) ?? lineage.get(word) ?? lightWords.get(word) ?? word

/** One word of the name as two of the index. */
function halvesOf(vocabulary: Vocabulary, { text }: Token, bits: number): Halves[] {
  const halves: Halves[] = []
  if (text.length < shortestSplit) return halves
  for (let at = shortestHalf; at <= text.length - shortestHalf; at += 1) {
    const seconds = vocabulary.equalTo(text.slice(at))
    if (seconds.length === 0) continue
    for (const first of vocabulary.equalTo(usual(text.slice(0, at)))) {
      for (const second of seconds) halves.push({ bits, first, second })
    }
  }
  return halves
}

export function queryOf(vocabulary: Vocabulary, name: PreparedName): Query {
  const sought = tellingTokens(name.tokens).slice(0, mostSought)
  const bitOf = (token: Token) => {
    const at = sought.indexOf(token)
    return at < 0 ? 0 : 1 << at
  }
  const covers: Cover[] = sought.map((token) => ({
    bits: bitOf(token),
    numbers: vocabulary.nearTo(token, name.isPerson),
  }))
  covers.push(...joinedCovers(vocabulary, name, bitOf))
  const halves = sought.flatMap((token) => halvesOf(vocabulary, token, bitOf(token)))
  const family = sought.filter((token) => isFamily(name, name.tokens.indexOf(token)))
  const familyBits = family.reduce((sum, token) => sum | bitOf(token), 0)
  return { name, bits: 2 ** sought.length - 1, familyBits, covers, halves, meanings: meaningsOf(covers) }
}

export const bitsOfMeaning = (meaning: number) => meaning & allBits
export const lackOfMeaning = (meaning: number) => (meaning >>> mostSought) / 100

/** A token that stands for several words of the name lacks as little as for the nearest. */
function meaningsOf(covers: readonly Cover[]): Map<number, number> {
  const meanings = new Map<number, number>()
  for (const { bits, numbers } of covers) {
    for (const [number, lack] of numbers) {
      const known = meanings.get(number)
      const least = known === undefined ? lack : Math.min(lack, known >>> mostSought)
      meanings.set(number, (bits | ((known ?? 0) & allBits) | (least << mostSought)) >>> 0)
    }
  }
  return meanings
}
