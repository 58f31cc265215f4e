import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccounts, judgeStatement } from '../../../scripts/check-accounts.ts'
import { overAccounts } from '../../../scripts/account-statements.ts'
import {
  localTables,
  referenceTables,
  triggersToReplace,
  uniqueWithoutAccount,
} from '../../../scripts/account-tables.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'

// What Citus demands of a database whose accounts are spread over nodes; Citus itself does not run here.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function found(question: string): Promise<string[]> {
  const { rows } = await database.admin.query<{ name: string }>(question)
  return rows.map(({ name }) => name)
}

const quoted = (names: object) =>
  Object.keys(names)
    .map((name) => `'${name}'`)
    .join(', ')
const kept = `${quoted(referenceTables)}, ${quoted(localTables)}`
const tables = `c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
const distributed = `${tables} and c.relname not in (${kept})`
const account = (table: string) =>
  `(select attnum from pg_attribute where attrelid = ${table} and attname = 'account_id')`

test('A table has an account, or is named as one that every node or the coordinator holds', async () => {
  const names = await found(`select c.relname as name from pg_class c where ${tables}`)
  const known = [...Object.keys(referenceTables), ...Object.keys(localTables)]
  expect(known.filter((name) => !names.includes(name))).toEqual([])
  expect(
    await found(
      `select c.relname as name from pg_class c where ${distributed} and ${account('c.oid')} is null`,
    ),
  ).toEqual([])
})

test('Every unique key of a distributed table carries the account, but for the named ones', async () => {
  const without = await found(
    `select x.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_class x on x.oid = i.indexrelid
     where ${distributed} and i.indisunique and not ${account('c.oid')} = any (i.indkey::int2[])`,
  )
  expect(without.toSorted()).toEqual(Object.keys(uniqueWithoutAccount).toSorted())
})

test('A primary key of a distributed table begins with the account', async () => {
  expect(
    await found(
      `select c.relname as name from pg_class c where ${distributed} and not exists (select from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'p' and k.conkey[1] = ${account('c.oid')})`,
    ),
  ).toEqual([])
})

test('A foreign key stays within an account, or leads to a table that every node holds', async () => {
  const faults = await found(
    `select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'vigie'::regnamespace and k.conparentid = 0 and case
       when c.relname in (${quoted(localTables)}) then p.relname not in (${kept})
       when c.relname in (${quoted(referenceTables)}) then p.relname not in (${quoted(referenceTables)})
       when p.relname in (${quoted(referenceTables)}) then false
       else not exists (select from generate_subscripts(k.conkey, 1) i
         where k.conkey[i] = ${account('k.conrelid')} and k.confkey[i] = ${account('k.confrelid')}) end`,
  )
  expect(faults).toEqual([])
})

test('Every trigger of a distributed table is named, with what would replace it', async () => {
  const names = await found(
    `select distinct t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where ${distributed} and not t.tgisinternal`,
  )
  expect(names.toSorted()).toEqual(Object.keys(triggersToReplace).toSorted())
})

const within = [
  'select from thirdparty where account_id = $1 and code = $2',
  'select from thirdparty t join dossier d on d.account_id = t.account_id and d.thirdparty_id = t.thirdparty_id where t.account_id = $1',
  'select from dossier d where d.account_id = $1 and exists (select from document m where m.account_id = d.account_id and m.dossier_id = d.dossier_id)',
  'with own as (select account_id, dossier_id from dossier where account_id = $1) select from own join document m using (account_id, dossier_id)',
  'update task set version = version + 1 where account_id = $1',
  'select count(*) from event where account_id = $1 and resource_type = 1',
  'insert into comment_mention (account_id, comment_id, user_id) select account_id, comment_id, $2::bigint from comment where account_id = $1',
]
const across: [text: string, open: string[]][] = [
  ['select count(*) from thirdparty', ['thirdparty']],
  ['select from dossier where dossier_id = $1', ['dossier']],
  [
    'select from thirdparty t join dossier d on d.thirdparty_id = t.thirdparty_id where t.account_id = $1',
    ['dossier d'],
  ],
  ['delete from task where account_id = any($1::bigint[])', ['task']],
]

test.each(within)('One account binds: %s', async (text) => {
  const client = await database.admin.connect()
  try {
    const verdict = await judgeStatement(client, text)
    expect(verdict?.scans.length).toBeGreaterThan(0)
    expect(verdict?.open).toEqual([])
  } finally {
    client.release()
  }
})

test.each(across)('No account binds all of: %s', async (text, open) => {
  const client = await database.admin.connect()
  try {
    expect((await judgeStatement(client, text))?.open).toEqual(open)
  } finally {
    client.release()
  }
})

test('A statement over accounts is a fault, unless its file is in the list', async () => {
  const client = await database.admin.connect()
  try {
    const text = 'select from dossier where dossier_id = $1'
    const [named = ''] = Object.keys(overAccounts)
    const report = await checkAccounts(client, [
      { text, place: 'server/src/somewhere.ts' },
      { text, place: named },
    ])
    expect(report).toMatchObject({ planned: 2, distributed: 2, over: 2 })
    expect(report.faults).toEqual([`server/src/somewhere.ts: dossier without an account: ${text}`])
  } finally {
    client.release()
  }
})
