import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Written } from './import-kind.ts'

const columns = [
  'source',
  'record_key',
  'name',
  'trade_name',
  'search_name',
  'search_extra',
  'country_code',
  'siren',
  'local_id',
  'nic',
  'naf_code',
  'legal_form',
  'headcount_band',
  'headcount_year',
  'created_on',
  'closed_on',
  'is_active',
  'status_detail',
  'is_masked',
  'address_lines',
  'postal_code',
  'city',
  'region',
  'size_rank',
  'changed_at',
]
const casts: Record<string, string> = {
  headcount_year: '::smallint',
  created_on: '::date',
  closed_on: '::date',
  is_active: '::boolean',
  is_masked: '::boolean',
  size_rank: '::smallint',
  changed_at: '::timestamptz',
}
const own = columns.slice(2)

// One line of an address is told from the next by a sign that no address has.
const valueOf = (column: string, i: number) => {
  if (column === 'search_name') return `coalesce(a[${i + 1}], '')`
  return column === 'address_lines'
    ? `replace(a[${i + 1}], '¶', E'\\n')`
    : `a[${i + 1}]${casts[column] ?? ''}`
}
const names = sql.raw(columns.join(', '))
const values = sql.raw(columns.map(valueOf).join(', '))
const taken = sql.raw(own.map((column) => `${column} = excluded.${column}`).join(', '))
const before = sql.raw(own.map((column) => `c.${column}`).join(', '))
const after = sql.raw(own.map((column) => `excluded.${column}`).join(', '))
const wordsOf = (table: string) =>
  sql.raw(`string_to_table(concat_ws(' ', ${table}.search_name, ${table}.search_extra), ' ') word`)

/**
 * What is new or newer is written, what is the same is left alone, and the words gained and lost are noted for
 * the dictionary: all in one statement, so the dictionary can never fall out of step.
 */
export async function writeCompanies(tx: Tx, lines: string): Promise<Written> {
  const { rows } = await sql<Written>`
    with fresh as materialized (
      select a[1] as source, a[2] as record_key, a
      from string_to_table(${lines}, E'\n') line, lateral string_to_array(line, E'\t', '') a
    ), former as materialized (
      select c.source, c.record_key, c.search_name, c.search_extra
      from register_company c join fresh f on c.source = f.source and c.record_key = f.record_key
    ), written as (
      insert into register_company as c (${names}) select ${values} from fresh
      on conflict (source, record_key) do update set ${taken}
        where excluded.changed_at >= c.changed_at and (${before}) is distinct from (${after})
      returning c.source, c.record_key, c.search_name, c.search_extra, c.xmax = 0 as is_new
    ), words as (
      insert into register_word_change (source, word, change)
      select source, word, sum(change) from (
        select distinct w.source, w.record_key, word, 1 as change
        from written w, ${wordsOf('w')} where w.search_name <> ''
        union all
        select distinct f.source, f.record_key, word, -1
        from former f join written w on w.source = f.source and w.record_key = f.record_key, ${wordsOf('f')}
        where f.search_name <> '') each
      group by source, word having sum(change) <> 0
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from written`.execute(tx)
  return rows[0] ?? { added: 0, changed: 0 }
}

/** Brings the dictionary up to what was noted since the last time. */
export async function foldWords(tx: Tx): Promise<void> {
  await sql`
    with noted as (delete from register_word_change returning source, word, change)
    insert into register_word as w (source, word, companies)
    select source, word, sum(change) from noted group by source, word having sum(change) <> 0 order by source, word
    on conflict (source, word) do update set companies = w.companies + excluded.companies`.execute(tx)
}
