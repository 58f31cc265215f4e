import type { NameKind, SubjectKind, SubjectName } from '../subject.ts'
import { longestName, splitWords } from '../text/split-words.ts'
import { companyTokens } from './company-tokens.ts'
import { personTokens } from './person-tokens.ts'
import type { LegalForm } from '../tables/legal-forms.ts'
import { tokenOf, type Token } from './token.ts'

export interface PreparedName {
  readonly text: string
  readonly kind: NameKind
  /** Whether the words were read as those of a person; vessels are read as companies. */
  readonly isPerson: boolean
  readonly tokens: readonly Token[]
  readonly forms: readonly LegalForm[]
  /** How many of the first tokens are known to be the family name. */
  readonly familyLength: number
  /** Equal for names that say the same: its tokens in alphabetical order. */
  readonly key: string
}

/** All tokens in the order of the alphabet. */
export const keyOf = (tokens: readonly Token[]) =>
  tokens
    .map((token) => token.text)
    .toSorted()
    .join(' ')

function read(text: string, isPerson: boolean) {
  const split = splitWords(text, isPerson)
  return isPerson ? personTokens(split) : companyTokens(split)
}

/** Of a subject of unknown kind, a name with a legal form or a word of companies is that of a company. */
function looksLikePerson(text: string): boolean {
  const asCompany = read(text, false)
  return asCompany.forms.length === 0 && !asCompany.tokens.some(({ role }) => role === 'GENERIC')
}

export function prepareName(name: SubjectName, subjectKind: SubjectKind): PreparedName {
  const { text, kind } = name
  const isPerson = subjectKind === 'PERSON' || (subjectKind === 'UNKNOWN' && looksLikePerson(text))
  const { tokens: words, forms, familyLength } = read(text, isPerson)
  const signs = text.slice(0, longestName).trim()
  // A name without a letter or digit is met by the very same signs only.
  const tokens = words.length === 0 && signs !== '' ? [tokenOf(signs, 'PARTICLE', 'PLAIN')] : words
  return { text, kind, isPerson, tokens, forms, familyLength, key: keyOf(tokens) }
}
