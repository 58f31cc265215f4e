import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { exportedTables } from './exported-tables.ts'

interface Column {
  name: string
}

// What one look brings into memory, as far as the rows before it tell how large the next ones are.
const bytesAtOnce = 4 * 1024 * 1024
const mostRows = 2_000

/** The rows of an account's table, as lines of JSON; `tx` must be a snapshot. */
export async function* readTable(
  tx: ReadTx,
  table: string,
  accountId: number,
): AsyncGenerator<{ text: string; rows: number }> {
  const { without = [], shortened = {} } = exportedTables[table] ?? {}
  const { rows: columns } = await sql<Column>`
    select attname as name from pg_attribute
    where attrelid = ${`vigie.${table}`}::regclass and attnum > 0 and not attisdropped
      and attname <> all(${[...without]}::text[])
    order by attnum`.execute(tx)
  const { rows: keys } = await sql<Column>`
    select a.attname as name from pg_index i, unnest(i.indkey::int2[]) with ordinality k (attnum, nth)
      join pg_attribute a on a.attnum = k.attnum
    where i.indrelid = ${`vigie.${table}`}::regclass and i.indisprimary and a.attrelid = i.indrelid
    order by k.nth`.execute(tx)
  const list = (names: readonly Column[]) => sql.join(names.map(({ name }) => sql.ref(name)))
  const shown = columns.map(({ name }) =>
    shortened[name] ? sql`${shortened[name]} as ${sql.ref(name)}` : sql.ref(name),
  )
  yield* readRowLines(
    tx,
    sql`select ${sql.join(shown)} from ${sql.table(table)} where account_id = ${sql.lit(accountId)} order by ${list(keys)}`,
  )
}

/** Through a cursor of the server: neither side ever holds more than a stretch of the rows. */
export async function* readRowLines(
  tx: ReadTx,
  query: RawBuilder<unknown>,
): AsyncGenerator<{ text: string; rows: number }> {
  await sql`declare exported no scroll cursor for select row_to_json(r)::text as line from (${query}) r`.execute(
    tx,
  )
  for (let wanted = 20; ;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(wanted)} from exported`.execute(tx)
    if (rows.length === 0) break
    const text = rows.map(({ line }) => `${line}\n`).join('')
    yield { text, rows: rows.length }
    wanted = Math.max(1, Math.min(mostRows, Math.floor((bytesAtOnce * rows.length) / text.length)))
  }
  await sql`close exported`.execute(tx)
}
