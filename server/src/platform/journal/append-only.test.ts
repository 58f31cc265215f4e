import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { Scope } from '../kernel/index.ts'
import { recordPast } from './record.ts'

let database: TestDatabase
let scope: Scope
let partition: string
const clients: Record<string, pg.Client> = {}

beforeAll(async () => {
  database = await testDatabase()
  scope = await newAccount(database, 'SANDBOX')
  const append = () =>
    database.db.write(scope, (tx) => {
      for (const thirdpartyId of [1, 2]) recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId })
      return Promise.resolve()
    })
  await append()
  // Far enough ahead to fall into the default partition, which must be guarded like the others.
  await database.admin.query('update account set clock_offset_ms = 100 * 366 * 86400000::bigint')
  await append()
  const { rows } = await database.admin.query<{ name: string }>(
    `select min(tableoid::regclass::text) as name from event where tableoid <> 'event_default'::regclass`,
  )
  partition = rows[0]!.name
  for (const [role, url] of Object.entries({ application: database.appUrl, owner: database.adminUrl })) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    if (role === 'owner') await client.query('set role vigie_owner; set search_path = vigie')
    clients[role] = client
  }
})
afterAll(async () => {
  for (const client of Object.values(clients)) await client.end()
  await database.close()
})

const snapshot = async () =>
  (
    await database.admin.query(
      `select md5(string_agg(row::text, '|' order by row::text)) from (
         select e::text as row from event e union all select d::text from event_detail d
         union all select h::text from journal_head h) everything`,
    )
  ).rows

const statements = [
  'update event set resource_id = resource_id + 1',
  'update event set hash = hash where seq = 1',
  `update event set occurred_at = occurred_at + interval '1 year'`,
  'delete from event',
  'delete from event where seq = 2',
  'truncate event',
  'truncate event, event_detail, journal_head cascade',
  'truncate account cascade',
  'update event_default set resource_id = 7',
  'delete from event_default',
  'truncate event_default',
  'update :partition set resource_id = 7',
  'delete from :partition',
  'truncate :partition',
  `update event_detail set payload = ''`,
  'update event_detail set seq = -seq',
  'delete from event_detail',
  'truncate event_detail',
  'update journal_head set seq = 1',
  'update journal_head set seq = seq + 1',
  'update journal_head set hash = sha256(hash)',
  'update journal_head set occurred_at = now()',
  'delete from journal_head',
  'truncate journal_head',
  `merge into event e using (values (1)) v (seq) on e.seq = v.seq when matched then delete`,
  `insert into event_detail select * from event_detail
     on conflict (account_id, seq) do update set payload = excluded.payload`,
]

describe.each(['application', 'owner'])('Changes as the %s role', (role) => {
  test.each(statements)('The statement %s is refused', async (statement) => {
    const client = clients[role]!
    const before = await snapshot()
    await client.query(`begin; set local app.account = '${scope.accountId}'; set local app.units = 'all'`)
    try {
      const visible = await client.query('select from event')
      expect(visible.rowCount).toBe(4)
      const attempt = client.query(statement.replace(':partition', partition))
      await expect(attempt).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.query('commit')
    }
    expect(await snapshot()).toEqual(before)
  })
})

test.each([
  'insert into event select * from event',
  'insert into event_default select * from event',
  'insert into event_detail select * from event_detail',
  'insert into journal_head select * from journal_head',
  `insert into event_type values (130, 'INVENTED', 1)`,
  'select from event for update',
  'lock table event in row exclusive mode',
  'alter table event disable trigger all',
  'drop table event_default',
  'create trigger t before insert on event execute function journal_refuse()',
  'alter table event no force row level security',
  'drop policy account_isolation on event',
  'set session_replication_role = replica',
  'set role vigie_owner',
  'select journal_guard_partition(2::regclass)',
])('The application role is refused %s as well', async (statement) => {
  const client = clients['application']!
  await client.query(`begin; set local app.account = '${scope.accountId}'; set local app.units = 'all'`)
  try {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await client.query('rollback')
  }
})

test('An append of nothing is refused: it would move the head without an event', async () => {
  const client = clients['application']!
  await client.query(`begin; set local app.account = '${scope.accountId}'; set local app.units = 'all'`)
  await expect(client.query(`select journal_append('[]')`)).rejects.toThrow('at least one event')
  await client.query('rollback')
})

describe('Future months', () => {
  const prepare = async (months: number) =>
    (
      await clients['application']!.query<{ made: number }>(
        'select vigie.journal_prepare_partitions($1) as made',
        [months],
      )
    ).rows[0]!.made

  test('Future months are created ahead, guarded, and created once', async () => {
    expect(await prepare(14)).toBe(2)
    expect(await prepare(14)).toBe(0)
  })

  test('Months in which a sandbox has been already are skipped without harm', async () => {
    const ahead = 15.2 * 30.44 * 86_400_000
    await database.admin.query('update account set clock_offset_ms = $1', [Math.round(ahead)])
    const early = await newAccount(database, 'SANDBOX')
    await database.admin.query('update account set clock_offset_ms = $1', [Math.round(ahead)])
    const month = await database.db.write(early, (tx) => {
      recordPast(tx, early, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 1 })
      return Promise.resolve(new Date(Date.now() + ahead).toISOString().slice(0, 7))
    })
    await prepare(18)
    const { rows } = await database.admin.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass`,
    )
    const names = rows.map((row) => row.name)
    expect(names).not.toContain(`event_${month.replace('-', '_')}`)
    expect(names.length).toBeGreaterThan(17)
  })
})
