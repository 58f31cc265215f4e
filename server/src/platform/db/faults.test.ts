import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import type { Scope } from '../kernel/index.ts'
import { blueprint, compileOnce } from './compile-once.ts'
import { statementName } from './connection.ts'
import { openDatabase, type Db } from './database.ts'
import { DatabaseFaults, logDatabaseFaults } from './faults.ts'
import type { ReadTx } from './transaction.ts'

let database: TestDatabase
let scope: Scope
beforeAll(async () => {
  database = await testDatabase()
  scope = await newAccount(database)
})
afterAll(() => database.close())

describe('A prepared statement whose result has another column since', () => {
  let db: Db
  let columns = 1
  beforeAll(async () => {
    db = openDatabase(testPool({ url: database.appUrl, max: 2 }))
    await database.admin.query('create table widened (account_id bigint, c0 int)')
    await database.admin.query('grant select, insert on widened to vigie_app')
    await database.admin.query('insert into widened values ($1, 0)', [scope.accountId])
  })
  afterAll(() => db.close())

  const widen = async () => {
    await database.admin.query(`alter table widened add column c${columns} int`)
    columns += 1
  }
  const count = (rows: unknown[]) => Object.keys(rows[0] as object).length
  const readAll = async (tx: ReadTx) => {
    const { rows } = await sql`select * from widened limit 1`.execute(tx)
    return count(rows)
  }
  // Both connections have it prepared: a second try on the other one would fail as well.
  const onBoth = (work: () => Promise<unknown>) => Promise.all([work(), work()])

  test('Reads prepare it anew and go on', async () => {
    const read = () => db.read(scope, readAll)
    await onBoth(read)
    await widen()
    expect(await onBoth(read)).toEqual([columns + 1, columns + 1])
    expect(await read()).toBe(columns + 1)
  })

  test('Look-ups prepare it anew, however many share the connection', async () => {
    const all = compileOnce((shape, accountId: number) =>
      shape
        .selectFrom('widened' as 'account')
        .selectAll()
        .where('account_id', '=', accountId),
    )
    const ask = () => db.lookUp(scope, all)
    // Which of them meets the old statement, and when, is another thing each time.
    for (let round = 0; round < 40; round += 1) {
      await ask()
      await widen()
      const found = await Promise.all(Array.from({ length: 5 }, ask))
      expect(found.map(count)).toEqual(Array.from({ length: 5 }, () => columns + 1))
    }
  })

  test('A transaction is rolled back and run again on a new connection, and keeps its work once', async () => {
    let runs = 0
    const insertion = sql`insert into widened (account_id) values (${scope.accountId}) returning *`
    const write = () =>
      db.write(scope, async (tx) => {
        runs += 1
        const { rows } = await insertion.execute(tx)
        return count(rows)
      })
    await onBoth(write)
    await widen()
    runs = 0
    expect(await onBoth(write)).toEqual([columns + 1, columns + 1])
    // A process names so many statements and no more; among other tests this one may come too late for a name.
    const isNamed = statementName(insertion.compile(blueprint).sql) !== undefined
    expect(runs > 2).toBe(isNamed)
    const { rows } = await database.admin.query('select count(*)::int as n from widened where c0 is null')
    expect(rows).toEqual([{ n: 4 }])
    expect((db.faults.counts.get('stale-plan') ?? 0) > 0).toBe(isNamed)
    expect(db.faults.state).toBe('well')
  })
})

describe('What is said of a database in trouble', () => {
  test('Each change is told once, and slowness ends when it has been quiet for a while', () => {
    let now = 0
    const faults = new DatabaseFaults(() => now)
    const told: string[] = []
    const log = {
      info: (_fields: object, sentence: string) => told.push(`info: ${sentence}`),
      warn: (_fields: object, sentence: string) => told.push(`warn: ${sentence}`),
    }
    const end = logDatabaseFaults(faults, log)
    for (let request = 0; request < 100; request += 1) faults.note('gone')
    faults.noteRead()
    faults.note('read-only')
    faults.note('slow')
    faults.noteRead()
    faults.noteWrite()
    faults.note('slow')
    faults.noteWrite()
    now = 10_000
    faults.note('stale-plan')
    faults.noteRead()
    end()
    faults.note('gone')
    expect(told).toEqual([
      'warn: the database cannot be reached',
      'info: the database is well again',
      'warn: the database is read-only: reads are answered, writes are refused',
      'info: the database is well again',
      'warn: the database is slow: statements or connections take too long',
      'info: the database is well again',
    ])
    expect(Object.fromEntries(faults.counts)).toEqual({ gone: 101, 'read-only': 1, slow: 2, 'stale-plan': 1 })
  })
})
