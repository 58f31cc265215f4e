import { editDistance } from '../../platform/kernel/index.ts'

/** Letters that do not come apart into a plain one and an accent. */
const plain: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Endings that say what kind of company it is, not which one. */
const forms = new Set(
  (
    'sa sas sasu sarl eurl earl sci scm snc scop scs sca se selarl selas gie gaec ' +
    'gmbh ag kg kgaa ohg ug mbh bv nv srl spa sl slu ltd limited plc llp llc inc corp co pvt ' +
    'ab as asa aps oy oyj doo dd sro spol zrt kft bt ood ead eood uab sia lda spzoo ou epe ae  оод ооо επε'
  ).split(' '),
)
const joining = new Set(['et', 'and', 'und', 'y', 'e', 'de', 'du', 'des', 'd', 'l', 'la', 'le', 'les', 'the'])

/** The words of a name as a search compares them. */
export function nameWords(name: string): string[] {
  const folded = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[œæßøłđðþı]/g, (letter) => plain[letter] ?? letter)
    .replaceAll('株式会社', ' ')
    // S.A.R.L. is one word, Sp. z o.o. as well.
    .replaceAll(/\bsp\. ?z ?o\. ?o\.?/g, 'spzoo')
    .replaceAll(/\b(?:\p{L}\.\s?){2,}/gu, (dotted) => `${dotted.replaceAll(/[.\s]/g, '')} `)
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return withoutForms(words)
}

// At the ends only: the "as" in the middle of a name is a word of it.
function withoutForms(words: readonly string[]): string[] {
  const isTelling = (word: string) => !forms.has(word)
  const [first, last] = [words.findIndex(isTelling), words.findLastIndex(isTelling)]
  return first < 0 ? [...words] : words.slice(first, last + 1)
}

/**
 * How well a name fits what was typed: 1 for the same words in the same order, less for another order, for
 * words left out, for a last word not typed to its end, and for the one typo allowed; null when it does not fit.
 */
export function nameScore(typed: readonly string[], name: readonly string[]): number | null {
  if (typed.length === 0 || name.length === 0) return null
  const [asked, known] = [typed.join(' '), name.join(' ')]
  if (asked === known) return 1
  const whole = joinedScore(typed.join(''), name.join(''))
  const byWord = wordsScore(typed, name)
  return whole === null && byWord === null ? null : Math.max(whole ?? 0, byWord ?? 0)
}

// Words written together or apart, apostrophes left out.
function joinedScore(typed: string, name: string): number | null {
  if (typed === name) return 0.98
  return isOneTypo(typed, name) ? 0.85 : null
}

function wordsScore(typed: readonly string[], name: readonly string[]): number | null {
  const left = [...name]
  let typos = 0
  let lost = 0
  let telling = 0
  for (const [index, word] of typed.entries()) {
    const isLast = index === typed.length - 1
    const found = takeWord(left, word, isLast)
    if (found === 'NONE' && joining.has(word)) continue
    if (found === 'NONE' || (found === 'TYPO' && ++typos > 1)) return null
    if (found === 'BEGINNING') lost += 0.05
    if (found !== 'SAME' || !joining.has(word)) telling++
  }
  const missing = left.filter((word) => !joining.has(word)).length
  if (telling === 0) return null
  const inOrder = name.join(' ').startsWith(typed.join(' ')) ? 0.05 : 0
  return Math.max(0.05, 0.9 + inOrder - 0.4 * (missing / name.length) - 0.1 * typos - lost)
}

/** Takes the word out of those left, as it is, else by its beginning, else with a typo. */
function takeWord(left: string[], word: string, isLast: boolean): 'SAME' | 'BEGINNING' | 'TYPO' | 'NONE' {
  const take = (index: number) => index >= 0 && left.splice(index, 1).length > 0
  if (take(left.indexOf(word))) return 'SAME'
  if (isLast && take(left.findIndex((one) => one.startsWith(word)))) return 'BEGINNING'
  return take(left.findIndex((one) => isOneTypo(word, one))) ? 'TYPO' : 'NONE'
}

// Short words are one typo away from everything; long texts cost too much to compare.
function isOneTypo(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4 || a.length > 100 || Math.abs(a.length - b.length) > 1) return false
  return editDistance(a, b) === 1
}
