import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/** What was typed, as the database compares it: one normalisation, in one place. */
export interface FreeText {
  readonly words: readonly string[]
  /** One word that leads to thousands: the list is walked until a page is full, instead of gathering them all. */
  readonly isCommon: boolean
}

const mostWords = 8
const common = 2_000
// After every text that begins with what comes before it.
const end = '\u{10ffff}'

export async function readFreeText(tx: ReadTx, { accountId }: Scope, typed: string): Promise<FreeText> {
  const { rows } = await sql<{ text: string }>`select search_text(${typed}) as text`.execute(tx)
  const words = (rows[0]?.text ?? '').split(' ').filter((word) => word !== '')
  const [word, ...more] = words
  if (word === undefined || more.length > 0) return { words, isCommon: false }
  const counted = await sql<{ found: number }>`select count(*) as found from (
    select from thirdparty_word w where ${wordMatches(accountId, word)} limit ${common + 1}) some_of_them`.execute(
    tx,
  )
  return { words, isCommon: (counted.rows[0]?.found ?? 0) > common }
}

/**
 * A condition on `t`: all the words are beginnings of words of the names, or the whole of them is the beginning
 * of the code or of an identifier. Each way is a walk along one index.
 */
export function matchesText({ accountId }: Scope, { words, isCommon }: FreeText): RawBuilder<unknown> {
  if (words.length === 0) return sql`false`
  const whole = words.join('')
  const others = otherRanges(whole)
  if (isCommon) {
    const named = sql`exists (select from thirdparty_word w
      where w.subject = t.thirdparty_id and ${wordMatches(accountId, whole)})`
    return sql`(${sql.join([named, ...others], sql` or `)})`
  }
  const ways = others.map((range) => inRange(accountId, range))
  return sql`t.thirdparty_id in (${sql.join([...byNames(accountId, words), ...ways], sql` union all `)})`
}

/** The ids that a common word leads to, as `id`, some of them repeatedly: by each way so many at most. */
export function selectCandidates(
  { accountId }: Scope,
  { words }: FreeText,
  most: number,
): RawBuilder<unknown> {
  const whole = words.join('')
  const ways = otherRanges(whole).map((range) => inRange(accountId, range))
  const named = sql`select w.subject as id from thirdparty_word w where ${wordMatches(accountId, whole)}`
  return sql.join(
    [named, ...ways].map((way) => sql`(${way} limit ${most})`),
    sql` union all `,
  )
}

const otherRanges = (whole: string) => [between('t.code_key', whole, whole + end), ...identifierRanges(whole)]

const inRange = (accountId: number, range: RawBuilder<unknown>) =>
  sql`select t.thirdparty_id from thirdparty t where t.account_id = ${accountId} and ${range}`

function wordMatches(accountId: number, word: string): RawBuilder<unknown> {
  return sql`w.account_id = ${accountId} and ${between('w.word', word, word + end)}`
}

function between(column: string, first: string, last: string): RawBuilder<unknown> {
  return sql`${sql.raw(column)} >= ${first} and ${sql.raw(column)} < ${last}`
}

function byNames(accountId: number, words: readonly string[]): RawBuilder<unknown>[] {
  const idsOfWord = (word: string) =>
    sql`select w.subject from thirdparty_word w where ${wordMatches(accountId, word)}`
  const together = sql`(${sql.join(words.slice(0, mostWords).map(idsOfWord), sql` intersect `)})`
  return words.length === 1 ? [together] : [together, idsOfWord(words.join(''))]
}

/** Identifiers hold digits and capitals only, whose order is the same in every collation. */
function identifierRanges(whole: string): RawBuilder<unknown>[] {
  const value = whole.toUpperCase()
  if (!/^[0-9A-Z]{2,20}$/.test(value)) return []
  const range = (column: string) => between(column, value, value + 'Z'.repeat(20))
  const known = ['t.siren', 't.vat_number', 't.duns', 't.lei'].map(range)
  const added = sql`t.identifier_code = 'CIT001' and ${range('t.identifier_value')}`
  // A SIRET begins with its SIREN, which has the index.
  const siret = sql`t.siren = ${value.slice(0, 9)} and ${range('t.siret')}`
  return value.length > 9 ? [...known, added, siret] : [...known, added]
}
