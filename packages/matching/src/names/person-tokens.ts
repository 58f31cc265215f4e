import type { LegalForm } from '../tables/legal-forms.ts'
import { lightWords, lineage, particles, titles, titlesOrNames } from '../tables/name-words.ts'
import { romanNumber } from '../tables/number-words.ts'
import type { Word, Words } from '../text/split-words.ts'
import { tokenOf, type Token } from './token.ts'

export interface ReadName {
  tokens: readonly Token[]
  forms: readonly LegalForm[]
  familyLength: number
}

const suffixes = new Map([
  ['jr', 'jr'],
  ['junior', 'jr'],
  ['sr', 'sr'],
  ['senior', 'sr'],
])

/** No longer word has to be looked up. */
const longestSmall = Math.max(
  ...[...lineage.keys(), ...lightWords.keys(), ...particles.keys()].map(({ length }) => length),
)

function tokenOfPerson({ text, script }: Word, at: number, count: number): Token {
  const isLast = at > 0 && at === count - 1
  const suffix = isLast ? suffixes.get(text) : undefined
  if (suffix !== undefined) return tokenOf(suffix, 'NUMBER', script)
  if (/\d/.test(text)) return tokenOf(text.replace(/^0+(?=\d)/, ''), 'NUMBER', script)
  if (script === 'PLAIN') {
    if (text.length === 1) return tokenOf(text, 'INITIAL', script)
    const roman = isLast && count > 2 && text !== 'xi' && text !== 'vi' ? romanNumber(text) : undefined
    if (roman !== undefined) return tokenOf(String(roman), 'NUMBER', script)
  }
  if (text.length > longestSmall) return tokenOf(text, 'WORD', script)
  const descent = lineage.get(text)
  // Ben is a given name where it comes first.
  if (descent !== undefined && (at > 0 || text !== 'ben') && count > 1)
    return tokenOf(descent, 'LINEAGE', script)
  const light = lightWords.get(text)
  if (light !== undefined && !isLast && count > 1) return tokenOf(light, 'LIGHT', script)
  const particle = particles.get(text)
  // A family name may be as short as a particle (An, Do), so the last word is one only where much else remains.
  if (particle !== undefined && count > 1 && (!isLast || text === 'na'))
    return tokenOf(particle, 'PARTICLE', script)
  return tokenOf(text, 'WORD', script)
}

/** How many words are neither titles nor particles: what a title may be dropped from. */
const countNames = (words: readonly Word[]) =>
  words.filter(
    ({ text }) => text.length > 1 && !titles.has(text) && !titlesOrNames.has(text) && !particles.has(text),
  ).length

const isAnyTitle = ({ text }: Word) => titles.has(text) || titlesOrNames.has(text)

/** Titles are no part of the name, unless hardly anything else is. */
function withoutTitles(words: Words): Words {
  if (!words.words.some(isAnyTitle)) return words
  const names = countNames(words.words)
  const isName = ({ text }: Word) => !(titlesOrNames.has(text) ? names >= 2 : titles.has(text) && names >= 1)
  return {
    words: words.words.filter(isName),
    beforeComma: words.words.slice(0, words.beforeComma).filter(isName).length,
  }
}

export function personTokens(all: Words): ReadName {
  const { words, beforeComma } = withoutTitles(all)
  const read = words.map((word, at) => tokenOfPerson(word, at, words.length))
  // Abd al-Rahman and Abdul Rahman are one name.
  const tokens = read.filter(({ role }, at) => role !== 'PARTICLE' || read[at - 1]?.text !== 'abdul')
  return { tokens, forms: [], familyLength: beforeComma < tokens.length ? beforeComma : 0 }
}
