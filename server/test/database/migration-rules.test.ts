import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { needsOf } from '../../src/platform/db/apply-migrations.ts'
import { longMigrations } from '../../src/platform/db/long-migrations.ts'
import { loadMigrations, loadReleased } from '../../src/platform/db/migrate.ts'
import { findFaults, rules, splitStatements, type Rule } from './migration-rules.ts'

// Those before are part of 0.2.0, the first release whose processes may go on beside its successor (docs/upgrades.md).
const firstBound = '0043'

const versions = async () => {
  const text = await readFile(new URL('../../../releases.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }[]).map(({ version }) => version)
}

describe('Migrations that belong to no release yet', () => {
  const load = async () => {
    const [migrations, released] = [await loadMigrations(), await loadReleased()]
    return {
      former: migrations.filter(({ name }) => released.has(name)),
      fresh: migrations.filter(({ name }) => !released.has(name)),
    }
  }

  test('Processes of the release before can go on while they are applied', async () => {
    const { former, fresh } = await load()
    const faults = findFaults(former, fresh, await versions()).filter(({ file }) => file >= firstBound)
    const told = faults.map(({ file, rule, what }) => `${file}: ${what}: ${rules[rule]}`)
    expect(told, 'see CONTRIBUTING.md, "A migration"').toEqual([])
  })

  test('Each long migration that a file needs is known', async () => {
    const { fresh } = await load()
    const known = new Set(longMigrations.map(({ name }) => name))
    expect(fresh.flatMap(needsOf).filter((name) => !known.has(name))).toEqual([])
  })

  test('Long migrations are named in order, each once', () => {
    const names = longMigrations.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].toSorted())
    expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))).toEqual([])
  })
})

describe('The rules', () => {
  const former = [
    {
      name: '0001-a.sql',
      sql: `create table big (big_id bigint, code text, constraint big_once unique (code));
        create unique index big_code on big (code); create index big_plain on big (big_id);
        create function of_big(bigint) returns text language sql as $$ select 'a;b' $$;
        create type colour as enum ('RED'); create table account (account_id bigint);`,
    },
  ]
  const judge = (sql: string) =>
    findFaults(former, [{ name: '0002-b.sql', sql }], ['0.2.0']).map(({ rule, what }) => `${rule}: ${what}`)

  test.each<[string, string, `${Rule}: ${string}` | '']>([
    ['A table that is dropped', 'drop table big', 'drop: big'],
    ['A column that is dropped', 'alter table big add column a text, drop column code', 'drop: big.code'],
    ['A column that is dropped without the word', 'alter table big drop code', 'drop: big.code'],
    ['A function that is dropped', 'drop function if exists of_big(bigint)', 'drop: of_big'],
    ['A type that is dropped', 'drop type colour', 'drop: colour'],
    ['A table that is renamed', 'alter table big rename to huge', 'rename: big'],
    ['A column that is renamed', 'alter table big rename column code to name', 'rename: big'],
    ['A value that is renamed', `alter type colour rename value 'RED' to 'BLUE'`, 'rename: colour'],
    ['Another type of a column', 'alter table big alter column code type varchar(9)', 'retype: big.code'],
    ['A column that must be given', 'alter table big add column a text not null', 'not null: big.a'],
    [
      'A column that must be given from now on',
      'alter table big alter code set not null',
      'not null: big.code',
    ],
    ['A column that may be null from now on', 'alter table big alter code drop not null', 'null: big.code'],
    ['A check of all rows', 'alter table big add constraint c check (code <> $$;$$)', 'validate: c'],
    [
      'A check of a new column',
      `alter table big add column a text check (a in ('x', 'y'))`,
      'validate: big.a',
    ],
    ['A key to another table', 'alter table big add column a bigint references account', 'validate: big.a'],
    ['A unique constraint', 'alter table big add constraint u unique (code)', 'validate: u'],
    ['An index', 'create index big_new on big (code)', 'index: big_new'],
    ['An index beside others', 'create index concurrently big_new on big (code)', 'concurrently: big_new'],
    ['A unique index that goes', 'drop index big_code', 'drop unique: big_code'],
    ['A unique constraint that goes', 'alter table big drop constraint big_once', 'drop unique: big_once'],
    ['A primary key that goes', 'alter table big drop constraint big_pkey', 'drop unique: big_pkey'],
    ['A change of all rows', `update big set code = ''`, 'rewrite rows: big'],
    ['A change of all rows in a block', 'do $$ begin update big b set code = 1; end $$', 'rewrite rows: big'],
    ['A deletion', 'delete from big where code is null', 'rewrite rows: big'],
    [
      'A default that differs by row',
      'alter table big add a uuid default gen_random_uuid()',
      'rewrite table: big.a',
    ],
    [
      'A calculated column',
      'alter table big add a text generated always as (code) stored',
      'rewrite table: big.a',
    ],
  ])('%s: this is refused', (_name, sql, fault) => {
    expect(judge(`${sql};`)).toEqual([fault])
  })

  test.each([
    [
      'A new table with all it has',
      'create table fresh (a int not null); create index f on fresh (a); drop table fresh;',
    ],
    [
      'A column that may be left out',
      `alter table big add column a text, add b boolean not null default false;`,
    ],
    ['A check that is not validated yet', 'alter table big add constraint c check (code > 1) not valid;'],
    ['Its validation in another file', 'alter table big validate constraint c;'],
    ['A check that goes', 'alter table big drop constraint big_checked;'],
    ['A plain index that goes', 'drop index big_plain;'],
    ['What is small', 'create index a on account (account_id); update account set account_id = 1;'],
    [
      'A function that updates when called',
      'create or replace function of_big() as $$ update big set a = 1; $$;',
    ],
    [
      'Words in texts and comments',
      `-- drop table big;\ncomment on table big is 'drop table big; update big set';`,
    ],
    ['A trigger', 'create trigger t before insert or update on big for each row execute function of_big();'],
  ])('%s: this is let through', (_name, sql) => {
    expect(judge(sql)).toEqual([])
  })

  test('What no release uses any more may go, if the migration says since when and why', () => {
    const drop = 'alter table big drop column code;'
    expect(judge(`-- contract: since 0.2.0, unused because nobody reads it\n${drop}`)).toEqual([])
    const future = 'contract: since 0.3.0, unused because nobody reads it'
    expect(judge(`-- ${future}\n${drop}`)).toEqual([`contract note: ${future}`])
    expect(judge(`-- contract: soon\n${drop}`)).toEqual(['contract note: contract: soon'])
    expect(judge(`-- contract: since 0.2.0, unused because small\nupdate big set code = 1;`)).toEqual([
      'rewrite rows: big',
    ])
  })

  test('Statements end where they end', () => {
    const codes = splitStatements(
      `select 'it''s; fine' -- a; b\n; /* c; */ select $x$ d; $x$ , "e;f"; select 1-2/3`,
    )
    expect(codes.map(({ code }) => code)).toEqual([`select ''`, 'select $$ , "e;f"', 'select 1-2/3'])
  })

  test('They would have named what 0.1.0 meets in the first migrations after it', async () => {
    const migrations = await loadMigrations()
    const of010 = migrations.filter(({ name }) => name < '0015')
    const later = migrations.filter(({ name }) => name > '0015' && name < '0043')
    const found = findFaults(of010, later, ['0.1.0'])
    const named = (rule: Rule) => found.filter((fault) => fault.rule === rule).map(({ what }) => what)
    expect(named('drop unique')).toEqual([
      'app_user_email',
      'portfolio_size_pkey',
      'thirdparty_local_id',
      'thirdparty_identifier',
    ])
    expect(named('null')).toEqual(['thirdparty.identifier_code', 'thirdparty.identifier_value'])
    expect(named('rewrite rows')).toEqual(['dossier', 'thirdparty', 'contact', 'thirdparty'])
    expect(named('drop')).toEqual([])
  })
})
