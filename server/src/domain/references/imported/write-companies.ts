import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { RegisterSource } from './dictionary.ts'
import type { Written } from './import-kind.ts'

const own = [
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
const columns = ['source', 'record_key', ...own]
const names = sql.raw(columns.join(', '))
// One line of an address is told from the next by a sign that no address has.
const values = sql.raw(
  columns
    .map((column) => (column === 'address_lines' ? `replace(f.address_lines, '¶', E'\\n')` : `f.${column}`))
    .join(', '),
)
const assignments = sql.raw(own.map((column) => `${column} = excluded.${column}`).join(', '))
const before = sql.raw(own.map((column) => `c.${column}`).join(', '))
const after = sql.raw(own.map((column) => `f.${column}`).join(', '))
const linesAsRows = (lines: string) => sql`(select ${values}
  from unnest(string_to_array(${lines}, E'\n')::register_company_line[]) f)`
const wordsOf = (columnsOf: string) =>
  sql.raw(`string_to_table(concat_ws(' ', ${columnsOf}name, ${columnsOf}extra), ' ') word`)

/** The first file of a register comes in without its indexes; whoever ends an import makes them. */
export async function writeCompanies(
  source: RegisterSource,
  tx: Tx,
  lines: string,
  isFirst: boolean,
): Promise<Written> {
  return isFirst && !(await isIndexed(source, tx)) ? load(tx, lines) : merge(tx, lines)
}

/** With the lock of a writer: it cannot become indexed before this transaction has ended. */
async function isIndexed(source: RegisterSource, tx: Tx): Promise<boolean> {
  await sql`lock table register_company in row exclusive mode`.execute(tx)
  const name = `register_company_words_${source.toLowerCase()}`
  const { rows } = await sql<{ is: boolean }>`select to_regclass(${name}) is not null as is`.execute(tx)
  return rows[0]?.is ?? true
}

async function load(tx: Tx, lines: string): Promise<Written> {
  const result =
    await sql`insert into register_company (${names}) select * from ${linesAsRows(lines)} f`.execute(tx)
  return { added: Number(result.numAffectedRows ?? 0), changed: 0 }
}

/**
 * What is new or newer is written, what is the same is left alone, and the words gained and lost are noted for
 * the dictionary: all in one statement, so the dictionary can never fall out of step.
 */
async function merge(tx: Tx, lines: string): Promise<Written> {
  const { rows } = await sql<Written>`
    with different as materialized (
      select f.*, c.record_key is null as is_new, c.search_name as former_name, c.search_extra as former_extra
      from ${linesAsRows(lines)} f (${names})
      left join register_company c on c.source = f.source and c.record_key = f.record_key
      where c.record_key is null or (f.changed_at >= c.changed_at and (${before}) is distinct from (${after}))
    ), written as (
      insert into register_company as c (${names}) select ${names} from different
      on conflict (source, record_key) do update set ${assignments}, removed_at = null
        where excluded.changed_at >= c.changed_at
    ), words as (
      insert into register_word_change (source, word, change)
      select source, word, sum(change) from (
        select distinct source, record_key, word, 1 as change
        from different, ${wordsOf('search_')} where search_name <> ''
        union all
        select distinct source, record_key, word, -1
        from different, ${wordsOf('former_')} where former_name <> '') each
      group by source, word having sum(change) <> 0
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from different`.execute(tx)
  return rows[0] ?? { added: 0, changed: 0 }
}

/** Brings the dictionary up to what was noted since the last time. */
export async function applyWordChanges(tx: Tx): Promise<void> {
  await sql`
    with noted as (delete from register_word_change returning source, word, change)
    insert into register_word as w (source, word, companies)
    select source, word, sum(change) from noted group by source, word having sum(change) <> 0 order by source, word
    on conflict (source, word) do update set companies = w.companies + excluded.companies`.execute(tx)
}
