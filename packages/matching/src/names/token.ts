import { isPatronymic } from '../tables/name-words.ts'
import { nicknameGroups } from '../tables/nicknames.ts'
import { translations } from '../tables/company-words.ts'
import type { Script } from '../text/scripts.ts'
import { skeletonOf, soundOf } from '../text/sounds.ts'

/**
 * What a word is in its name. Words, places and patronymics are essential: two names that differ in one of them are two
 * names. The others are often left out.
 */
export const roles = [
  'WORD',
  'PATRONYMIC',
  'PLACE',
  'GENERIC',
  'NUMBER',
  'INITIAL',
  'LIGHT',
  'LINEAGE',
  'PARTICLE',
] as const
export type Role = (typeof roles)[number]

/** Equal tokens are one object, so that comparing them is cheap and an index can number them. */
export interface Token {
  /** Different for different tokens. */
  readonly key: string
  /** Different for different objects, so that what was found out about two of them can be remembered. */
  readonly serial: number
  readonly text: string
  readonly role: Role
  readonly script: Script
  readonly sound: string
  /** Consonants alone; empty where there are fewer than two. */
  readonly skeleton: string
  /** One bit for each letter that occurs. */
  readonly letters: number
  /** Without the ending of Slavic family names that tells women from men. */
  readonly genderless: string
  readonly nicknames: readonly number[]
  /** The same word in English, where it is one that companies translate. */
  readonly meaning: string
}

/** Longer words exist in no name; the rest of them is not looked at. */
const longestWord = 40
const mostKept = 250_000
const shelves = new Map<Role, Map<Script, Map<string, Token>>>()
let kept = 0
let made = 0

function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at)
    bits |= code >= 97 ? 1 << (code - 97) : 1 << 26
  }
  return bits
}

function withoutGender(word: string): string {
  if (word.length < 6) return word
  const adjective = /(?:skaya|skaia|skaja|skiy|skij|skyi|skyy|ski|sky|ska|skoy)$/
  if (adjective.test(word)) return word.replace(adjective, 'sk')
  return word.replace(/(ov|ev|in|yn)a$/, '$1')
}

const none: readonly number[] = []

function makeToken(key: string, text: string, role: Role, script: Script): Token {
  const sound = soundOf(text)
  const skeleton = skeletonOf(sound)
  const isPerson = role === 'WORD'
  made = (made + 1) >>> 0
  return {
    key,
    serial: made,
    text,
    role: isPerson && isPatronymic(text) ? 'PATRONYMIC' : role,
    script,
    sound,
    skeleton: skeleton.length < 2 ? '' : skeleton,
    letters: lettersOf(text),
    genderless: withoutGender(text),
    nicknames: nicknameGroups.get(text) ?? none,
    meaning: translations.get(text) ?? '',
  }
}

function shelfOf(role: Role, script: Script): Map<string, Token> {
  const scripts = shelves.get(role) ?? new Map<Script, Map<string, Token>>()
  shelves.set(role, scripts)
  const shelf = scripts.get(script) ?? new Map<string, Token>()
  scripts.set(script, shelf)
  return shelf
}

export function tokenOf(word: string, role: Role, script: Script): Token {
  const text = word.length > longestWord ? word.slice(0, longestWord) : word
  const known = shelves.get(role)?.get(script)?.get(text)
  if (known !== undefined) return known
  // Names repeat their words, so most are found; what a million different ones would cost is not paid.
  if (kept >= mostKept) {
    shelves.clear()
    kept = 0
  }
  kept += 1
  const token = makeToken(`${role} ${script} ${text}`, text, role, script)
  shelfOf(role, script).set(text, token)
  return token
}

const essentialRoles: ReadonlySet<Role> = new Set(['WORD', 'PATRONYMIC', 'PLACE'])
export const isEssential = (token: Token) => essentialRoles.has(token.role)
