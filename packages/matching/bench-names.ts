import type { Subject, SubjectKind } from './src/index.ts'

export interface SourceName {
  kind: SubjectKind
  text: string
}

/** A small generator with a seed (mulberry32): the same million every time. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Pool {
  kind: SubjectKind
  /** As often as in the sources. */
  words: string[]
  lengths: number[]
}

function poolsOf(sources: readonly SourceName[]): Pool[] {
  const pools = new Map<SubjectKind, Pool>()
  for (const { kind, text } of sources) {
    const words = text.split(/[\s,]+/).filter((word) => word !== '')
    if (words.length === 0) continue
    const pool = pools.get(kind) ?? { kind, words: [], lengths: [] }
    pools.set(kind, pool)
    pool.words.push(...words)
    pool.lengths.push(Math.min(words.length, 8))
  }
  return [...pools.values()]
}

/** Real lists of a million have many words that a small one lacks: so many of a hundred are made of two halves. */
const newWords = 0.1

/**
 * Names with the words of the sources in new company, as often as there, and some words that are new. Deterministic, and
 * made one at a time.
 */
export function* benchNames(sources: readonly SourceName[], count: number, seed = 1): Generator<Subject> {
  const random = randomOf(seed)
  const pools = poolsOf(sources)
  const total = pools.reduce((sum, { lengths }) => sum + lengths.length, 0)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new RangeError('No names to make names of')
    return item
  }
  const pickPool = () => {
    let rest = random() * total
    return pools.find(({ lengths }) => (rest -= lengths.length) < 0) ?? pick(pools)
  }
  const newWord = (words: readonly string[]) => {
    const [head, tail] = [pick(words), pick(words)]
    return head.slice(0, Math.ceil(head.length / 2)) + tail.slice(Math.floor(tail.length / 2)).toLowerCase()
  }
  for (let made = 0; made < count; made += 1) {
    const { kind, words, lengths } = pickPool()
    const length = pick(lengths)
    const text = Array.from({ length }, () => (random() < newWords ? newWord(words) : pick(words))).join(' ')
    yield { kind, names: [{ text, kind: 'PRIMARY' }] }
  }
}
