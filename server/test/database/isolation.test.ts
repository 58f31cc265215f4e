import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type DatabasePool, type Db } from '../../src/platform/db/index.ts'
import { recordAdministration } from '../../src/platform/administration/index.ts'
import { recordPast } from '../../src/platform/journal/index.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'
import { testDatabase, testPool, type TestDatabase } from '../harness/database.ts'
import { insertStatement, newAccount, sampleRows } from './fixtures.ts'

const directory = [
  'account',
  'account_standing',
  'administration_head',
  'administration_stream',
  'api_client',
  'api_client_secret',
  'api_client_unit',
  'client_assertion',
  'contact',
  'contact_link',
  'factor_reset',
  'identity_provider',
  'journal_verification',
  'member_invitation',
  'membership',
  'membership_unit',
  'person_key',
  'portal_session',
  'portfolio_size',
  'portfolio_size_change',
  'sign_in_policy',
  'unit',
  'unit_set',
  'unit_set_unit',
  'provisioning_token',
]

let database: TestDatabase
let app: pg.Client
let mine: Scope
let theirs: Scope
let users: number[]

beforeAll(async () => {
  database = await testDatabase()
  app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  mine = await newAccount(database)
  theirs = await newAccount(database)
  const { rows } = await database.admin.query<{ user_id: string }>(
    `insert into app_user (email, name)
     select 'user' || n || '@example.org', 'User' from generate_series(1, 4) n returning user_id`,
  )
  users = rows.map((row) => Number(row.user_id))
  await database.admin.query(`insert into file_key (key_id) values ('sample')`)
  for (const [index, scope] of [mine, theirs].entries()) await fill(scope, users[index]!)
})
afterAll(async () => {
  await app.end()
  await database.close()
})

/** At least one row in each account table: by statement, or by what keeps the table. */
async function fill(scope: Scope, userId: number): Promise<void> {
  await database.db.write(scope, async (tx) => {
    recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 1, data: {} })
    recordAdministration(tx, scope, { name: 'SETTINGS_CHANGED' })
    await tx.selectFrom('account').select('account_id').execute()
  })
  const administration = ['administration_event', 'administration_head']
  const journal = ['event', 'event_detail', 'journal_head', 'journal_mark']
  const kept = new Set(['account', ...journal, ...administration, 'portfolio_size', 'portfolio_size_change'])
  await app.query(`begin; set local app.account = '${scope.accountId}'; set local app.units = 'all'`)
  await app.query(`select journal_declare_final(date_trunc('second', now()))`)
  for (const [table, row] of Object.entries(sampleRows)) {
    if (!kept.has(table)) await app.query(insertStatement(table, row(scope.accountId, userId)))
  }
  // What was counted so far is folded, and what follows is not: both tables have rows.
  await app.query('select portfolio_fold(100)')
  await app.query('update thirdparty set archived_at = now()')
  await app.query('commit')
}

async function accountTables(partitions: boolean): Promise<string[]> {
  const { rows } = await database.admin.query<{ relname: string }>(
    `select relname from pg_class c where relnamespace = 'vigie'::regnamespace and relkind in ('r', 'p')
       and relispartition = $1 and exists (
         select from pg_attribute where attrelid = c.oid and attname = 'account_id') order by relname`,
    [partitions],
  )
  return rows.map((row) => row.relname)
}

async function countOf(table: string, accountId?: number): Promise<number> {
  const where = accountId === undefined ? '' : `where account_id = ${accountId}`
  const { rows } = await database.admin.query<{ n: number }>(
    `select count(*)::int as n from ${table} ${where}`,
  )
  return rows[0]!.n
}

/** Runs one statement as the application, in a transaction that never stays. */
async function tryAs(setting: string, statement: pg.QueryConfig | string): Promise<pg.QueryResult | string> {
  await app.query('begin')
  try {
    if (setting) await app.query(`set local ${setting}`)
    return await app.query(statement as pg.QueryConfig)
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await app.query('rollback')
  }
}
const seen = (result: pg.QueryResult | string): unknown =>
  typeof result === 'string' ? result : result.rows.length || result.rowCount
const asMine = () => `app.account = '${mine.accountId}'; set local app.units = 'all'`
const refused = '42501'
const missesItsParent = '23503'
const isThereAlready = '23505'

describe('Account tables', () => {
  const tables = Object.keys(sampleRows).toSorted()

  test('Every account table has a sample row here', async () => {
    expect(tables).toEqual(await accountTables(false))
  })

  test.each(tables)('The table %s shows nothing to a transaction without account', async (table) => {
    expect(await countOf(table)).toBeGreaterThan(1)
    expect(seen(await tryAs('', `select from ${table}`))).toBe(0)
    expect(seen(await tryAs(`app.account = ''`, `select from ${table}`))).toBe(0)
  })

  test.each(tables)('The table %s shows an account its own rows and no other', async (table) => {
    const result = await tryAs(asMine(), `select account_id::int from ${table}`)
    const rows = typeof result === 'string' ? [] : (result.rows as { account_id: number }[])
    expect(rows).toHaveLength(await countOf(table, mine.accountId))
    expect(new Set(rows.map((row) => row.account_id))).toEqual(new Set([mine.accountId]))
    const foreign = await tryAs(asMine(), `select from ${table} where account_id = ${theirs.accountId}`)
    expect(seen(foreign)).toBe(0)
  })

  test.each(tables)('The table %s shows companies only to who says which are seen', async (table) => {
    const { rows } = await database.admin.query(
      `select from pg_policies where schemaname = 'vigie' and tablename = $1 and policyname = 'unit_sight'`,
      [table],
    )
    const account = `app.account = '${mine.accountId}'`
    // These samples deliver an act of administration.
    const isOpen = rows.length === 0 || table === 'webhook_delivery' || table === 'webhook_attempt'
    const unseen = isOpen ? await countOf(table, mine.accountId) : 0
    for (const units of ['', `; set local app.units = ''`, `; set local app.units = '{}'`]) {
      expect(seen(await tryAs(`${account}${units}`, `select from ${table}`))).toBe(unseen)
    }
  })

  test('A process that knows no units goes on while nobody is limited, and sees no company after that', async () => {
    // As the release before units: a connection of its own, on which nobody has ever said what is seen.
    const former = new pg.Client({ connectionString: database.appUrl })
    await former.connect()
    const counted = async () => {
      await former.query(`begin; set local app.account = '${mine.accountId}'`)
      const { rows } = await former.query<{ n: number }>('select count(*)::int as n from thirdparty')
      await former.query('rollback')
      return rows[0]?.n
    }
    const all = await countOf('thirdparty', mine.accountId)
    const limit = (table: string, isLimited: boolean, accountId: number) =>
      database.admin.query(`update ${table} set all_units = ${!isLimited} where account_id = ${accountId}`)
    try {
      expect(await counted()).toBe(all)
      await limit('membership', true, theirs.accountId)
      expect(await counted()).toBe(all)
      for (const table of ['membership', 'api_client']) {
        await limit(table, true, mine.accountId)
        expect(await counted(), table).toBe(0)
        await limit(table, false, mine.accountId)
        expect(await counted()).toBe(all)
      }
    } finally {
      await limit('membership', false, theirs.accountId)
      await former.end()
    }
  })

  test.each(tables)('The table %s accepts no row for another account', async (table) => {
    const row = sampleRows[table]!(theirs.accountId, users[2]!)
    expect(seen(await tryAs(asMine(), insertStatement(table, row)))).toBe(refused)
    const own = { ...sampleRows[table]!(mine.accountId, users[2]!) }
    const outcome = seen(await tryAs(asMine(), insertStatement(table, own)))
    // Past the wall, a row may only miss another one of its account, or be the second where there is one.
    const inserted = outcome === missesItsParent || outcome === isThereAlready ? 1 : outcome
    // The same statement with the own account passes, unless the application may not write the table at all.
    const mayInsert = await mayDo(table, 'INSERT')
    expect(inserted).toBe(mayInsert && table !== 'account' ? 1 : refused)
  })

  test.each(tables)('The table %s lets nothing of another account be changed or removed', async (table) => {
    const before = await countOf(table, theirs.accountId)
    const other = `where account_id = ${theirs.accountId}`
    const changed = await tryAs(asMine(), `update ${table} set account_id = account_id ${other}`)
    expect(seen(changed)).toBe((await mayDo(table, 'UPDATE')) ? 0 : refused)
    const moved = await tryAs(asMine(), `update ${table} set account_id = ${theirs.accountId}`)
    expect(seen(moved)).toBe(refused)
    const removed = await tryAs(asMine(), `delete from ${table} ${other}`)
    expect(seen(removed)).toBe((await mayDo(table, 'DELETE')) ? 0 : refused)
    expect(await countOf(table, theirs.accountId)).toBe(before)
  })
})

async function mayDo(table: string, right: string): Promise<boolean> {
  const { rows } = await database.admin.query<{ may: boolean }>(
    // Some tables are written in some of their columns only.
    right === 'DELETE'
      ? `select has_table_privilege('vigie_app', $1::regclass, $2) as may`
      : `select has_column_privilege('vigie_app', $1::regclass, 'account_id', $2) as may`,
    [table, right],
  )
  return rows[0]!.may
}

test('No partition of the journal can be accessed directly', async () => {
  const partitions = await accountTables(true)
  expect(partitions.length).toBeGreaterThan(12)
  for (const partition of partitions) {
    expect(seen(await tryAs(asMine(), `select from ${partition}`)), partition).toBe(refused)
  }
})

test('An account sees the people who are its members and no one else', async () => {
  const found = await database.db.read(mine, (tx) => tx.selectFrom('app_user').select('user_id').execute())
  expect(found.map((row) => row.user_id)).toEqual([users[0]])
  const nobody = await tryAs('', 'select from app_user')
  expect(seen(nobody)).toBe(0)
})

test('The directory is open and the business data closed outside any account', async () => {
  for (const table of await accountTables(false)) {
    const visible = seen(await tryAs(`app.directory = 'on'`, `select from ${table}`))
    expect(visible, table).toBe(directory.includes(table) ? await countOf(table) : 0)
  }
  const row = sampleRows['thirdparty']!(mine.accountId, users[2]!)
  expect(seen(await tryAs(`app.directory = 'on'`, insertStatement('thirdparty', row)))).toBe(refused)
  const accounts = await database.db.system((tx) => tx.selectFrom('account').select('account_id').execute())
  expect(accounts.length).toBe(await countOf('account'))
})

describe('A reused connection', () => {
  let pool: DatabasePool
  let db: Db
  beforeAll(() => {
    pool = testPool({ url: database.appUrl, max: 1 })
    db = openDatabase(pool)
  })
  afterAll(() => db.close())

  const works: [string, () => Promise<unknown>][] = [
    ['a read', () => db.read(mine, (tx) => tx.selectFrom('mail').selectAll().execute())],
    ['a read of nothing', () => db.read(mine, () => Promise.resolve(1))],
    ['a write', () => db.write(mine, (tx) => tx.selectFrom('mail').selectAll().execute())],
    ['a read that throws', () => db.read(mine, () => Promise.reject(new Error('no')))],
    ['a write that throws', () => db.write(mine, () => Promise.reject(new Error('no')))],
    ['a write refused by the database', () => db.write(mine, (tx) => tx.deleteFrom('event').execute())],
    ['a write in a read', () => db.read(mine, (tx) => tx.deleteFrom('mail').execute())],
    ['a look into the directory', () => db.system((tx) => tx.selectFrom('account').selectAll().execute())],
    ['a directory work that throws', () => db.system(() => Promise.reject(new Error('no')))],
  ]

  test.each(works)('Nothing of the account stays on the connection after %s', async (_name, work) => {
    await Promise.resolve(work()).catch(() => undefined)
    const settings = await pool.query<Record<'account' | 'directory' | 'units', string | null>>(
      `select current_setting('app.account', true) as account, current_setting('app.directory', true) as directory,
         current_setting('app.units', true) as units`,
    )
    expect(['', null]).toContain(settings.rows[0]!.account)
    expect(['', null]).toContain(settings.rows[0]!.directory)
    expect(['', null]).toContain(settings.rows[0]!.units)
    expect((await pool.query('select from mail')).rowCount).toBe(0)
    expect((await pool.query('select from account')).rowCount).toBe(0)
    const next = await db.read(theirs, (tx) => tx.selectFrom('mail').select('account_id').execute())
    expect(next).toEqual([{ account_id: theirs.accountId }])
    const accounts = await db.write(theirs, (tx) => tx.selectFrom('account').select('account_id').execute())
    expect(accounts).toEqual([{ account_id: theirs.accountId }])
  })
})
