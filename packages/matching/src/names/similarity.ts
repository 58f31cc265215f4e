import { bitsIn } from '../text/bits.ts'
import { editCost } from '../text/edit-cost.ts'
import type { ReasonKind } from '../reasons.ts'
import type { Token } from './token.ts'

/** How much two tokens are alike, from 0 to 1, and why. */
export interface Likeness {
  readonly value: number
  readonly how: ReasonKind
}

const unlike: Likeness = { value: 0, how: 'WORD_CONTRADICTED' }
const equal: Likeness = { value: 1, how: 'WORD_EQUAL' }
const translated: Likeness = { value: 0.95, how: 'WORD_TRANSLATED' }
const nickname: Likeness = { value: 0.92, how: 'WORD_NICKNAME' }
const gender: Likeness = { value: 0.93, how: 'WORD_GENDER' }
const initial: Likeness = { value: 0.9, how: 'WORD_INITIAL' }
const sound: Likeness = { value: 0.94, how: 'WORD_SOUND' }
const shortSound: Likeness = { value: 0.88, how: 'WORD_SOUND' }

/** Below this two words have nothing to do with each other. */
export const leastLikeness = 0.55

/** True where hardly any spelling rule could make the words near: too few letters in common. Cheap. */
function cannotBeNear(one: Token, other: Token): boolean {
  const shorter = Math.min(one.text.length, other.text.length)
  if (Math.abs(one.text.length - other.text.length) > Math.max(1, Math.round(shorter * 0.4))) return true
  return bitsIn(one.letters ^ other.letters) > 1 + shorter * 0.6
}

/** 1 for equal words, 0 for those that are less alike than the least. */
function ratio(one: string, other: string, least: number): number {
  const shorter = Math.min(one.length, other.length)
  const size = Math.max(2, shorter * 0.75 + Math.max(one.length, other.length) * 0.25)
  return Math.max(0, 1 - editCost(one, other, (1 - least) * size) / size)
}

/** Signs that stand for syllables: another sign is another syllable, unless it sounds the same. */
function bySpelling(one: Token, other: Token, least: number): Likeness {
  if (one.sound === other.sound && one.sound !== '')
    return one.text.length > 3 && other.text.length > 3 ? sound : shortSound
  if (one.script === 'SYLLABLES' && other.script === 'SYLLABLES') return unlike
  if (cannotBeNear(one, other)) return unlike
  const written = ratio(one.text, other.text, least)
  // What sounds like less than it is written does not count.
  const spoken = written >= 0.95 ? 0 : 0.95 * ratio(one.sound, other.sound, Math.max(written, least) / 0.95)
  const value = Math.max(written, spoken)
  return value < least ? unlike : { value, how: written >= spoken ? 'WORD_NEAR' : 'WORD_SOUND' }
}

function byConsonants(one: Token, other: Token): Likeness {
  if (one.skeleton === '' || other.skeleton === '') return unlike
  if (one.skeleton === other.skeleton) return { value: 0.92, how: 'WORD_CONSONANTS' }
  const value = 0.9 * ratio(one.skeleton, other.skeleton, leastLikeness)
  return value < leastLikeness ? unlike : { value, how: 'WORD_CONSONANTS' }
}

const shareGroup = (one: Token, other: Token) =>
  one.nicknames.some((group) => other.nicknames.includes(group))

/** Roles whose words are the same or not: there is no near number and no near particle. */
const exactRoles: ReadonlySet<string> = new Set(['NUMBER', 'PARTICLE', 'LINEAGE', 'LIGHT'])

/** Without memory, for those who ask about each pair once and care only for some. The same both ways round. */
export function freshLikeness(one: Token, other: Token, isPerson: boolean, least = leastLikeness): Likeness {
  if (one === other || one.text === other.text) return equal
  if (one.role === 'INITIAL' || other.role === 'INITIAL') {
    const both = one.role === other.role
    return isPerson &&
      !both &&
      one.text[0] === other.text[0] &&
      one.role !== 'PARTICLE' &&
      other.role !== 'PARTICLE'
      ? initial
      : unlike
  }
  if (exactRoles.has(one.role) || exactRoles.has(other.role)) return unlike
  if (isPerson) {
    if (one.genderless === other.genderless) return gender
    if (one.nicknames.length > 0 && shareGroup(one, other)) return nickname
  } else if (one.meaning !== '' && one.meaning === other.meaning) return translated
  if (one.script !== other.script && (one.script === 'CONSONANTS' || other.script === 'CONSONANTS')) {
    return byConsonants(one, other)
  }
  return bySpelling(one, other, least)
}

/** What was found out last; most names share their words with others, so most questions have been asked before. */
const slots = 1 << 16
const memory = {
  ones: new Uint32Array(slots),
  others: new Uint32Array(slots),
  answers: Array.from({ length: slots }, () => unlike),
}

/** The same both ways round. */
export function likeness(one: Token, other: Token, isPerson: boolean): Likeness {
  if (one === other || one.text === other.text) return equal
  const first = one.serial * 2 + (isPerson ? 1 : 0)
  const slot = (Math.imul(first, 0x9e3779b1) ^ Math.imul(other.serial, 0x85ebca77)) >>> 16
  if (memory.ones[slot] === first && memory.others[slot] === other.serial)
    return memory.answers[slot] ?? unlike
  const answer = freshLikeness(one, other, isPerson)
  memory.ones[slot] = first
  memory.others[slot] = other.serial
  memory.answers[slot] = answer
  return answer
}
