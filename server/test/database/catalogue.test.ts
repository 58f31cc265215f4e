import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { findings, rules, type Rule } from './catalogue-rules.ts'

let database: TestDatabase
let client: PoolClient
beforeAll(async () => {
  database = await testDatabase()
  client = await database.admin.connect()
})
afterAll(async () => {
  client.release()
  await database.close()
})

test('The migrated schema breaks no rule', async () => {
  expect(await findings(client)).toEqual([])
})

const good = `account_id bigint not null references account, bad_id bigint not null default nextval('vigie_id')`
const keyed = `${good}, primary key (account_id, bad_id)`
const guarded = `select protect_account_table('bad', 'select')`

interface Fault {
  rule: Rule
  name: string
  sql: string
  finding: RegExp
}
const fault = (rule: Rule, name: string, sql: string, finding: RegExp): Fault => ({
  rule,
  name,
  sql,
  finding,
})

const tableFaults: Fault[] = [
  fault(
    'a table without account is a known one of the installation',
    'a table that forgot its account',
    'create table bad (bad_id bigint primary key)',
    /^bad$/,
  ),
  fault('row security is enabled and forced', 'a bare table', `create table bad (${keyed})`, /^bad$/),
  fault(
    'row security is enabled and forced',
    'enabled but not forced',
    'alter table thirdparty no force row level security',
    /^thirdparty$/,
  ),
  fault(
    'row security is enabled and forced',
    'a partition made by hand',
    `create table bad partition of event for values from ('2001-01-01') to ('2001-02-01')`,
    /^bad$/,
  ),
  fault(
    'an isolation policy guards reading and writing',
    'no policy',
    'drop policy account_isolation on mail',
    /^mail$/,
  ),
  fault(
    'an isolation policy guards reading and writing',
    'a policy for reading only',
    `drop policy account_isolation on mail;
     create policy account_isolation on mail
       using (account_id = nullif(current_setting('app.account', true), '')::bigint) with check (true)`,
    /^mail$/,
  ),
  fault(
    'an isolation policy guards reading and writing',
    'a policy on another column',
    `drop policy account_isolation on mail;
     create policy account_isolation on mail
       using (mail_id = nullif(current_setting('app.account', true), '')::bigint)
       with check (mail_id = nullif(current_setting('app.account', true), '')::bigint)`,
    /^mail$/,
  ),
  fault(
    'the wall of the units stands before every table that could tell of a company',
    'a table that nobody thought about',
    `create table bad (${keyed}); ${guarded}`,
    /^bad$/,
  ),
  fault(
    'the wall of the units stands before every table that could tell of a company',
    'a wall that lets everybody through',
    `drop policy unit_sight on dossier; create policy unit_sight on dossier as restrictive using (true)`,
    /^dossier$/,
  ),
  fault(
    'the wall of the units stands before every table that could tell of a company',
    'a column that leads to a company in a table thought to tell of none',
    'alter table saved_view add column thirdparty_id bigint',
    /^saved_view leads to a third party$/,
  ),
  fault(
    'no other policy opens what isolation closes',
    'a second, open policy',
    'create policy generous on thirdparty using (true)',
    /^thirdparty: generous$/,
  ),
  fault(
    'no other policy opens what isolation closes',
    'the directory opened on a business table',
    `create policy directory on mail using (current_setting('app.directory', true) = 'on')
       with check (current_setting('app.directory', true) = 'on')`,
    /^mail: directory$/,
  ),
  fault(
    'backups read every table',
    'a wall that backups do not pass',
    'drop policy backup_reads on mail',
    /^mail$/,
  ),
  fault(
    'backups read every table',
    'a table that backups may not read',
    'revoke select on event_type from vigie_backup',
    /^event_type$/,
  ),
  fault(
    'the primary key begins with the account',
    'the account second',
    `create table bad (${good}, primary key (bad_id, account_id)); ${guarded}`,
    /^bad$/,
  ),
  fault(
    'the primary key begins with the account',
    'no primary key',
    `create table bad (${good}); ${guarded}`,
    /^bad$/,
  ),
]

const keyFaults: Fault[] = [
  fault(
    'a foreign key between account tables carries the account',
    'a reference by id alone',
    `create unique index bad_mail on mail (mail_id);
     create table bad (${keyed}, mail_id bigint references mail (mail_id)); ${guarded}`,
    /bad_mail_id_fkey$/,
  ),
  fault(
    'a foreign key between account tables carries the account',
    'columns crossed',
    `create unique index bad_mail on mail (mail_id, account_id);
     create table bad (${keyed}, foreign key (account_id, bad_id) references mail (mail_id, account_id)); ${guarded}`,
    /bad_account_id_bad_id_fkey$/,
  ),
  fault(
    'a foreign key has an index that begins with its columns',
    'no index',
    `create table bad (${keyed}, mail_id bigint,
       foreign key (account_id, mail_id) references mail); ${guarded}`,
    /bad_account_id_mail_id_fkey$/,
  ),
  fault(
    'a foreign key has an index that begins with its columns',
    'a partial index only',
    `create table bad (${keyed}, mail_id bigint, foreign key (account_id, mail_id) references mail);
     create index on bad (account_id, mail_id) where mail_id > 7; ${guarded}`,
    /bad_account_id_mail_id_fkey$/,
  ),
  fault(
    'an index of an account table begins with the account',
    'an index on a name',
    'create index bad on thirdparty (name)',
    /^bad$/,
  ),
  fault(
    'an index of an account table begins with the account',
    'an index on an expression',
    'create index bad on thirdparty (lower(name), account_id)',
    /^bad$/,
  ),
  fault(
    'ids come from the one sequence',
    'an id without default',
    `create table bad (account_id bigint references account, bad_id bigint, primary key (account_id, bad_id))`,
    /^bad\.bad_id$/,
  ),
  fault('ids come from the one sequence', 'a second sequence', 'create sequence bad', /^bad$/),
]

const roleFaults: Fault[] = [
  ...['superuser', 'bypassrls', 'createrole', 'createdb', 'replication', 'login'].map((attribute) =>
    fault(
      'the application role is a group, and who signs in as a member of it is nothing more',
      attribute,
      `alter role vigie_app ${attribute}`,
      /^attributes of vigie_app$/,
    ),
  ),
  fault(
    'the application role is a group, and who signs in as a member of it is nothing more',
    'member of the owner',
    'grant vigie_owner to vigie_app',
    /^vigie_app is a member of vigie_owner$/,
  ),
  fault(
    'the application role owns nothing',
    'a table of its own',
    `create table bad (${keyed}); alter table bad owner to vigie_app`,
    /table (vigie\.)?bad$/,
  ),
  ...['truncate', 'references', 'trigger'].map((right) =>
    fault(
      'the application role has no right that passes row security or changes the schema',
      right,
      `grant ${right} on thirdparty to public`,
      new RegExp(`thirdparty: ${right}`, 'i'),
    ),
  ),
  fault(
    'the application role has no right that passes row security or changes the schema',
    'references on one column',
    'grant references (name) on thirdparty to vigie_app',
    /thirdparty: REFERENCES$/,
  ),
  fault(
    'the application role has no right that passes row security or changes the schema',
    'create in a schema',
    'grant create on schema vigie to vigie_app',
    /^create in schema vigie$/,
  ),
  fault(
    'the application role has no right that passes row security or changes the schema',
    'create in the database',
    `do $$ begin execute format('grant create on database %I to vigie_app', current_database()); end $$`,
    /^create in the database$/,
  ),
  ...['insert on event', 'update on journal_head', 'delete on event_detail', 'insert on event_default'].map(
    (right) =>
      fault(
        'tables kept by functions cannot be written by the application',
        right,
        `grant ${right} to vigie_app`,
        new RegExp(`^${right.split(' ')[2]}: ${right.split(' ')[0]}$`, 'i'),
      ),
  ),
  fault(
    'tables kept by functions cannot be written by the application',
    'update of one column',
    'grant update (payload) on event_detail to vigie_app',
    /^event_detail: UPDATE$/,
  ),
  ...['login', 'bypassrls', 'superuser'].map((attribute) =>
    fault(
      'the owner cannot sign in or pass row security, and owns all of it',
      attribute,
      `alter role vigie_owner ${attribute}`,
      /^attributes$/,
    ),
  ),
  fault(
    'the owner cannot sign in or pass row security, and owns all of it',
    'a table of a superuser',
    `create table bad (${keyed})`,
    /^bad$/,
  ),
]

const reasonFaults: Fault[] = [
  fault(
    'a table, a view or a function says why it is there',
    'a table without a comment',
    `create table bad (${keyed}); ${guarded}`,
    /^bad$/,
  ),
  fault(
    'a table, a view or a function says why it is there',
    'a comment taken away',
    'comment on table mail is null',
    /^mail$/,
  ),
  fault(
    'a table, a view or a function says why it is there',
    'a function without a comment',
    `create function bad() returns int language sql as 'select 1'`,
    /bad\(\)$/,
  ),
  fault(
    'a check of several columns has a name that says what it holds',
    'a check that PostgreSQL named',
    'alter table mail add check (attempts > 0 or sent_at is null)',
    /^mail_check$/,
  ),
]

const codeFaults: Fault[] = [
  fault('views look with the rights of who asks', 'a plain view', 'create view bad as table mail', /^bad$/),
  fault(
    'views look with the rights of who asks',
    'a materialized view',
    'create materialized view bad as table mail',
    /^bad$/,
  ),
  fault(
    'a wall asks row by row only after plain comparisons',
    'a question as cheap as an operator',
    `create function bad() returns boolean language plpgsql cost 1 as 'begin return true; end';
     comment on function bad is 'Bad.'`,
    /bad\(\)$/,
  ),
  fault(
    'a function with the rights of its owner has a fixed path and no public caller',
    'a free path',
    `create function bad() returns int language sql security definer as 'select 1';
     revoke execute on function bad() from public`,
    /bad\(\)$/,
  ),
  fault(
    'a function with the rights of its owner has a fixed path and no public caller',
    'the temporary schema first',
    `create function bad() returns int language sql security definer set search_path = pg_temp, vigie as 'select 1';
     revoke execute on function bad() from public`,
    /bad\(\)$/,
  ),
  fault(
    'a function with the rights of its owner has a fixed path and no public caller',
    'open to the public',
    `create function bad() returns int language sql security definer set search_path = vigie, pg_temp as 'select 1'`,
    /bad\(\)$/,
  ),
]

const faults = [...tableFaults, ...keyFaults, ...roleFaults, ...reasonFaults, ...codeFaults]

test.each(faults)('The rule “$rule” finds $name', async ({ rule, sql, finding }) => {
  await client.query('begin')
  try {
    await client.query(sql)
    const found = (await findings(client)).filter((each) => each.rule === rule)
    expect(found.map((each) => each.finding)).toEqual([expect.stringMatching(finding)])
  } finally {
    await client.query('rollback')
  }
})

test('Every rule has been seen to fail', () => {
  expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(Object.keys(rules)))
})

test('A view that uses the rights of its caller is accepted', async () => {
  await client.query('begin')
  await client.query('create view fine with (security_invoker = true) as table mail')
  const found = (await findings(client)).filter(({ rule }) => rule.startsWith('views'))
  await client.query('rollback')
  expect(found).toEqual([])
})
