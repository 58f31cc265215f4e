import { editCost } from '../text/edit-cost.ts'
import type { ReasonKind } from '../reasons.ts'
import { leastLikeness, likeness } from './similarity.ts'
import type { Token } from './token.ts'

/** Tokens from `a` to before `aEnd` of one name met those from `b` to before `bEnd` of the other. */
export interface Pair {
  readonly a: number
  readonly aEnd: number
  readonly b: number
  readonly bEnd: number
  readonly value: number
  readonly how: ReasonKind
}

export interface Alignment {
  readonly pairs: readonly Pair[]
  /** Places of the tokens that met nothing. */
  readonly leftA: readonly number[]
  readonly leftB: readonly number[]
}

const joinedValue = 0.97
const joinedSound = 0.92
const mostJoined = 3
const canJoin = (token: Token) => token.role !== 'NUMBER'

/** How near several tokens, written as one word, come to a single one; 0 where they do not. */
function joinedLikeness(joined: string, sound: string, single: Token): number {
  const { text } = single
  if (joined === text) return joinedValue
  if (text.length < 6) return 0
  if (sound === single.sound) return joinedSound
  const cost = editCost(joined.slice(0, 40), text, 1.3)
  return cost > 1.3 ? 0 : joinedValue - cost / text.length
}

const fits = (length: number, { text, role }: Token) =>
  text.length >= 4 && role !== 'NUMBER' && Math.abs(length - text.length) <= 2

interface Join {
  at: number
  end: number
  single: number
  value: number
}

function findJoins(many: readonly Token[], singles: readonly Token[]): Join[] {
  const joins: Join[] = []
  for (let at = 0; at + 1 < many.length; at += 1) {
    let length = many[at]?.text.length ?? 0
    for (let end = at + 1; end < Math.min(many.length, at + mostJoined); end += 1) {
      length += many[end]?.text.length ?? 0
      for (let single = 0; single < singles.length; single += 1) {
        const token = singles[single]
        if (token === undefined || !fits(length, token)) continue
        const parts = many.slice(at, end + 1)
        if (!parts.every(canJoin)) continue
        const sound = parts.map((part) => part.sound).join('')
        const value = joinedLikeness(parts.map((part) => part.text).join(''), sound, token)
        if (value > 0) joins.push({ at, end: end + 1, single, value })
      }
    }
  }
  return joins
}

function findPairs(a: readonly Token[], b: readonly Token[], isPerson: boolean): Pair[] {
  const found: Pair[] = []
  for (const [i, one] of a.entries()) {
    for (const [j, other] of b.entries()) {
      const { value, how } = likeness(one, other, isPerson)
      if (value >= leastLikeness) found.push({ a: i, aEnd: i + 1, b: j, bEnd: j + 1, value, how })
    }
  }
  for (const { at, end, single, value } of findJoins(a, b)) {
    found.push({ a: at, aEnd: end, b: single, bEnd: single + 1, value, how: 'WORDS_JOINED' })
  }
  for (const { at, end, single, value } of findJoins(b, a)) {
    found.push({ a: single, aEnd: single + 1, b: at, bEnd: end, value, how: 'WORDS_JOINED' })
  }
  return found
}

const isFree = (used: Uint8Array, from: number, to: number) => {
  for (let at = from; at < to; at += 1) if (used[at] === 1) return false
  return true
}

const left = (used: Uint8Array) => [...used.keys()].filter((at) => used[at] === 0)

/** The best pairs first, whatever their order in the names; among equals those in the same place. */
export function align(a: readonly Token[], b: readonly Token[], isPerson: boolean): Alignment {
  const found = findPairs(a, b, isPerson)
  if (found.length > 1) {
    found.sort(
      (x, y) => y.value - x.value || Math.abs(x.a - x.b) - Math.abs(y.a - y.b) || x.a - y.a || x.b - y.b,
    )
  }
  const usedA = new Uint8Array(a.length)
  const usedB = new Uint8Array(b.length)
  const pairs: Pair[] = []
  for (const pair of found) {
    if (!isFree(usedA, pair.a, pair.aEnd) || !isFree(usedB, pair.b, pair.bEnd)) continue
    usedA.fill(1, pair.a, pair.aEnd)
    usedB.fill(1, pair.b, pair.bEnd)
    pairs.push(pair)
  }
  return { pairs, leftA: left(usedA), leftB: left(usedB) }
}
