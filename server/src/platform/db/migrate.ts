import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { keyLocks } from './installation-key.ts'

const ownFolder = new URL('../../../migrations/', import.meta.url)

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Checksums by the name of the migration. */
type Checksums = ReadonlyMap<string, string>

export async function loadMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The migrations that belong to a release, as `sha256sum` lists them. Their text never changes again. */
export async function loadReleased(folder = ownFolder): Promise<Checksums> {
  const lines = (await readFile(new URL('released.sha256', folder), 'utf8')).split('\n')
  return new Map(lines.filter((line) => line !== '').map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** Holds the lock of the migrations for the length of `work`: starters queue up instead of colliding. */
export async function whileMigrating<T>(admin: ClientBase, work: () => Promise<T>): Promise<T> {
  await admin.query('select pg_advisory_lock($1)', [keyLocks.ofStarters])
  try {
    return await work()
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [keyLocks.ofStarters])
  }
}

interface MigrationPlan {
  readonly fresh: readonly Migration[]
  /** Nothing was ever applied: the tables will be empty. */
  readonly isNew: boolean
}

/** What is to be applied. Throws when the database is not one that this version can bring to its schema. */
export async function planMigrations(client: ClientBase, folder = ownFolder): Promise<MigrationPlan> {
  const [applied, migrations, released] = [
    await readApplied(client),
    await loadMigrations(folder),
    await loadReleased(folder),
  ]
  refuseOtherVersions(applied, migrations, released)
  const isNew = applied.size === 0
  if (isNew) await requireLetters(client)
  return { fresh: migrations.filter(({ name }) => !applied.has(name)), isNew }
}

/**
 * For who joins a database that a running service has migrated: throws unless both are of one schema. A newer one is
 * not brought back, and an older one is not brought forward beneath the service.
 */
export async function requireSameSchema(client: ClientBase): Promise<void> {
  const { fresh } = await planMigrations(client)
  const [missing] = fresh
  if (missing === undefined) return
  throw new Error(
    `The service that runs on this database is an older Vigie than this command (it lacks ${missing.name}). ` +
      'Use the version that runs, or stop the service and start this one.',
  )
}

export interface MigrationState {
  readonly name: string
  /** Null for one that this version has and the database has not. */
  readonly appliedAt: Date | null
}

/** For people: what was applied, also by a newer version, and what is yet to come. */
export async function readMigrations(client: ClientBase): Promise<MigrationState[]> {
  const applied = await readApplied(client)
  const { rows } =
    applied.size === 0
      ? { rows: [] }
      : await client.query<{ name: string; appliedAt: Date }>(
          'select name, applied_at as "appliedAt" from vigie.migration order by name',
        )
  const missing = (await loadMigrations()).filter(({ name }) => !applied.has(name))
  return [...rows, ...missing.map(({ name }) => ({ name, appliedAt: null }))]
}

/** Names are sorted and found without capitals, by what the database takes for a letter. */
async function requireLetters(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; fits: boolean }>(
    `select current_database() as name, pg_encoding_to_char(encoding) = 'UTF8' and lower('É') = 'é' as fits
     from pg_database where datname = current_database()`,
  )
  const [found] = rows
  if (!found || found.fits) return
  throw new Error(
    `The database ${found.name} knows no letters but those of English, so names would not be sorted and found. ` +
      'Create one with the encoding UTF8 and a locale such as C.UTF-8; nothing in this one was changed.',
  )
}

export async function createMigrationTable(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<{ is_new: boolean }>(
    `select to_regclass('vigie.migration') is null as is_new`,
  )
  if (rows[0]?.is_new !== true) return
  await owner.query(`create table migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await owner.query(`comment on table migration is
    'What was applied, with its checksum: a file changed afterwards, or a database of another version, is noticed.'`)
}

/** What the database says was applied to it: nothing, if it is new or shows nothing to whoever asks. */
async function readApplied(client: ClientBase): Promise<Checksums> {
  const table = await client.query(`select from pg_class where relname = 'migration'
    and relnamespace = to_regnamespace('vigie')
    and has_schema_privilege(relnamespace, 'usage') and has_table_privilege(oid, 'select')`)
  if (table.rowCount === 0) return new Map()
  const { rows } = await client.query<Pick<Migration, 'name' | 'checksum'>>(
    'select name, checksum from vigie.migration order by name',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

export function refuseOtherVersions(
  applied: Checksums,
  migrations: readonly Migration[],
  released: Checksums,
): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const last = migrations.at(-1)?.name.slice(0, 4) ?? ''
  for (const [name, checksum] of applied) {
    if (name.slice(0, 4) > last || known.get(name) === checksum) continue
    if (released.get(name) === checksum) {
      throw new Error(`Migration ${name} was changed after its release; restore its original text.`)
    }
    throw new Error(
      `This database was made by a version of Vigie that was never released (its migration ${name} is another one), ` +
        'and cannot be upgraded; nothing in it was changed. Start the version that made it, or start this one with ' +
        'an empty database or another data folder.',
    )
  }
  const later = [...applied.keys()].find((name) => !known.has(name))
  if (later !== undefined) {
    throw new Error(`The database was migrated by a newer Vigie (${later}); start that version instead.`)
  }
}
