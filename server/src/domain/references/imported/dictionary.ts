import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { oneTypoAway } from './one-typo.ts'

export type RegisterSource = 'SIRENE' | 'GLEIF'

/** What a typed word may stand for: words of the register, each with the number of companies that have it. */
export type Meanings = ReadonlyMap<string, number>

const completionsAsked = 20
const typosAsked = 40
/** Every word that begins with a prefix sorts between the prefix and this. */
export const afterAnyWord = '\u{10FFFF}'

interface Row {
  word: string
  companies: number
}

/** One set of meanings per word; the last word may be only begun, so its likeliest completions count too. */
export async function meaningsOf(
  tx: ReadTx,
  source: RegisterSource,
  words: readonly string[],
): Promise<Meanings[]> {
  const last = words.at(-1) ?? ''
  const [known, completions] = await Promise.all([
    findKnownWords(tx, source, words),
    completionsOf(tx, source, last),
  ])
  return words.map((word, i) => {
    const own = known.filter((row) => row.word === word)
    return asMap(i === words.length - 1 ? [...own, ...completions] : own)
  })
}

/** The same for words that look misspelt: what lies one slip away from each. */
export async function spellingsOf(
  tx: ReadTx,
  source: RegisterSource,
  words: readonly string[],
): Promise<Meanings[]> {
  const variants = words.map((word) => new Set(oneTypoAway(word)))
  const candidates = [...new Set(variants.flatMap((set) => [...set]))]
  const known = await findKnownWords(tx, source, candidates)
  const frequentFirst = known.toSorted((a, b) => b.companies - a.companies)
  return variants.map((set) => asMap(frequentFirst.filter(({ word }) => set.has(word)).slice(0, typosAsked)))
}

const knownIn = (tx: ReadTx, source: RegisterSource) =>
  tx
    .selectFrom('register_word')
    .select(['word', 'companies'])
    .where('source', '=', source)
    .where('companies', '>', 0)

async function findKnownWords(tx: ReadTx, source: RegisterSource, words: readonly string[]): Promise<Row[]> {
  return knownIn(tx, source)
    .where((one) => one('word', '=', one.fn.any(one.val([...words]))))
    .execute()
}

// Short beginnings have thousands of words behind them: an index keeps the frequent ones in front. Below three
// letters nothing useful can be guessed.
async function completionsOf(tx: ReadTx, source: RegisterSource, prefix: string): Promise<Row[]> {
  if (prefix.length < 3) return []
  return knownIn(tx, source)
    .$if(prefix.length < 5, (short) => short.where(sql<boolean>`left(word, 3) = ${prefix.slice(0, 3)}`))
    .where('word', '>', prefix)
    .where('word', '<', prefix + afterAnyWord)
    .orderBy('companies', 'desc')
    .limit(completionsAsked)
    .execute()
}

function asMap(rows: readonly Row[]): Meanings {
  return new Map(rows.map(({ word, companies }) => [word, companies]))
}
