import type pg from 'pg'
import { lineOf } from '../../server/src/domain/references/imported/import-kind.ts'
import { normaliseName } from '../../server/src/domain/references/company-search-words.ts'
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
  const rank = size + (active ? bands.length : 0)
  return lineOf([key, name, normaliseName(name), bands[size] ?? null, active, rank])
}

/** Fills the register as the importer does the first time: without its indexes, which are made afterwards. */
export async function fillRegister(
  client: pg.Client,
  rows: number,
  tell: (line: string) => void,
): Promise<void> {
  await client.query(`select register_unindex('SIRENE')`)
  await client.query(`create type pg_temp.company as (
    key text, name text, search_name text, band text, is_active boolean, size_rank smallint)`)
  const step = 20_000
  for (let from = 0; from < rows; from += step) {
    const lines = Array.from({ length: Math.min(step, rows - from) }, (_, i) => line(from + i))
    await client.query(
      `insert into register_company (source, record_key, name, search_name, country_code, nic, naf_code, legal_form,
         headcount_band, is_active, size_rank, created_on, changed_at)
       select 'SIRENE', key, name, search_name, 'FR', '00019', '62.01Z', '5710', band, is_active, size_rank,
         '2009-03-02', '2026-01-01'
       from unnest(string_to_array($1, E'\\n')::pg_temp.company[])`,
      [lines.join('\n')],
    )
    if ((from / step) % 25 === 24) tell(`${(from + step).toLocaleString('en')} companies written`)
  }
  await client.query(`select register_index('SIRENE')`)
  tell('indexes made')
  await client.query('vacuum analyze register_company, register_word')
}
