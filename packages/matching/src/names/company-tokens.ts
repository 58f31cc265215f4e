import { genericWords, stopWords } from '../tables/company-words.ts'
import { legalForms, longFormWords, type LegalForm } from '../tables/legal-forms.ts'
import { romanNumber, tenWords, unitWords } from '../tables/number-words.ts'
import { placeWords } from '../tables/places.ts'
import type { Word, Words } from '../text/split-words.ts'
import { deletionsOf } from '../text/deletions.ts'
import type { ReadName } from './person-tokens.ts'
import { tokenOf, type Token } from './token.ts'

/** Long words of legal forms by what remains of them without one letter. */
const misspelt = new Map(longFormWords.flatMap((word) => deletionsOf(word).map((rest) => [rest, word])))
const known = new Set(longFormWords)

const mostCorrected = 50_000
const corrected = new Map<string, string>()

function findFormWord(word: string): string {
  const near = [word, ...deletionsOf(word)].map((rest) => misspelt.get(rest) ?? (known.has(rest) ? rest : ''))
  return near.find((found) => found !== '') ?? word
}

function correctFormWord(word: string): string {
  if (word.length < 5 || known.has(word)) return word
  const found = corrected.get(word) ?? findFormWord(word)
  if (corrected.size >= mostCorrected) corrected.clear()
  corrected.set(word, found)
  return found
}

/** By its first word, how many words the longest form has. */
const lengths = new Map<string, number>()
for (const form of legalForms.keys()) {
  const [first = '', ...more] = form.split(' ')
  lengths.set(first, Math.max(lengths.get(first) ?? 0, more.length + 1))
}

/** These short forms come first where they are used; others of two letters are forms at the end only. */
const leading = new Set(['ao', 'pt', 'ip', 'oy'])

interface FoundForm {
  form: LegalForm
  length: number
}

function formAt(
  texts: readonly string[],
  at: number,
  endsHere: (after: number) => boolean,
): FoundForm | undefined {
  const longest = lengths.get(texts[at] ?? '') ?? 0
  for (let length = Math.min(longest, texts.length - at); length > 0; length -= 1) {
    const phrase = length === 1 ? (texts[at] ?? '') : texts.slice(at, at + length).join(' ')
    const form = legalForms.get(phrase)
    if (form === undefined) continue
    const isShort = phrase.length <= 2
    if (isShort && !endsHere(at + length) && !(at === 0 && leading.has(phrase))) continue
    return { form, length }
  }
  return undefined
}

interface Parted {
  rest: Word[]
  forms: LegalForm[]
}

function partForms(words: readonly Word[]): Parted {
  const texts = words.map(({ text }) => correctFormWord(text))
  const rest: Word[] = []
  const forms: LegalForm[] = []
  const endsHere = (after: number): boolean => {
    if (after >= texts.length) return true
    const next = formAt(texts, after, endsHere)
    return next !== undefined && endsHere(after + next.length)
  }
  let at = 0
  while (at < words.length) {
    const found = formAt(texts, at, endsHere)
    if (found === undefined) {
      const word = words[at]
      if (word !== undefined) rest.push(word)
      at += 1
    } else {
      if (!forms.includes(found.form)) forms.push(found.form)
      at += found.length
    }
  }
  // A name that is nothing but forms is a name all the same.
  return rest.length === 0 ? { rest: [...words], forms: [] } : { rest, forms }
}

/** `forty four`, `44th` and `44` are one number; undefined where the word is none. */
function numberAt(words: readonly Word[], at: number): { value: string; length: number } | undefined {
  const text = words[at]?.text ?? ''
  if (/\d/.test(text))
    return { value: text.replace(/^0+(?=\d)/, '').replace(/^(\d+)(?:st|nd|rd|th|er|eme)$/, '$1'), length: 1 }
  const ten = tenWords.get(text)
  if (ten !== undefined) {
    const unit = unitWords.get(words[at + 1]?.text ?? '')
    return unit !== undefined && unit < 10
      ? { value: String(ten + unit), length: 2 }
      : { value: String(ten), length: 1 }
  }
  const unit = unitWords.get(text)
  if (unit !== undefined) return { value: String(unit), length: 1 }
  const isRoman = at > 0 && (text.length > 1 || at === words.length - 1)
  const roman = isRoman ? romanNumber(text) : undefined
  return roman === undefined ? undefined : { value: String(roman), length: 1 }
}

function tokenOfCompany({ text, script }: Word): Token {
  const generic = genericWords.get(text)
  if (generic !== undefined) return tokenOf(generic, 'GENERIC', script)
  if (stopWords.has(text)) return tokenOf(text, 'PARTICLE', script)
  const place = placeWords.get(text)
  return place === undefined ? tokenOf(text, 'WORD', script) : tokenOf(place, 'PLACE', script)
}

export function companyTokens({ words }: Words): ReadName {
  const { rest, forms } = partForms(words)
  const tokens: Token[] = []
  let at = 0
  while (at < rest.length) {
    const number = numberAt(rest, at)
    const word = rest[at]
    if (number !== undefined) tokens.push(tokenOf(number.value, 'NUMBER', 'PLAIN'))
    else if (word !== undefined) tokens.push(tokenOfCompany(word))
    at += number?.length ?? 1
  }
  return { tokens, forms, familyLength: 0 }
}
