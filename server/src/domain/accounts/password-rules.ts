import { estimateStrength, type Strength } from './password-strength.ts'

export const minPasswordLength = 12
/** What a request may hold; more is no better. */
export const maxPasswordLength = 1_000

// More than 10^10 guesses. A season and a year with some marks behind it are held for 10^8, one step below.
const requiredScore = 4

/** Why a password will not do. */
export type PasswordFault = 'SHORT' | 'LONG' | 'PERSONAL' | 'REPEATED' | 'ROW' | 'DATE' | 'COMMON'

/**
 * Null when the password will do. Length counts characters as a person sees them typed. Words that belong to the person
 * (address, name, account) count for nothing: the rest has to do without them.
 */
export async function findPasswordFault(
  password: string,
  email: string,
  words: readonly string[] = [],
): Promise<PasswordFault | null> {
  const length = [...password].length
  if (length < minPasswordLength) return 'SHORT'
  if (length > maxPasswordLength) return 'LONG'
  const known = collectKnownWords([email, ...words])
  const rest = removeWords(password, known)
  // What resembles a known word, turned round or with digits for letters, is noticed by the estimate.
  const strength = await estimateStrength(rest, known)
  if (strength.score >= requiredScore) return null
  return rest === password ? weakestPart(strength) : 'PERSONAL'
}

const productWords = ['vigie']
const maxWords = 50
const maxWordLength = 100

/** The words and their parts; the country or .com of an address says nothing about anybody. */
export function collectKnownWords(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => {
    const whole = text.toLowerCase().slice(0, maxWordLength)
    const [local = '', domain = ''] = whole.split('@')
    return [whole, local, ...local.split(/[^\p{L}\p{N}]+/u), ...domain.split('.').slice(0, -1)]
  })
  // One or two letters are found in almost any text.
  return [...new Set([...productWords, ...parts])].filter((word) => word.length >= 3).slice(0, maxWords)
}

function removeWords(password: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(escapePattern)
  return password.replace(new RegExp(longestFirst.join('|'), 'giu'), '')
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function weakestPart({ parts }: Strength): PasswordFault {
  if (parts.some(({ dictionary }) => dictionary === 'userInputs')) return 'PERSONAL'
  switch (parts[0]?.pattern) {
    case 'repeat':
      return 'REPEATED'
    case 'spatial':
    case 'sequence':
      return 'ROW'
    case 'date':
    case 'regex':
      return 'DATE'
    default:
      return 'COMMON'
  }
}
