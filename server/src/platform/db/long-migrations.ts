import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/**
 * What would hold a large table for too long if a migration did it: a change of many rows, or an index. Workers make it
 * in small steps while everybody works, and go on where they were stopped. The program must work before it is finished.
 */
export type LongMigration = BatchMigration | IndexMigration

export interface BatchMigration {
  /** As files are named: its number, then what it does. It follows the file of that number. */
  readonly name: string
  readonly count: (owner: ClientBase) => Promise<number>
  /** A few rows behind `position`, in a transaction of their own; null when there are no more. */
  readonly batch: (owner: ClientBase, position: string | null) => Promise<Batch | null>
}

export interface Batch {
  readonly done: number
  readonly position: string
}

export interface IndexMigration {
  readonly name: string
  readonly index: string
  readonly unique?: boolean
  /** The table, its columns and perhaps a condition: what follows `on`. */
  readonly on: string
}

/** Those of this version, in order. One leaves the list a release after a file has said that it needs it. */
export const longMigrations: readonly LongMigration[] = []

// Held by the one process that works on them; the number means nothing.
const lockOfWorker = 8_317_042_603
const retriedStates = new Set(['55P03', '40P01', '40001'])
const lockTimeoutMs = 2_000
const pauseMs = 500
// On a table that is never quiet.
const maxAttempts = 20

/** Notes those that the database has not heard of. */
export async function registerLongMigrations(
  owner: ClientBase,
  long: readonly LongMigration[],
): Promise<void> {
  if (long.length === 0) return
  await owner.query('insert into long_migration (name) select unnest($1::text[]) on conflict do nothing', [
    long.map(({ name }) => name),
  ])
}

/** Of these names, those that are not finished, each with how far it is. */
export async function unfinishedOf(
  client: ClientBase,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = await readLongMigrations(client)
  const states = names.map((name) => {
    const found = known.find((one) => one.name === name)
    if (found?.finishedAt) return []
    return [[name, found?.startedAt ? `${found.done} of ${found.total ?? 'unknown'}` : 'not begun']] as const
  })
  return new Map(states.flat())
}

export interface LongMigrationState {
  readonly name: string
  readonly done: number
  readonly total: number | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly error: string | null
}

export async function readLongMigrations(client: ClientBase): Promise<LongMigrationState[]> {
  const table = await client.query<{ known: boolean }>(
    `select to_regclass('vigie.long_migration') is not null as known`,
  )
  if (!table.rows[0]?.known) return []
  const { rows } = await client.query<LongMigrationState>(
    `select name, done::float8 as done, total::float8 as total, started_at as "startedAt",
       finished_at as "finishedAt", error
     from vigie.long_migration order by name`,
  )
  return rows
}

/** To the end, by somebody who waits for it. */
export async function finishLongMigrations(
  owner: ClientBase,
  long: readonly LongMigration[],
  onProgress: (step: string) => void,
): Promise<void> {
  if (long.length === 0) return
  await registerLongMigrations(owner, long)
  await owner.query('select pg_advisory_lock($1)', [lockOfWorker])
  try {
    await runUnfinished(owner, long, { mayGoOn: () => true, onProgress })
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockOfWorker])
  }
}

export interface LongRun {
  /** Asked after each batch. */
  readonly mayGoOn: () => boolean
  readonly onProgress: (step: string) => void
}

/** For as long as `run` lets it; at once done when another process is at it. */
export async function continueLongMigrations(
  owner: ClientBase,
  long: readonly LongMigration[],
  run: LongRun,
): Promise<void> {
  const { rows } = await owner.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    lockOfWorker,
  ])
  if (!rows[0]?.held) return
  try {
    await runUnfinished(owner, long, run)
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockOfWorker])
  }
}

async function runUnfinished(owner: ClientBase, long: readonly LongMigration[], run: LongRun): Promise<void> {
  const states = new Map((await readLongMigrations(owner)).map((state) => [state.name, state]))
  for (const one of long) {
    const state = states.get(one.name)
    if (!state || state.finishedAt || !run.mayGoOn()) continue
    try {
      const total = 'index' in one ? 1 : (state.total ?? (await one.count(owner)))
      await owner.query(
        `update long_migration set started_at = coalesce(started_at, now()), total = $2 where name = $1`,
        [one.name, total],
      )
      run.onProgress(`Long migration ${one.name}: ${state.done} of ${total}`)
      const isOver = 'index' in one ? await buildIndex(owner, one) : await runBatches(owner, one, run)
      if (!isOver) return
      await owner.query('update long_migration set finished_at = now(), error = null where name = $1', [
        one.name,
      ])
      run.onProgress(`Long migration ${one.name} is finished`)
    } catch (error) {
      const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      await owner.query('update long_migration set error = $2 where name = $1', [one.name, message])
      throw new Error(`The long migration ${one.name} stopped early; what it did is kept.`, { cause: error })
    }
  }
}

/** False when it was told to stop before the end. */
async function runBatches(owner: ClientBase, one: BatchMigration, run: LongRun): Promise<boolean> {
  for (;;) {
    if (await runBatchPatiently(owner, one)) return true
    if (!run.mayGoOn()) return false
  }
}

async function runBatchPatiently(owner: ClientBase, one: BatchMigration): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runBatch(owner, one)
    } catch (error) {
      const { code } = error as { code?: string }
      if (!retriedStates.has(code ?? '') || attempt === maxAttempts) throw error
      await delay(pauseMs)
    }
  }
}

/** A batch and how far it came are kept together: after a kill none is lost and none is made twice. */
async function runBatch(owner: ClientBase, { name, batch }: BatchMigration): Promise<boolean> {
  await owner.query('begin')
  try {
    await owner.query(`set local lock_timeout = ${lockTimeoutMs}`)
    const { rows } = await owner.query<{ position: string | null }>(
      'select position from long_migration where name = $1',
      [name],
    )
    const made = await batch(owner, rows[0]?.position ?? null)
    if (made) {
      await owner.query(
        'update long_migration set done = done + $2, position = $3, error = null where name = $1',
        [name, made.done, made.position],
      )
    }
    await owner.query('commit')
    return made === null
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** Beside readers and writers, outside any transaction. What a killed attempt left is no use and goes first. */
async function buildIndex(owner: ClientBase, one: IndexMigration): Promise<true> {
  const { rows } = await owner.query<{ valid: boolean }>(
    `select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass($1)`,
    [`vigie.${one.index}`],
  )
  if (rows[0]?.valid === false) await owner.query(`drop index concurrently vigie.${one.index}`)
  if (rows[0]?.valid !== true) {
    const kind = one.unique === true ? 'unique index' : 'index'
    await owner.query(`create ${kind} concurrently ${one.index} on ${one.on}`)
  }
  await owner.query('update long_migration set done = 1 where name = $1', [one.name])
  return true
}

/**
 * Batches that go from account to account, since row-level security shows one at a time: `work` gets the account and the
 * key behind which it goes on, 0 at the beginning.
 */
export function batchesByAccount(
  work: (
    owner: ClientBase,
    accountId: number,
    after: number,
  ) => Promise<{ done: number; after: number } | null>,
): BatchMigration['batch'] {
  return async (owner, position) => {
    let [account, after] = (position ?? '0/0').split('/').map(Number) as [number, number]
    await owner.query(`select set_config('app.directory', 'on', true), set_config('app.units', 'all', true)`)
    for (;;) {
      if (account > 0) {
        await owner.query(`select set_config('app.account', $1, true)`, [String(account)])
        const made = await work(owner, account, after)
        if (made) return { done: made.done, position: `${account}/${made.after}` }
      }
      const { rows } = await owner.query<{ next: string | null }>(
        'select min(account_id) as next from account where account_id > $1',
        [account],
      )
      if (!rows[0]?.next) return null
      ;[account, after] = [Number(rows[0].next), 0]
    }
  }
}
