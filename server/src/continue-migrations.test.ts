import type { ClientBase } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness/database.ts'
import { continueMigrations } from './continue-migrations.task.ts'
import {
  batchesByAccount,
  registerLongMigrations,
  readLongMigrations,
  type LongMigration,
} from './platform/db/long-migrations.ts'
import { withOwner } from './platform/db/index.ts'
import { systemClock } from './platform/kernel/index.ts'

let t: TestDatabase
let said: string[]

beforeEach(async () => {
  t = await testDatabase()
  said = []
  await t.admin.query(
    `insert into account (account_id, name) select n, 'Account ' || n from generate_series(1, 3) n`,
  )
  await t.admin.query('create table thing (account_id bigint, thing_id bigint, old text, new text)')
  await t.admin.query(`alter table thing owner to vigie_owner; alter table thing enable row level security;
    alter table thing force row level security`)
  await t.admin.query(
    `create policy own on thing using (account_id = current_setting('app.account')::bigint)`,
  )
  await t.admin.query(
    `insert into thing select n % 3 + 1, n, 'Thing ' || n, null from generate_series(1, 30) n`,
  )
})
afterEach(() => t.close())

const fill = async (owner: ClientBase, accountId: number, after: number) => {
  const { rows } = await owner.query<{ id: string }>(
    `update thing set new = old where thing_id in (
       select thing_id from thing where account_id = $1 and thing_id > $2 order by thing_id limit 4)
     returning thing_id as id`,
    [accountId, after],
  )
  if (rows.length === 0) return null
  return { done: rows.length, after: Math.max(...rows.map(({ id }) => Number(id))) }
}
const count = () => Promise.resolve(30)
const filling = (batch = batchesByAccount(fill)): LongMigration => ({ name: '9001-fill', count, batch })

const register = (...long: LongMigration[]) =>
  withOwner(t.adminUrl, (owner) => registerLongMigrations(owner, long))
const states = () => withOwner(t.adminUrl, (owner) => readLongMigrations(owner))

/** The job, as a worker runs it. */
function work(long: LongMigration, signal = new AbortController().signal): Promise<void> {
  const log = { info: (_: object, step: string) => said.push(step), warn: () => 0, error: () => 0 }
  const context = { db: t.db, clock: systemClock, scope: null, signal, attempt: 1, isLastAttempt: false, log }
  return continueMigrations({ adminUrl: t.adminUrl, long: [long] })({}, context)
}

const unfilled = async () =>
  (await t.admin.query<{ n: number }>('select count(*)::int as n from thing where new is null')).rows[0]?.n

test('A long migration goes through every account in batches, and tells how far it is', async () => {
  await register(filling())
  expect(await states()).toMatchObject([{ name: '9001-fill', done: 0, startedAt: null, finishedAt: null }])
  await work(filling())
  expect(await states()).toMatchObject([
    { done: 30, total: 30, error: null, finishedAt: expect.any(Date) as Date },
  ])
  expect(await unfilled()).toBe(0)
  expect(said).toEqual(['Long migration 9001-fill: 0 of 30', 'Long migration 9001-fill is finished'])
  await work(filling())
  expect(said).toHaveLength(2)
})

test('A worker that stops leaves off between two batches, and the next one goes on there', async () => {
  await register(filling())
  const stop = new AbortController()
  const seen: number[] = []
  const batch = batchesByAccount(async (owner, accountId, after) => {
    const made = await fill(owner, accountId, after)
    seen.push(made?.done ?? 0)
    if (seen.length === 2) stop.abort()
    return made
  })
  // The statement under way is cancelled, or its batch is kept; both leave a whole number of batches.
  await work(filling(batch), stop.signal).catch(() => undefined)
  const [state] = await states()
  expect(state?.finishedAt).toBeNull()
  expect(await unfilled()).toBe(30 - (state?.done ?? 0))
  await work(filling())
  expect(await states()).toMatchObject([{ done: 30, finishedAt: expect.any(Date) as Date }])
  expect(await unfilled()).toBe(0)
})

test('A batch that fails is taken back, says why, and is made again', async () => {
  await register(filling())
  const failing = batchesByAccount(async (owner, accountId, after) => {
    const made = await fill(owner, accountId, after)
    if (accountId === 2) await owner.query('select 1 / 0')
    return made
  })
  await expect(work(filling(failing))).rejects.toThrow(
    'The long migration 9001-fill stopped early; what it did is kept.',
  )
  expect(await states()).toMatchObject([{ done: 10, error: 'division by zero', finishedAt: null }])
  expect(await unfilled()).toBe(20)
  await work(filling())
  expect(await states()).toMatchObject([{ done: 30, error: null }])
})

test('One process at a time works on them', async () => {
  await register(filling())
  let beside: Promise<void> | undefined
  const batch = batchesByAccount(async (owner, accountId, after) => {
    if (beside === undefined) {
      beside = work(filling())
      await beside
    }
    return fill(owner, accountId, after)
  })
  await work(filling(batch))
  expect(said).toEqual(['Long migration 9001-fill: 0 of 30', 'Long migration 9001-fill is finished'])
})

test('An index is built beside everybody, and what a failed attempt left of it is built anew', async () => {
  const index: LongMigration = {
    name: '9002-thing-by-name',
    index: 'thing_by_name',
    unique: true,
    on: 'thing (account_id, old)',
  }
  await register(index)
  await t.admin.query(`insert into thing values (1, 100, 'Twice'), (1, 101, 'Twice')`)
  await expect(work(index)).rejects.toThrow('stopped early')
  const valid = `select indisvalid as valid from pg_index where indexrelid = to_regclass('vigie.thing_by_name')`
  expect((await t.admin.query(valid)).rows).toEqual([{ valid: false }])
  await t.admin.query('delete from thing where thing_id = 101')
  await work(index)
  expect((await t.admin.query(valid)).rows).toEqual([{ valid: true }])
  expect(await states()).toMatchObject([
    { done: 1, total: 1, error: null, finishedAt: expect.any(Date) as Date },
  ])
})
