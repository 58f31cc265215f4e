import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { RegisterSource } from './dictionary.ts'

/** A file that lacks more of what the register held is no complete stock: a delta, or an extract. */
const mostMissing = 0.1

/** Notes that the file has these companies: only a complete stock needs it, but none says that it is one. */
export async function markSeen(tx: Tx, run: number, keys: readonly string[]): Promise<void> {
  await sql`insert into register_seen (run, record_key)
    select ${run}, key from string_to_table(${keys.join(' ')}, ' ') key`.execute(tx)
}

export interface Stock {
  readonly source: RegisterSource
  readonly run: number
  /** Companies that came with it, so were not held before. */
  readonly added: number
}

/**
 * Once a file is in to its end: companies that a complete stock does not have are found no longer. Those that
 * changed after the last change it knows of are not its business.
 */
export async function removeUnseen(tx: Tx, { source, run, added }: Stock): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with held as (
      select count(*) - ${added}::bigint as companies from register_company
      where source = ${source} and removed_at is null
    ), unseen as materialized (
      select record_key, changed_at, search_name, search_extra from register_company c
      where source = ${source} and removed_at is null and not exists (
        select from register_seen s where s.run = ${run} and s.record_key = c.record_key)
    ), gone as (
      update register_company c set removed_at = now(), search_name = '', search_extra = null
      from unseen u, register_import i
      where c.source = ${source} and c.record_key = u.record_key and i.run = ${run} and u.changed_at <= i.newest
        and (select count(*) from unseen) <= ${mostMissing}::numeric * (select companies from held)
      returning u.record_key, u.search_name, u.search_extra
    ), words as (
      insert into register_word_change (source, word, change)
      select ${source}, word, -count(*) from (
        select distinct record_key, word
        from gone, string_to_table(concat_ws(' ', search_name, search_extra), ' ') word
        where search_name <> '') each
      group by word
    )
    select count(*)::int as removed from gone`.execute(tx)
  await tx.deleteFrom('register_seen').where('run', '=', run).execute()
  return rows[0]?.removed ?? 0
}
