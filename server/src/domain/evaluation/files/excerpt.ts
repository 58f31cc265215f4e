/** A part of a text around the words that were looked for. */
export interface Excerpt {
  /** Counted from 1. */
  readonly page: number
  readonly parts: readonly { readonly text: string; readonly isMatch: boolean }[]
}

interface Token {
  readonly start: number
  readonly end: number
  readonly folded: string
}

interface Match {
  readonly start: number
  readonly end: number
  readonly word: number
}

const around = 80
const within = 240
const mostMatches = 2_000
const mostGroups = 8

/** Pages of a text are ended by form feeds. */
export const pageEnd = '\f'

/**
 * Where most of the words stand together first. Words are folded, and beginnings suffice; a number may be printed in
 * groups. Without any of them, the beginning of the text.
 */
export function excerptOf(content: string, words: readonly string[]): Excerpt {
  const found = matchesIn(content, words)
  const best = richest(content, found)
  const first = best[0]?.start ?? 0
  const last = best.at(-1)?.end ?? 0
  const pageStart = content.lastIndexOf(pageEnd, first) + 1
  const nextPage = content.indexOf(pageEnd, first)
  const pageStop = nextPage === -1 ? content.length : nextPage
  const from = wordEdge(content, Math.max(pageStart, first - around), pageStart, -1)
  const to = wordEdge(content, Math.min(pageStop, last + around), pageStop, 1)
  return { page: pagesBefore(content, first) + 1, parts: cut(content, best, from, to) }
}

function pagesBefore(content: string, place: number): number {
  let pages = 0
  for (let at = content.indexOf(pageEnd); at !== -1 && at < place; at = content.indexOf(pageEnd, at + 1))
    pages += 1
  return pages
}

function matchesIn(content: string, words: readonly string[]): Match[] {
  const tokens = tokensOf(content)
  const matches: Match[] = []
  for (const [at, token] of tokens.entries()) {
    if (matches.length >= mostMatches) break
    const word = words.findIndex((one) => token.folded.startsWith(one))
    if (word !== -1) matches.push({ start: token.start, end: token.end, word })
    else {
      const match = groupedMatch(tokens, at, words)
      if (match) matches.push(match)
    }
  }
  return matches
}

function tokensOf(content: string): Token[] {
  return [...content.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    folded: folded(found[0]),
  }))
}

/** As the database folds what is searched, as far as letters go. */
function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
}

function groupedMatch(tokens: readonly Token[], at: number, words: readonly string[]): Match | null {
  const [first] = tokens.slice(at, at + 1)
  if (!first || !/\d/.test(first.folded)) return null
  const word = words.findIndex((one) => one.startsWith(first.folded))
  const wanted = words[word]
  if (wanted === undefined) return null
  let joined = ''
  for (const token of tokens.slice(at, at + mostGroups)) {
    joined += token.folded
    if (joined.startsWith(wanted)) return { start: first.start, end: token.end, word }
    if (!wanted.startsWith(joined)) return null
  }
  return null
}

/** The matches of the stretch of one page with most of the different words; of equal ones the first. */
function richest(content: string, matches: readonly Match[]): readonly Match[] {
  let best: readonly Match[] = []
  let most = 0
  for (const [at, first] of matches.entries()) {
    const nextPage = content.indexOf(pageEnd, first.start)
    const last = Math.min(first.start + within, nextPage === -1 ? content.length : nextPage)
    const stretch = matches.slice(at, at + 20).filter(({ end }) => end <= last)
    const words = new Set(stretch.map(({ word }) => word)).size
    if (words > most) [best, most] = [stretch, words]
  }
  return best
}

/** Not in the middle of a word, where one ends nearby. */
function wordEdge(content: string, at: number, limit: number, step: 1 | -1): number {
  const near = step === 1 ? content.indexOf(' ', at) : content.lastIndexOf(' ', at)
  const isNear = near !== -1 && Math.abs(near - at) <= 20
  const edge = isNear ? near : at
  return step === 1 ? Math.min(edge, limit) : Math.max(edge, limit)
}

function cut(content: string, matches: readonly Match[], from: number, to: number): Excerpt['parts'] {
  const parts: { text: string; isMatch: boolean }[] = []
  const add = (start: number, end: number, isMatch: boolean) => {
    const text = content.slice(start, end).replaceAll(/\s+/g, ' ')
    if (text !== '') parts.push({ text, isMatch })
  }
  let at = from
  for (const { start, end } of matches) {
    if (start < at || end > to) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, to, false)
  return parts
}
