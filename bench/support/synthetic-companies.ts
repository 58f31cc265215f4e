import type pg from 'pg'
import { normaliseName } from '../../server/src/domain/references/imported/normalise-name.ts'
import { chance, companyName, personName } from '../../server/test/registers/vocabulary.ts'

const bands = ['NN', '00', '01', '02', '03', '11', '12', '21', '22', '31', '32', '41', '42', '51', '52', '53']

/** The name of the nth invented company, as its register writes it and as it is searched for. */
export function nameOf(nth: number): string {
  const random = chance(nth * 7 + 1)
  if (random() > 0.4) return companyName(random)
  const { first, last } = personName(random)
  return `${first} ${last}`
}

function line(nth: number): string {
  const random = chance(nth * 7 + 5)
  const active = random() < 0.6
  const size = random() < 0.6 ? 0 : Math.floor(random() ** 4 * bands.length)
  const name = nameOf(nth)
  const key = String(100_000_000 + nth)
  return [key, name, normaliseName(name), active ? 't' : 'f', bands[size], size + (active ? 16 : 0)].join(
    '\t',
  )
}

/**
 * Fills the register without the importer: the indexes are dropped first and made again afterwards, by their
 * own definitions.
 */
export async function fillRegister(
  client: pg.Client,
  rows: number,
  tell: (line: string) => void,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'register_company'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const step = 20_000
  for (let from = 0; from < rows; from += step) {
    const lines = Array.from({ length: Math.min(step, rows - from) }, (_, i) => line(from + i))
    await client.query(
      `insert into register_company (source, record_key, name, search_name, country_code, nic, naf_code, legal_form,
         headcount_band, is_active, size_rank, created_on, changed_at)
       select 'SIRENE', a[1], a[2], a[3], 'FR', '00019', '62.01Z', '5710', a[5], a[4]::boolean, a[6]::smallint,
         '2009-03-02', '2026-01-01'
       from string_to_table($1, E'\\n') line, lateral string_to_array(line, E'\\t') a`,
      [lines.join('\n')],
    )
    if ((from / step) % 25 === 24) tell(`${(from + step).toLocaleString('en')} companies written`)
  }
  await client.query("set maintenance_work_mem = '1GB'")
  for (const { definition } of indexes) await client.query(definition)
  tell('indexes made')
  await client.query(
    `insert into register_word (source, word, companies)
     select 'SIRENE', word, count(*) from (
       select distinct record_key, word from register_company, string_to_table(search_name, ' ') word) each
     group by word`,
  )
  await client.query('vacuum analyze register_company, register_word')
}
