import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Meanings, RegisterSource } from './dictionary.ts'

/** What one typed word may stand for; `begun` when any word that begins like it will do. */
export interface Part {
  readonly meanings: Meanings
  readonly begun: string | null
}

export interface WordsQuestion {
  readonly source: RegisterSource
  readonly countryCode: string | null
  /** Letters typed, and by how many a name may differ and still stand first. */
  readonly length: number
  readonly slack: 0 | 1
  readonly parts: readonly Part[]
}

export interface Hit {
  readonly key: string
}

export const mostAnswers = 20
/** Rows looked at for one list of words: beyond it the answers come from the larger companies. */
const mostCandidates = 1_000
/** All, then without those of the first list, then without those of the second. */
const ranksBelow = [32, 24, 21]
/** So few rows are looked through sooner than a second list of the index is. */
const fewRows = 300
/** A list of the index is read in the time it takes to look at one row for so many of its entries. */
const entriesPerRow = 100

/**
 * Companies that have a meaning of every word, in any order. Names as long as what was typed, give or take the
 * slack, stand first; then larger companies. Rare words are asked of the index; the rows it brings are looked
 * through for the common ones.
 */
export async function searchByWords(tx: ReadTx, question: WordsQuestion): Promise<Hit[]> {
  const { source, parts, length, slack } = question
  const rarest = Math.min(...parts.map(sizeOf))
  const most = rarest <= fewRows ? rarest : rarest * entriesPerRow
  const indexed = parts.filter((part) => sizeOf(part) <= most)
  const patterns = parts.filter((part) => !indexed.includes(part)).map(patternOf)
  // The lists of the larger companies are short, and no name needs to be looked through.
  const isCommon = source === 'SIRENE' && rarest > mostCandidates
  const larger = isCommon ? ['/3', '/2'].map((tier) => queryOf(question, parts, tier)) : []
  const queries = [...larger, queryOf(question, indexed, '')]
  const below = isCommon ? ranksBelow : ranksBelow.slice(0, 1)
  const search = sql.raw(`register_by_words_${source.toLowerCase()}`)
  const { rows } = await sql<Hit>`select key from ${search}(${queries}::text[], ${below}::smallint[],
    ${patterns}::text[], ${length}::int, ${slack}::int, ${mostAnswers + 1}::int) key`.execute(tx)
  return rows
}

export function sizeOf({ meanings }: Part): number {
  let companies = 0
  for (const each of meanings.values()) companies += each
  return companies
}

// Words are letters and digits only, so they need no escape.
function patternOf({ meanings, begun }: Part): string {
  return begun === null ? ` (${[...meanings.keys()].join('|')}) ` : ` ${begun}`
}

function queryOf({ source, countryCode }: WordsQuestion, parts: readonly Part[], tier: string): string {
  const sign = source === 'GLEIF' ? '~' : ''
  const lexeme = (word: string) => `'${sign}${word}${tier}'`
  const lists = parts.map(({ meanings }) => `(${[...meanings.keys()].map(lexeme).join('|')})`)
  const country = source === 'GLEIF' && countryCode !== null ? [`'@${countryCode}'`] : []
  return [...lists, ...country].join('&')
}
