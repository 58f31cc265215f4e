export interface Person {
  userId: number
  name: string
}

const longestName = 40

/** The name being typed behind an @, left of the caret; null when there is none. */
export function mentionBefore(text: string, caret: number): { from: number; typed: string } | null {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('@')
  // An @ inside a word belongs to an e-mail address.
  if (from === -1 || (from > 0 && /\S/.test(before.charAt(from - 1)))) return null
  const typed = before.slice(from + 1)
  return typed.length > longestName || /[\n@]/.test(typed) ? null : { from, typed }
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Of people found for fewer letters, those who still match: nobody is called by a key pressed too soon. */
export function namedLike(people: readonly Person[], typed: string): Person[] {
  const wanted = folded(typed.trim())
  return people.filter(({ name }) => folded(name).includes(wanted))
}

export function withMention(text: string, from: number, caret: number, name: string) {
  const head = `${text.slice(0, from)}@${name} `
  return { text: head + text.slice(caret).replace(/^ /, ''), caret: head.length }
}

export interface Piece {
  text: string
  isMention: boolean
}

/** The text cut at the names it calls; the longest name first, as one may begin another. */
export function piecesOf(text: string, names: readonly string[]): Piece[] {
  const calls = names.toSorted((one, other) => other.length - one.length).map((name) => `@${name}`)
  const pieces: Piece[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const call = calls.find((one) => text.startsWith(one, at))
    if (call === undefined) {
      plain += text.charAt(at)
      at += 1
      continue
    }
    if (plain !== '') pieces.push({ text: plain, isMention: false })
    pieces.push({ text: call, isMention: true })
    plain = ''
    at += call.length
  }
  if (plain !== '') pieces.push({ text: plain, isMention: false })
  return pieces
}

/** Of the people chosen, those the text still calls. */
export function stillMentioned(text: string, people: readonly Person[]): number[] {
  const pieces = piecesOf(
    text,
    people.map(({ name }) => name),
  )
  const called = new Set(pieces.filter(({ isMention }) => isMention).map((piece) => piece.text))
  return [...new Set(people.filter(({ name }) => called.has(`@${name}`)).map(({ userId }) => userId))]
}
