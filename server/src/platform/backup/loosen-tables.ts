import type { ClientBase } from 'pg'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
  readonly comment: string | null
}

interface Index {
  readonly definition: string
  readonly name: string
  readonly comment: string | null
}

/** What was taken off the tables to fill them, and goes back on exactly as it was. */
export interface Loosened {
  readonly forced: readonly string[]
  readonly triggers: readonly { readonly table: string; readonly name: string; readonly state: string }[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly Index[]
}

/**
 * Takes walls, triggers, foreign keys and indexes off the tables, as their owner and in its transaction: nobody else
 * sees them so. Foreign keys are checked when they go back on, and indexes are built faster over what is there.
 */
export async function loosenTables(owner: ClientBase): Promise<Loosened> {
  const forced = await owner.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class
     where relnamespace in ('vigie'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p') and relforcerowsecurity order by 1`,
  )
  for (const { table } of forced.rows) await owner.query(`alter table ${table} no force row level security`)
  const triggers = await owner.query<Loosened['triggers'][number]>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name, t.tgenabled::text as state
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace in ('vigie'::regnamespace, 'graphile_worker'::regnamespace) and not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' order by 1, 2`,
  )
  for (const { table, name } of triggers.rows) {
    await owner.query(`alter table ${table} disable trigger ${name}`)
  }
  const foreignKeys = await owner.query<ForeignKey>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition, obj_description(k.oid, 'pg_constraint') as comment
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.relnamespace in ('vigie'::regnamespace, 'graphile_worker'::regnamespace) and k.contype = 'f' and k.conparentid = 0 order by 1, 2`,
  )
  for (const { table, name } of foreignKeys.rows) {
    await owner.query(`alter table ${table} drop constraint ${name}`)
  }
  return {
    forced: forced.rows.map(({ table }) => table),
    triggers: triggers.rows,
    foreignKeys: foreignKeys.rows,
    indexes: await dropIndexes(owner),
  }
}

/** Those that are no constraint. An index of a partitioned table takes those of its partitions with it. */
async function dropIndexes(owner: ClientBase): Promise<Index[]> {
  const { rows } = await owner.query<Index>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
       obj_description(i.indexrelid, 'pg_class') as comment
     from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'vigie'::regnamespace and not x.relispartition and not i.indisclustered
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows
}

export async function tightenTables(
  owner: ClientBase,
  { forced, triggers, foreignKeys, indexes }: Loosened,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const total = indexes.length + foreignKeys.length
  let done = 0
  for (const { name, definition, comment } of indexes) {
    await owner.query(definition.replace(' ON ONLY ', ' ON '))
    if (comment !== null) await owner.query(`comment on index ${name} is ${quote(comment)}`)
    onProgress((done += 1), total)
  }
  for (const { table, name, definition, comment } of foreignKeys) {
    await owner.query(`alter table ${table} add constraint ${name} ${definition}`)
    if (comment !== null) {
      await owner.query(`comment on constraint ${name} on ${table} is ${quote(comment)}`)
    }
    onProgress((done += 1), total)
  }
  for (const { table, name, state } of triggers) {
    const how = { A: 'enable always', R: 'enable replica' }[state] ?? 'enable'
    await owner.query(`alter table ${table} ${how} trigger ${name}`)
  }
  for (const table of forced) await owner.query(`alter table ${table} force row level security`)
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
