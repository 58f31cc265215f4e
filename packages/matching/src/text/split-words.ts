import { latinOf, type Script } from './scripts.ts'

/** Longer names exist in no list; whatever comes after is not looked at. */
export const longestName = 512
export const mostWords = 48

export interface Word {
  text: string
  script: Script
}

export interface Words {
  words: readonly Word[]
  /** How many of the first words stood before the only comma: a family name, in a list of persons. */
  beforeComma: number
}

// Apostrophes and their many look-alikes bind: O'Brien, Qa'ida, Ba‘asyir.
const apostrophes = /['`´‘’‛ʻʼʽʾʿˈ′＇]+/g
// Letters with points between them are one word: S.A., L.L.C., A/S
const abbreviation = /(?<![\p{L}\p{N}])(?:\p{L}{1,2}[./]){1,6}\p{L}{1,2}(?![\p{L}\p{N}])\.?/gu
const separators = /[^\p{L}\p{M}\p{N},]+/u

const joinAbbreviations = (text: string) =>
  /[./]/.test(text) ? text.replace(abbreviation, (found) => `${found.replace(/[./]/g, '')} `) : text

/** `A.B. Ivanov` has two initials, whereas `A.B. Chemicals` has a short word. */
const splitInitials = (text: string) => text.replaceAll('.', ' ')

const plain = /^[ -~]*$/
const plainWords = /[a-z0-9]+|,/g

/** Most names of most lists: nothing to transliterate. */
function splitPlain(text: string): string[] {
  const lower = text.toLowerCase()
  return (
    (lower.includes("'") || lower.includes('`') ? lower.replace(/['`]/g, '') : lower).match(plainWords) ?? []
  )
}

const splitOther = (text: string) =>
  text.split(separators).flatMap((piece) => piece.split(/(,)/).filter(Boolean))

export function splitWords(text: string, isPerson: boolean): Words {
  const clipped = text.length > longestName ? text.slice(0, longestName) : text
  const isPlain = plain.test(clipped)
  const bound = isPlain ? clipped : clipped.normalize('NFKC').replace(apostrophes, '')
  const whole = isPerson ? splitInitials(bound) : joinAbbreviations(bound)
  const words: Word[] = []
  let beforeComma = 0
  let commas = 0
  for (const piece of isPlain ? splitPlain(whole) : splitOther(whole)) {
    if (words.length >= mostWords) break
    if (piece === ',') {
      commas += 1
      beforeComma = words.length
    } else if (isPlain) words.push({ text: piece, script: 'PLAIN' })
    else {
      const latin = latinOf(piece)
      for (const word of latin.parts) words.push({ text: word, script: latin.script })
    }
  }
  words.length = Math.min(words.length, mostWords)
  const isFamily = isPerson && commas === 1 && beforeComma < words.length
  return { words, beforeComma: isFamily ? beforeComma : 0 }
}
