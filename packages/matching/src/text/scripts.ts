import anyAscii from 'any-ascii'

/**
 * How the letters of a word were written: `PLAIN` scripts write their vowels, `CONSONANTS` scripts leave most of them
 * out or any-ascii does, `SYLLABLES` scripts write a syllable in one sign.
 */
export type Script = 'PLAIN' | 'CONSONANTS' | 'SYLLABLES'

const marks = /\p{M}+/gu
const hasSyllables = /[\p{Script=Han}\p{Script=Hangul}]/u
const leavesVowelsOut =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
const isGreek = /\p{Script=Greek}/u
const isArabic = /\p{Script=Arabic}/u
const isHebrew = /\p{Script=Hebrew}/u
const isHangul = /\p{Script=Hangul}/u

/** Pairs of Greek letters that sound as one, which any-ascii spells letter by letter. */
const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/αυ/g, 'av'],
  [/ευ/g, 'ev'],
  [/γγ/g, 'ng'],
  [/γκ/g, 'gk'],
  [/μπ/g, 'b'],
  [/ντ/g, 'nt'],
  [/[αε]ι/g, 'e'],
  [/οι/g, 'i'],
]

const arabicLetters = new Map([
  ['ا', 'a'],
  ['آ', 'a'],
  ['أ', 'a'],
  ['إ', 'a'],
  ['ٱ', 'a'],
  ['ى', 'a'],
  ['ة', 'a'],
  ['ع', 'a'],
  ['ئ', 'y'],
  ['ؤ', 'w'],
  ['ء', ''],
])
const hebrewLetters = new Map([
  ['ב', 'b'],
  ['ו', 'w'],
  ['פ', 'p'],
  ['ף', 'f'],
  ['כ', 'k'],
  ['ך', 'k'],
  ['א', 'a'],
  ['ע', 'a'],
])

/** Family names whose usual Latin spelling is far from the letters. */
const koreanFamilies = new Map([
  ['i', 'lee'],
  ['bak', 'park'],
  ['gim', 'kim'],
  ['choe', 'choi'],
  ['no', 'roh'],
  ['im', 'lim'],
  ['u', 'woo'],
  ['gang', 'kang'],
  ['go', 'ko'],
])

const replaceLetters = (word: string, letters: ReadonlyMap<string, string>) =>
  [...word].map((sign) => letters.get(sign) ?? sign).join('')

function greek(word: string): string {
  const bare = word.normalize('NFD').replace(marks, '').toLowerCase()
  return greekPairs.reduce((text, [pair, latin]) => text.replace(pair, latin), bare)
}

function arabic(word: string): string {
  const bare = word.normalize('NFKD').replace(marks, '').replaceAll('ـ', '')
  const article = /^(?:و?ال)(?=.{3})/u.test(bare)
  return (article ? 'al ' : '') + replaceLetters(article ? bare.replace(/^و?ال/u, '') : bare, arabicLetters)
}

/** any-ascii writes each syllable with a capital: those are the borders. */
function syllables(word: string): string[] {
  const parts = anyAscii(word)
    .split(/(?=[A-Z])|[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase())
  if (!isHangul.test(word)) return parts
  return parts.map((part, at) =>
    at === 0 && parts.length > 1
      ? (koreanFamilies.get(part) ?? part)
      : part.replace('eo', 'o').replace('eu', 'u').replace('ae', 'e'),
  )
}

export interface Latin {
  parts: readonly string[]
  script: Script
}

const lettersOnly = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, '')
    .split(' ')
    .filter(Boolean)

/** One word, already without spaces and punctuation, in lower-case Latin letters. */
export function latinOf(word: string): Latin {
  // Only what lies beyond Latin and its accents needs more than any-ascii.
  if (/^[ -\u024f\u1e00-\u1eff\p{M}]*$/u.test(word))
    return { parts: lettersOnly(anyAscii(word)), script: 'PLAIN' }
  if (hasSyllables.test(word)) return { parts: syllables(word), script: 'SYLLABLES' }
  if (isGreek.test(word)) return { parts: lettersOnly(anyAscii(greek(word))), script: 'PLAIN' }
  if (isArabic.test(word)) return { parts: lettersOnly(anyAscii(arabic(word))), script: 'CONSONANTS' }
  if (isHebrew.test(word)) {
    return { parts: lettersOnly(anyAscii(replaceLetters(word, hebrewLetters))), script: 'CONSONANTS' }
  }
  const script = leavesVowelsOut.test(word) ? 'CONSONANTS' : 'PLAIN'
  return { parts: lettersOnly(anyAscii(word)), script }
}
