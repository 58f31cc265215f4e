import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type { ClientBase } from 'pg'

const folder = new URL('../../../migrations/', import.meta.url)
// Any two Vigie processes that start at once meet here; the number itself means nothing.
const migrationLock = 8_317_042_601

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export async function loadMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Holds the lock of the migrations for the length of `work`: starters queue up instead of colliding. */
export async function whileMigrating<T>(admin: ClientBase, work: () => Promise<T>): Promise<T> {
  await admin.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    return await work()
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

/** Applies what is missing, each file in a transaction of its own. Returns the names applied. */
export async function applyMigrations(
  owner: ClientBase,
  onApply: (name: string) => void = () => undefined,
): Promise<string[]> {
  await owner.query(`create table if not exists migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await owner.query(`comment on table migration is
    'What was applied, with its checksum: a file changed afterwards, or a database of another version, is noticed.'`)
  const done = await owner.query<{ name: string; checksum: string }>('select name, checksum from migration')
  const applied = new Map(done.rows.map((row) => [row.name, row.checksum]))
  const migrations = await loadMigrations()
  refuseStrangers(migrations, applied)

  const fresh = migrations.filter(({ name }) => !applied.has(name))
  for (const { name, sql, checksum } of fresh) {
    onApply(name)
    await owner.query('begin')
    try {
      await owner.query(sql)
      await owner.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback')
      throw new Error(`Migration ${name} failed; nothing of it was kept.`, { cause: error })
    }
  }
  return fresh.map(({ name }) => name)
}

function refuseStrangers(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    const mine = known.get(name)
    if (mine === undefined) {
      throw new Error(`The database was migrated by a newer Vigie (${name}); start that version instead.`)
    }
    if (mine !== checksum) {
      throw new Error(`Migration ${name} was changed after it had been applied; restore its original text.`)
    }
  }
}
