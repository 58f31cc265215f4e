import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { Scope } from '../kernel/index.ts'
import { compileOnce } from './index.ts'

let database: TestDatabase
let own: Scope
let other: Scope
beforeAll(async () => {
  database = await testDatabase()
  own = await newAccount(database)
  other = await newAccount(database)
})
afterAll(() => database.close())

// Names no account in its condition: only the wall of the database can hold it back.
const accountById = compileOnce((db, _accountId: number, wanted: number) =>
  db.selectFrom('account').select('account_id as id').where('account_id', '=', wanted),
)
// Fails for a divisor of zero.
const quotient = compileOnce((db, accountId: number, divisor: number) =>
  db
    .selectFrom('account')
    .select(sql<number>`(100 / ${divisor}::int)::int`.as('value'))
    .where('account_id', '=', accountId),
)

const backendOf = compileOnce((db, accountId: number) =>
  db
    .selectFrom('account')
    .select(sql<number>`pg_backend_pid()`.as('pid'))
    .where('account_id', '=', accountId),
)

async function backends(count: number): Promise<number[]> {
  const asked = Array.from({ length: count }, () => database.db.lookUp(own, backendOf))
  return (await Promise.all(asked)).flatMap((rows) => rows.map(({ pid }) => pid))
}

test('Look-ups of two accounts that travel together each see their own account alone', async () => {
  const asked = Array.from({ length: 60 }, async (_, nth) => {
    const scope = nth % 2 === 0 ? own : other
    const wanted = nth % 3 === 0 ? own.accountId : other.accountId
    const rows = await database.db.lookUp(scope, accountById, wanted)
    return { rows, expected: scope.accountId === wanted ? [{ id: wanted }] : [] }
  })
  for (const { rows, expected } of await Promise.all(asked)) expect(rows).toEqual(expected)
})

test('Look-ups asked together share a connection, up to a number that it can answer soon', async () => {
  expect(new Set(await backends(20)).size).toBe(1)
  expect(new Set(await backends(80)).size).toBe(3)
})

test('A look-up that fails takes none of its companions with it', async () => {
  const divisors = [1, 0, 2, 4, 0, 5]
  const asked = await Promise.allSettled(
    divisors.map((divisor) => database.db.lookUp(own, quotient, divisor)),
  )
  const values = asked.map((one) => (one.status === 'fulfilled' ? one.value[0]?.value : 'failed'))
  expect(values).toEqual([100, 'failed', 50, 25, 'failed', 20])
  expect(await database.db.lookUp(own, quotient, 10)).toEqual([{ value: 10 }])
})

test('After a connection has died the next look-up finds another', async () => {
  const [pid] = await backends(1)
  const blocked = database.db.lookUp(own, pause, 60)
  await expect.poll(() => activeQuery(pid!)).toContain('pg_sleep')
  const behind = database.db.lookUp(own, accountById, own.accountId)
  const ended = Promise.allSettled([blocked, behind])
  await database.admin.query('select pg_terminate_backend($1)', [pid])
  const lost = { status: 'rejected', reason: { code: 'DATABASE_UNAVAILABLE' } }
  expect(await ended).toMatchObject([lost, lost])
  const found = await database.db.lookUp(own, accountById, own.accountId)
  expect(found).toEqual([{ id: own.accountId }])
})

const pause = compileOnce((db, accountId: number, seconds: number) =>
  db
    .selectFrom('account')
    .select(sql<string>`pg_sleep(${seconds}::int)::text`.as('done'))
    .where('account_id', '=', accountId),
)

async function activeQuery(pid: number): Promise<string> {
  const { rows } = await database.admin.query<{ query: string }>(
    'select query from pg_stat_activity where pid = $1',
    [pid],
  )
  return rows[0]?.query ?? ''
}

test('A look-up cannot write', async () => {
  const write = compileOnce((db, accountId: number, name: string) =>
    db
      .updateTable('account')
      .set((update) => ({ name: update.ref('name') }))
      .where('account_id', '=', accountId)
      .where('name', '<>', name)
      .returning('name'),
  )
  await expect(database.db.lookUp(own, write, '')).rejects.toMatchObject({ code: '25006' })
})

test('A column that is cast to varchar comes as the bytes PostgreSQL sent, anywhere in a long answer', async () => {
  // Longer than what a socket brings at once, with letters of one to four bytes.
  const text = 'aé€𝄞'.repeat(5_000)
  const { rows } = await database.db.read(own, (tx) =>
    sql<{ id: number; bytes: Buffer; text: string; nothing: Buffer | null }>`
      select n as id, (${text} || n)::varchar as bytes, ${text}::text || n as text, null::varchar as nothing
      from generate_series(1, 9) n`.execute(tx),
  )
  expect(rows).toHaveLength(9)
  for (const { id, bytes, text: same, nothing } of rows) {
    expect(bytes.equals(Buffer.from(`${text}${id}`))).toBe(true)
    expect(same).toBe(`${text}${id}`)
    expect(nothing).toBeNull()
  }
  const written = await database.db.write(own, (tx) =>
    sql<{ bytes: Buffer }>`select 'é'::varchar as bytes`.execute(tx),
  )
  expect(written.rows).toEqual([{ bytes: Buffer.from('é') }])
})

test('A prepared statement whose columns have changed is never read by the former ones', async () => {
  await database.admin.query('create table shape (one int not null); grant select on shape to public')
  await database.admin.query('insert into shape values (7)')
  const read = () => database.db.read(own, (tx) => sql<{ one: unknown }>`select * from shape`.execute(tx))
  expect((await read()).rows).toEqual([{ one: 7 }])
  expect((await read()).rows).toEqual([{ one: 7 }])
  await database.admin.query(`alter table shape alter one type text using 'seven'`)
  // Beyond a number of statements texts have no name and are described anew each time; the refusal is then not needed.
  const answer = await read().then(
    ({ rows }) => rows,
    (error: { code: string }) => error.code,
  )
  expect(['0A000', [{ one: 'seven' }]]).toContainEqual(answer)
})
