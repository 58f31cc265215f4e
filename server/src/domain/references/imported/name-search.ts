import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { afterAnyWord, meaningsOf, spellingsOf, type Meanings, type RegisterSource } from './dictionary.ts'
import { normaliseName } from './normalise-name.ts'

export interface NameQuestion {
  readonly source: RegisterSource
  /** Null for the whole register. */
  readonly countryCode: string | null
  readonly name: string
}

interface Hit {
  key: string
}

export const mostAnswers = 20
/** Rows looked at for one list of words: beyond it the answers come from the larger companies. */
const mostCandidates = 1_000
const mostBegunAlike = 300
const fewAnswers = 5

/** Keys of the companies that a name most likely means, best first; one more than is shown says there are others. */
export async function searchByName(tx: ReadTx, question: NameQuestion): Promise<string[]> {
  const asked = normaliseName(question.name)
  if (asked === '') return []
  const words = [...new Set(asked.split(' '))]
  // Sent one behind the other without waiting. A search must never become a walk through the whole register.
  const [, same, begun, meanings] = await Promise.all([
    sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
      tx,
    ),
    sameName(tx, question, asked),
    begunAlike(tx, question, asked),
    meaningsOf(tx, question.source, words),
  ])
  const found = new Map<string, Hit>()
  const take = (hits: readonly Hit[]) => hits.forEach((hit) => found.has(hit.key) || found.set(hit.key, hit))
  take(same)
  // Too many begin alike for those at hand to be the largest: then they come last.
  const isFlood = begun[0]?.alike === mostBegunAlike
  if (!isFlood) take(begun)
  const asTyped = usable(meanings, words)
  if (found.size <= mostAnswers && asTyped)
    take(await byWords(tx, question, { asked, ways: [asTyped], slack: 0 }))
  if (isFlood) take(begun)
  if (found.size < fewAnswers) take(await misspelt(tx, question, { asked, words, meanings }))
  return [...found.keys()].slice(0, mostAnswers + 1)
}

async function sameName(tx: ReadTx, { source, countryCode }: NameQuestion, asked: string): Promise<Hit[]> {
  const country = countryCode === null || source === 'SIRENE' ? sql`` : sql`and country_code = ${countryCode}`
  const { rows } = await sql<Hit>`
    select record_key as key from register_company
    where source = ${source} and search_name = ${asked} and search_name <> '' ${country}
    order by size_rank desc limit ${mostAnswers + 1}`.execute(tx)
  return rows
}

/** The largest of those that begin alike; `alike` is how many there were to choose from. */
async function begunAlike(
  tx: ReadTx,
  { source, countryCode }: NameQuestion,
  asked: string,
): Promise<(Hit & { alike: number })[]> {
  const country = countryCode === null || source === 'SIRENE' ? sql`` : sql`and country_code = ${countryCode}`
  const { rows } = await sql<Hit & { alike: number }>`
    select record_key as key, count(*) over () as alike from (
      select record_key, search_name, size_rank from register_company
      where source = ${source} and search_name > ${asked} and search_name < ${asked + afterAnyWord}
        and search_name <> '' ${country}
      order by search_name limit ${mostBegunAlike}) begun
    order by size_rank desc, length(search_name) limit ${mostAnswers + 1}`.execute(tx)
  return rows
}

/** Null when a word is in no name at all. A begun last word too short to complete is left out instead. */
function usable(meanings: readonly Meanings[], words: readonly string[]): Meanings[] | null {
  const last = words.at(-1) ?? ''
  const kept =
    last.length < 3 && words.length > 1 && meanings.at(-1)?.size === 0 ? meanings.slice(0, -1) : meanings
  return kept.every(({ size }) => size > 0) ? [...kept] : null
}

/**
 * Companies that have a meaning of every word, in any order; `ways` are alternatives. Names as long as what was
 * typed, give or take the slack, stand first; then larger companies.
 */
async function byWords(
  tx: ReadTx,
  { source, countryCode }: NameQuestion,
  { asked, ways, slack }: { asked: string; ways: readonly (readonly Meanings[])[]; slack: 0 | 1 },
): Promise<Hit[]> {
  const hits: Hit[] = []
  const isCommon = source === 'SIRENE' && ways.some((parts) => rarest(parts) > mostCandidates)
  for (const tier of isCommon ? ['/3', '/2', ''] : ['']) {
    const sign = source === 'GLEIF' ? '~' : ''
    const lexeme = (word: string) => `'${sign}${word}${tier}'`
    const either = (parts: readonly Meanings[]) =>
      parts.map((meanings) => `(${[...meanings.keys()].map(lexeme).join('|')})`).join('&')
    const country = source === 'GLEIF' && countryCode !== null ? `&'@${countryCode}'` : ''
    const query = `(${ways.map((parts) => `(${either(parts)})`).join('|')})${country}`
    const { rows } = await sql<Hit>`
      select record_key as key from (
        select record_key, search_name, size_rank from register_company
        where register_tokens(source, search_name, search_extra, country_code, size_rank) @@ ${query}::tsquery
        limit ${mostCandidates}) candidate
      order by abs(length(search_name) - ${asked.length}) > ${slack}, size_rank desc, length(search_name)
      limit ${mostAnswers + 1}`.execute(tx)
    hits.push(...rows)
    if (hits.length > mostAnswers) break
  }
  return hits
}

interface Typed {
  asked: string
  words: readonly string[]
  meanings: readonly Meanings[]
}

/** Words in no name are taken for misspelt; when there is none, each word may be the one. */
async function misspelt(
  tx: ReadTx,
  question: NameQuestion,
  { asked, words, meanings }: Typed,
): Promise<Hit[]> {
  const spellings = await spellingsOf(tx, question.source, words)
  const unknown = words.flatMap((_, i) => (meanings[i]?.size === 0 ? [i] : []))
  const suspects = unknown.length > 0 ? [unknown] : words.map((_, i) => [i])
  const ways = suspects
    .map((chosen) => words.map((_, i) => (chosen.includes(i) ? spellings[i] : meanings[i]) ?? new Map()))
    .filter((parts) => parts.every(({ size }) => size > 0))
  return ways.length === 0 ? [] : byWords(tx, question, { asked, ways, slack: 1 })
}

function rarest(parts: readonly Meanings[]): number {
  return Math.min(...parts.map((meanings) => [...meanings.values()].reduce((sum, each) => sum + each, 0)))
}
