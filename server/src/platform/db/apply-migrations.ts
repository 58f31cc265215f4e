import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import {
  finishLongMigrations,
  longMigrations,
  registerLongMigrations,
  unfinishedOf,
  type LongMigration,
} from './long-migrations.ts'
import { createMigrationTable, planMigrations, type Migration } from './migrate.ts'

export interface MigrationSource {
  readonly folder?: URL
  readonly long?: readonly LongMigration[]
  readonly patience?: LockPatience
}

export interface LockPatience {
  /** How long a statement waits for a table that others use. Meanwhile everybody else waits behind it. */
  readonly lockTimeoutMs: number
  /** How long the others work before the next attempt. */
  readonly pauseMs: number
  /** How often at most. */
  readonly attempts: number
}

interface Applying extends MigrationSource {
  /** Runs the long ones too, each before a file that needs it and the rest at the end. */
  readonly finish: boolean
  /** The last file to apply, if not all. */
  readonly through?: string | undefined
  readonly onProgress: (step: string) => void
}

// About ten minutes: an export or a backup may read for that long.
const defaultPatience: LockPatience = { lockTimeoutMs: 2_000, pauseMs: 3_000, attempts: 120 }
const lockTimeout = '55P03'
const deadlock = '40P01'

/** Applies what is missing, each file in a transaction of its own. Returns the names applied. */
export async function applyMigrations(owner: ClientBase, applying: Applying): Promise<string[]> {
  const { long = longMigrations, finish, through } = applying
  const planned = await planMigrations(owner, applying.folder)
  const fresh = planned.fresh.filter(({ name }) => through === undefined || name <= through)
  await createMigrationTable(owner)
  for (const migration of fresh) {
    const needed = needsOf(migration)
    if (finish && needed.length > 0) {
      const before = long.filter(({ name }) => needed.includes(name))
      await finishLongMigrations(owner, before, applying.onProgress)
    }
    applying.onProgress(`Applying migration ${migration.name}`)
    await applyPatiently(owner, migration, applying)
  }
  await registerLongMigrations(owner, long)
  if (finish) await finishLongMigrations(owner, long, applying.onProgress)
  return fresh.map(({ name }) => name)
}

/** Gives way to whoever uses its tables for longer, so that nobody queues behind it, and comes back. */
async function applyPatiently(owner: ClientBase, migration: Migration, applying: Applying): Promise<void> {
  const { onProgress, patience = defaultPatience } = applying
  for (let attempt = 1; ; attempt += 1) {
    try {
      await applyOne(owner, migration, patience.lockTimeoutMs)
      return
    } catch (error) {
      const { code } = error as { code?: unknown }
      const gaveWay = code === lockTimeout || code === deadlock
      if (!gaveWay || attempt >= patience.attempts) throw failureOf(migration, gaveWay, error)
      onProgress(`Others use the tables of ${migration.name}: giving way, then attempt ${attempt + 1}`)
      await delay(patience.pauseMs)
    }
  }
}

async function applyOne(owner: ClientBase, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await owner.query(migration.sql)
    await owner.query('insert into migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

function failureOf({ name }: Migration, gaveWay: boolean, cause: unknown): Error {
  const why = gaveWay
    ? ' Somebody else uses its tables all the time: look for long transactions, then start again.'
    : ''
  return new Error(`Migration ${name} failed; nothing of it was kept.${why}`, { cause })
}

/** Names of the long migrations that a file relies on, as its comments say: `-- needs: 0051-name`. */
export function needsOf({ sql }: Pick<Migration, 'sql'>): string[] {
  return [...sql.matchAll(/^-- needs: (\S+)$/gm)].map(([, name]) => name ?? '')
}

/** Throws when a file would build on a long migration that is not finished; nothing is applied then. */
export async function requireLongOnes(
  client: ClientBase,
  fresh: readonly Migration[],
  long: readonly LongMigration[] = longMigrations,
): Promise<void> {
  const needed = fresh.flatMap((migration) => needsOf(migration).map((name) => ({ migration, name })))
  if (needed.length === 0) return
  const unfinished = await unfinishedOf(
    client,
    needed.map(({ name }) => name),
  )
  const missing = needed.find(({ name }) => unfinished.has(name))
  if (missing === undefined) return
  const { migration, name } = missing
  const isKnown = long.some((one) => one.name === name)
  throw new Error(
    `Migration ${migration.name} builds on the long migration ${name}, which is not finished ` +
      `(${unfinished.get(name)}); nothing was changed. Go on with the version before this one until ` +
      `"vigie migrate status" says that it is finished` +
      (isKnown ? ', or stop all processes and run: vigie migrate --finish' : ', then start this one again.'),
  )
}
