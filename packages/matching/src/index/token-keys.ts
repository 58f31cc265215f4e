import { deletionsOf } from '../text/deletions.ts'
import type { Token } from '../names/token.ts'
import { hashOf } from './hash-chains.ts'

/** Marks of the kinds of keys, so that a sound never answers for a spelling. */
const spelling = 1
const sound = 2
const nickname = 3
const meaning = 4
const genderless = 5
const consonantsOfPlain = 6
const consonantsOfOthers = 7

const shortestDeleted = 4

/** Under what a token of the index is kept, and under what tokens near to one are looked for. */
export function tokenKeys(token: Token, isSought: boolean): readonly number[] {
  const keys = new Set([hashOf(spelling, token.text), hashOf(sound, token.sound)])
  if (token.text.length >= shortestDeleted) {
    for (const rest of deletionsOf(token.text)) keys.add(hashOf(spelling, rest))
  }
  for (const group of token.nicknames) keys.add(hashOf(nickname, String(group)))
  if (token.meaning !== '') keys.add(hashOf(meaning, token.meaning))
  if (token.genderless !== token.text) keys.add(hashOf(genderless, token.genderless))
  if (token.skeleton === '') return [...keys]
  // Vowels are doubted only where the script of one of the two leaves them out.
  const hasConsonants = token.script === 'CONSONANTS'
  if (hasConsonants || isSought) keys.add(hashOf(consonantsOfOthers, token.skeleton))
  if (!hasConsonants !== isSought) keys.add(hashOf(consonantsOfPlain, token.skeleton))
  return [...keys]
}
