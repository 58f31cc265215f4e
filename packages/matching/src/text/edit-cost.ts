/** What it costs to turn one word into another. */
const vowelForVowel = 0.6
const lostVowel = 0.7
const lostLetter = 1
const lostTwin = 0.4
const swap = 0.8
const alike = 0.5
const otherLetter = 1
/** People get the first letter right. */
const atStart = 0.3

const vowels = new Set(Array.from('aeiouy', (letter) => letter.charCodeAt(0)))
const alikePairs = new Set(
  'bp dt gk ck cs sz vw fv jy ij kq mn gj bv cq gh xs hk'.split(' ').flatMap((pair) => {
    const [one, other] = [pair.charCodeAt(0), pair.charCodeAt(1)]
    return [one * 128 + other, other * 128 + one]
  }),
)

/** Words are in Latin letters and digits; other signs come only in names without any. */
const codes = 128

function replaceCost(one: number, other: number): number {
  if (one === other) return 0
  if (vowels.has(one) && vowels.has(other)) return vowelForVowel
  return alikePairs.has(one * codes + other) ? alike : otherLetter
}

/** In tenths: whole numbers are added faster. */
const replaceCosts = Int32Array.from({ length: codes * codes }, (_, at) =>
  Math.round(10 * replaceCost(Math.trunc(at / codes), at % codes)),
)
const lossCosts = Int32Array.from(
  { length: codes },
  (_, code) => 10 * (vowels.has(code) ? lostVowel : lostLetter),
)
const twinCost = 10 * lostTwin
const swapCost = 10 * swap

/** The codes of a word from place 1 on, and what it costs to lose each. */
interface Letters {
  codes: Int32Array
  losses: Int32Array
}

const width = 64
const lettersOne: Letters = { codes: new Int32Array(width), losses: new Int32Array(width) }
const lettersOther: Letters = { codes: new Int32Array(width), losses: new Int32Array(width) }
const rows = [new Int32Array(width), new Int32Array(width), new Int32Array(width)] as const

function spell(word: string, letters: Letters): void {
  let previous = -1
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at) & (codes - 1)
    letters.codes[at + 1] = code
    letters.losses[at + 1] = code === previous ? twinCost : (lossCosts[code] ?? 10)
    previous = code
  }
}

/**
 * A weighted edit distance with swapped neighbours, for words of 40 letters at most; the same both ways round. Whoever
 * does not care for costs above a limit gets infinity for them, sooner.
 */
export function editCost(one: string, other: string, limit = Infinity): number {
  if (one === other) return 0
  spell(one, lettersOne)
  spell(other, lettersOther)
  const start = one.charCodeAt(0) === other.charCodeAt(0) ? 0 : 10 * atStart
  const cost = fill(one.length, other.length, 10 * limit - start)
  return (cost + start) / 10
}

function fill(length: number, otherLength: number, limit: number): number {
  const { codes: ones, losses: lossesOne } = lettersOne
  const { codes: others, losses } = lettersOther
  let [before, last, row] = rows as readonly [Int32Array, Int32Array, Int32Array]
  last[0] = 0
  for (let j = 1; j <= otherLength; j += 1) last[j] = last[j - 1]! + losses[j]!
  for (let i = 1; i <= length; i += 1) {
    const code = ones[i]!
    const lost = lossesOne[i]!
    let leastInRow = last[0]! + lost
    row[0] = leastInRow
    for (let j = 1; j <= otherLength; j += 1) {
      const replaced = last[j - 1]! + replaceCosts[code * codes + others[j]!]!
      const dropped = last[j]! + lost
      const added = row[j - 1]! + losses[j]!
      let least = replaced < dropped ? replaced : dropped
      if (added < least) least = added
      if (i > 1 && j > 1 && code === others[j - 1] && ones[i - 1] === others[j]) {
        const swapped = before[j - 2]! + swapCost
        if (swapped < least) least = swapped
      }
      row[j] = least
      if (least < leastInRow) leastInRow = least
    }
    if (leastInRow > limit) return Infinity
    const oldest = before
    before = last
    last = row
    row = oldest
  }
  return last[otherLength]!
}
