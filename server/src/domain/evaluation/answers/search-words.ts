import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'

/** A file of words is a book: what comes after so many different ones is not found. */
const mostWords = 5_000
const longest = 60
/** A number in more groups is a table. */
const mostGroups = 8

/**
 * The words of a text that was folded already. Numbers are printed in groups: from each group on, those that follow are
 * one word as well, so that `732829320` finds `732 829 320`.
 */
export function searchWords(folded: string): string[] {
  const said = folded.split(' ')
  const words = new Set<string>()
  for (const [at, word] of said.entries()) {
    if (words.size >= mostWords) break
    for (const one of [word, grouped(said, at)])
      if (isLongEnough(one) && words.size < mostWords) words.add(cut(one))
  }
  return [...words]
}

const hasDigit = (word: string) => /\d/.test(word)
const isLongEnough = (word: string) => /^..+$/su.test(word)
const cut = (word: string) => (word.length > longest ? [...word].slice(0, longest).join('') : word)

function grouped(said: readonly string[], at: number): string {
  if (!hasDigit(said[at] ?? '')) return ''
  const group = said.slice(at, at + mostGroups)
  const end = group.findIndex((word) => !hasDigit(word))
  return (end === -1 ? group : group.slice(0, end)).join('')
}

interface Folded {
  evidenceId: number
  /** never null: only readings with a text are read */
  text: string
}

/** What was read in the files of these answers can be searched from now on. The caller holds the answers. */
export async function indexReadings(
  tx: Tx,
  { accountId }: Scope,
  responseIds: readonly number[],
): Promise<void> {
  if (responseIds.length === 0) return
  await dropWordsOf(tx, { accountId }, responseIds)
  const { rows } = await sql<Folded>`
    select g.evidence_id as "evidenceId", search_text(g.content) as text
    from evidence_reading g
    where g.account_id = ${accountId} and g.response_id = any(${[...responseIds]}::bigint[])
      and g.content is not null`.execute(tx)
  if (rows.length === 0) return
  const files = rows.map(({ evidenceId, text }) => ({ evidenceId, words: searchWords(text) }))
  await sql`
    insert into evidence_word (account_id, evidence_id, word)
    select ${accountId}, f."evidenceId", word
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f ("evidenceId" bigint, words text[]),
      unnest(f.words) word
    order by f."evidenceId", word`.execute(tx)
}

/** The files are gone, or are read anew. */
export async function dropWordsOf(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  responseIds: readonly number[],
): Promise<void> {
  await sql`
    delete from evidence_word w using evidence e
    where w.account_id = ${accountId} and e.account_id = w.account_id and e.evidence_id = w.evidence_id
      and e.response_id = any(${[...responseIds]}::bigint[])`.execute(tx)
}
