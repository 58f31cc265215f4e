import { editDistance } from '../../platform/kernel/index.ts'

const joining = new Set(['et', 'and', 'und', 'y', 'e', 'de', 'du', 'des', 'd', 'l', 'la', 'le', 'les', 'the'])

/**
 * How well a name fits what was typed: 1 for the same words in the same order, less for another order, for
 * words left out, for a last word not typed to its end, and for the one typo allowed; null when it does not fit.
 */
export function scoreWords(typed: readonly string[], name: readonly string[]): number | null {
  if (typed.length === 0 || name.length === 0) return null
  const [asked, known] = [typed.join(' '), name.join(' ')]
  if (asked === known) return 1
  const whole = scoreJoined(typed.join(''), name.join(''))
  const byWord = wordsScore(typed, name)
  return whole === null && byWord === null ? null : Math.max(whole ?? 0, byWord ?? 0)
}

// Words written together or apart, apostrophes left out.
function scoreJoined(typed: string, name: string): number | null {
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
