import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { dumpSchema } from './schema-dump.ts'
import { generateTypes } from './schema-types.ts'

const committed = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
const remedy = 'run: npx tsx scripts/schema.ts'

let database: TestDatabase
let migrated: string
beforeAll(async () => {
  database = await testDatabase()
  migrated = await dump()
})
afterAll(() => database.close())

async function dump(change = ''): Promise<string> {
  const client = await database.admin.connect()
  try {
    await client.query(`begin; ${change}`)
    return await dumpSchema(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('The file schema.sql says what the migrations make', async () => {
  expect(migrated, remedy).toBe(await committed('schema.sql'))
})

test('The types of the tables are those of the database', async () => {
  expect(await generateTypes(database.adminUrl), remedy).toBe(
    await committed('src/platform/db/tables.gen.ts'),
  )
})

test.each([
  ['a column', 'alter table mail add column extra text'],
  ['a type', 'alter table mail alter column template type varchar(20)'],
  ['a default', `alter table mail alter column template set default 'x'`],
  ['not null', 'alter table mail alter column template drop not null'],
  ['a constraint', `alter table mail add check (template <> '')`],
  ['an index', 'create index extra on mail (account_id, template)'],
  ['a policy', 'create policy extra on mail using (true)'],
  ['row security', 'alter table mail no force row level security'],
  ['a trigger', 'create trigger extra before delete on mail for each row execute function journal_refuse()'],
  [
    'a function',
    `create or replace function wire_time(moment timestamptz) returns text language sql stable as $$select ''$$`,
  ],
  ['a sequence', 'create sequence extra'],
  ['a view', 'create view extra as table mail'],
  ['a right on a table', 'grant delete on mail to vigie_app'],
  ['a right on a column', 'grant update (total) on portfolio_size to vigie_app'],
  ['a right on a function', 'grant execute on function journal_guard_partition(regclass) to public'],
  ['a comment on a table', `comment on table mail is 'x'`],
  ['a comment on a column', `comment on column mail.status is 'x'`],
  ['a comment on a constraint', `comment on constraint mail_pkey on mail is 'x'`],
  ['a comment on an index', `comment on index mail_template is 'x'`],
  ['a comment on a policy', `comment on policy account_isolation on mail is 'x'`],
  ['a comment on a trigger', `comment on trigger journal_head_forward on journal_head is 'x'`],
  ['a comment on a function', `comment on function account_now is 'x'`],
  ['a comment on a view', `comment on view thirdparty_criticality is 'x'`],
  ['a type of rows', 'alter type legal_announcement_line add attribute extra text'],
  ['a right on the schema', 'grant create on schema vigie to vigie_app'],
])('A change of %s shows in the dump', async (_name, change) => {
  expect(await dump(change)).not.toBe(migrated)
})

test('A new month changes nothing in the dump', async () => {
  expect(await dump('select journal_prepare_partitions(20)')).toBe(migrated)
})
