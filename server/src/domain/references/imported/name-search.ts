import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { normaliseName } from '../company-search-words.ts'
import { searchByWords, mostAnswers, type Hit, type Part } from './search-by-words.ts'
import { afterAnyWord, meaningsOf, spellingsOf, type RegisterSource } from './dictionary.ts'

export interface NameQuestion {
  readonly source: RegisterSource
  /** Null for the whole register. */
  readonly countryCode: string | null
  readonly name: string
}

const mostBegunAlike = 300
const fewAnswers = 3
/** A word that more companies have is no slip. */
const mostCompaniesOfASlip = 2_000
const mostSuspects = 3

/** Keys of the companies that a name most likely means, best first; one more than is shown says there are others. */
export async function searchByName(tx: ReadTx, question: NameQuestion): Promise<string[]> {
  const typedName = normaliseName(question.name)
  if (typedName === '') return []
  const words = [...new Set(typedName.split(' '))]
  // Sent one behind the other without waiting.
  const [same, begun, meanings] = await Promise.all([
    sameName(tx, question, typedName),
    searchByPrefix(tx, question, typedName),
    meaningsOf(tx, question.source, words),
  ])
  const parts = words.map((word, i): Part => ({
    meanings: meanings[i] ?? new Map(),
    begun: i === words.length - 1 && word.length >= 3 ? word : null,
  }))
  const found = new Set<string>()
  const take = (hits: readonly Hit[]) => hits.forEach(({ key }) => found.add(key))
  take(same)
  // Too many begin alike for those at hand to be the largest: then they come last.
  const isFlood = begun[0]?.alike === mostBegunAlike
  if (!isFlood) take(begun)
  const asTyped = usable(parts, words)
  const length = typedName.length
  if (found.size <= mostAnswers && asTyped)
    take(await searchByWords(tx, { ...question, parts: asTyped, length, slack: 0 }))
  if (isFlood) take(begun)
  if (same.length === 0 && begun.length === 0 && found.size < fewAnswers)
    take(await misspelt(tx, question, { length, words, parts }))
  return [...found].slice(0, mostAnswers + 1)
}

async function sameName(tx: ReadTx, question: NameQuestion, typedName: string): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select record_key as key from register_company
    where source = ${sql.lit(question.source)} and search_name = ${typedName} and search_name <> '' ${inCountry(question)}
    order by size_rank desc limit ${mostAnswers + 1}`.execute(tx)
  return rows
}

/** The largest of those that begin alike; `alike` is how many there were to choose from. */
async function searchByPrefix(
  tx: ReadTx,
  question: NameQuestion,
  typedName: string,
): Promise<(Hit & { alike: number })[]> {
  const { rows } = await sql<Hit & { alike: number }>`
    select record_key as key, count(*) over () as alike from (
      select record_key, search_name, size_rank from register_company
      where source = ${sql.lit(question.source)} and search_name > ${typedName}
        and search_name < ${typedName + afterAnyWord} and search_name <> '' ${inCountry(question)}
      order by search_name limit ${mostBegunAlike}) begun
    order by size_rank desc, length(search_name) limit ${mostAnswers + 1}`.execute(tx)
  return rows
}

function inCountry({ source, countryCode }: NameQuestion) {
  return countryCode === null || source === 'SIRENE' ? sql`` : sql`and country_code = ${countryCode}`
}

/** Null when a word is in no name at all. A begun last word too short to complete is left out instead. */
function usable(parts: readonly Part[], words: readonly string[]): Part[] | null {
  const last = words.at(-1) ?? ''
  const isTooShort = last.length < 3 && words.length > 1 && parts.at(-1)?.meanings.size === 0
  const searched = isTooShort ? parts.slice(0, -1) : parts
  return searched.every(({ meanings }) => meanings.size > 0) ? [...searched] : null
}

interface Typed {
  readonly length: number
  readonly words: readonly string[]
  readonly parts: readonly Part[]
}

/** Words in no name are taken for misspelt; when there is none, each of the rarer words may be the one. */
async function misspelt(tx: ReadTx, question: NameQuestion, typed: Typed): Promise<Hit[]> {
  const { length, words, parts } = typed
  const ways = suspects(typed)
  const doubted = [...new Set(ways.flat())]
  const spellings = await spellingsOf(
    tx,
    question.source,
    doubted.map((i) => words[i] ?? ''),
  )
  const spelt = new Map(doubted.map((i, at) => [i, spellings[at] ?? new Map()]))
  const tries = ways.map((way) =>
    parts.map((part, i): Part => {
      const others = way.includes(i) ? spelt.get(i) : undefined
      return others ? { meanings: others, begun: null } : part
    }),
  )
  const sensible = tries.filter((each) => each.every(({ meanings }) => meanings.size > 0))
  const answers = sensible.map((each) => searchByWords(tx, { ...question, parts: each, length, slack: 1 }))
  return (await Promise.all(answers)).flat()
}

/** Which words are doubted, together or one instead of another. */
function suspects({ words, parts }: Typed): number[][] {
  const places = words.map((_, i) => i)
  const unknown = places.filter((i) => parts[i]?.meanings.size === 0)
  if (unknown.length > 0) return [unknown]
  const companiesOf = (i: number) => parts[i]?.meanings.get(words[i] ?? '') ?? 0
  return places
    .filter((i) => companiesOf(i) <= mostCompaniesOfASlip)
    .toSorted((a, b) => companiesOf(a) - companiesOf(b))
    .slice(0, mostSuspects)
    .map((i) => [i])
}
