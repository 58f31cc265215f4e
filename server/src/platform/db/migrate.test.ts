import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { preparedServer, type PreparedServer } from '../../../test/harness/server.ts'
import { installJobs } from '../jobs/index.ts'
import { loadMigrations, readMigrations, refuseOtherVersions, requireSameSchema } from './migrate.ts'
import { ensureDatabase, prepareDatabase, urlOfDatabase, withClient } from './prepare.ts'

describe('Databases of another version', () => {
  const migration = (name: string, checksum: string) => ({ name, checksum, sql: '' })
  const ours = [migration('0001-one.sql', 'a'), migration('0002-two.sql', 'b')]
  const verdict = (applied: Record<string, string>, released: Record<string, string> = {}) => {
    const checksums = (given: Record<string, string>) => new Map(Object.entries(given))
    try {
      refuseOtherVersions(checksums(applied), ours, checksums(released))
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  }

  test.each([
    ['new', {}, {}, /^accepted$/],
    ['of an earlier release', { '0001-one.sql': 'a' }, { '0001-one.sql': 'a' }, /^accepted$/],
    ['of this version', { '0001-one.sql': 'a', '0002-two.sql': 'b' }, {}, /^accepted$/],
    ['of a later one', { '0001-one.sql': 'a', '0003-more.sql': 'c' }, {}, /newer Vigie \(0003-more.sql\)/],
    [
      'of a release whose text was edited since',
      { '0001-one.sql': 'z' },
      { '0001-one.sql': 'z' },
      /was changed/,
    ],
    ['of a build before that release', { '0001-one.sql': 'x' }, { '0001-one.sql': 'a' }, /never released/],
    ['with an unreleased migration that differs', { '0002-two.sql': 'x' }, {}, /never released/],
    ['with more migrations, but others', { '0001-old.sql': 'a', '0048-old.sql': 'b' }, {}, /never released/],
  ])('A database %s gets its own answer', (_name, applied, released, answer) => {
    expect(verdict(applied, released)).toMatch(answer)
  })
})

describe('Migrations', () => {
  let server: PreparedServer
  let adminUrl: string
  let admin: pg.Client
  const name = () => `vigie_migrate_${randomUUID().replaceAll('-', '')}`

  beforeEach(async () => {
    server = await preparedServer()
    adminUrl = await ensureDatabase(server.serverUrl, name())
    admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
  })
  afterEach(async () => {
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    await admin.end()
    await withClient(server.serverUrl, (client) =>
      client.query(`drop database ${client.escapeIdentifier(rows[0]?.name ?? '')} with (force)`),
    )
  })

  const prepare = () => prepareDatabase({ adminUrl, appPassword: server.appPassword, asOwner: installJobs })

  test('Of many simultaneous starts one applies all migrations, and the others find nothing to do', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, prepare))
    const names = (await loadMigrations()).map((migration) => migration.name)
    expect(applied.filter((list) => list.length > 0)).toEqual([names])
    const { rows } = await admin.query<{ name: string }>('select name from vigie.migration order by name')
    expect(rows.map((row) => row.name)).toEqual(names)
  })

  test('A database of a version that was never released is refused and left unchanged', async () => {
    await admin.query(`create schema vigie; create table vigie.migration (name text primary key, checksum text);
      insert into vigie.migration values ('0001-accounts.sql', 'x'), ('0003-journal.sql', 'y'), ('0048-last.sql', 'z');
      grant usage on schema vigie to vigie_owner; grant select on vigie.migration to vigie_owner`)
    const look = `select (select jsonb_agg(m) from vigie.migration m) as applied,
      (select jsonb_agg(oid::regclass order by oid) from pg_class where relnamespace = 'vigie'::regnamespace) as tables,
      (select nspacl::text from pg_namespace where nspname = 'vigie') as rights,
      (select datacl::text from pg_database where datname = current_database()) as database_rights,
      (select rolpassword from pg_authid where rolname = 'vigie_app') as password`
    const before = await admin.query(look)
    await expect(prepare()).rejects.toThrow(
      /never released .*0001-accounts\.sql.*cannot be upgraded; nothing in it was changed/,
    )
    expect((await admin.query(look)).rows).toEqual(before.rows)
  })

  test('A new database whose locale knows English letters only is refused and left unchanged', async () => {
    const english = name()
    await withClient(server.serverUrl, (client) =>
      client.query(
        `create database ${english} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
      ),
    )
    const url = urlOfDatabase(server.serverUrl, english)
    await expect(prepareDatabase({ adminUrl: url, appPassword: server.appPassword })).rejects.toThrow(
      `The database ${english} knows no letters but those of English`,
    )
    await withClient(url, async (client) => {
      const { rows } = await client.query(`select to_regnamespace('vigie') as ours`)
      expect(rows).toEqual([{ ours: null }])
    })
    await withClient(server.serverUrl, (client) => client.query(`drop database ${english}`))
  })

  test('A database of a newer version is left alone', async () => {
    await prepare()
    await admin.query(`insert into vigie.migration (name, checksum) values ('9999-later.sql', 'x')`)
    await expect(prepare()).rejects.toThrow('migrated by a newer Vigie (9999-later.sql)')
  })

  test('Who joins a running service of another version is refused, whichever is newer', async () => {
    await prepare()
    await requireSameSchema(admin)
    const last = (await loadMigrations()).at(-1)?.name ?? ''
    expect((await readMigrations(admin)).at(-1)).toEqual({ name: last, appliedAt: expect.any(Date) as Date })
    await admin.query(`insert into vigie.migration (name, checksum) values ('9999-later.sql', 'x')`)
    await expect(requireSameSchema(admin)).rejects.toThrow('migrated by a newer Vigie (9999-later.sql)')
    await admin.query('delete from vigie.migration where name in ($1, $2)', ['9999-later.sql', last])
    await expect(requireSameSchema(admin)).rejects.toThrow(
      `is an older Vigie than this command (it lacks ${last}). Use the version that runs`,
    )
    expect((await readMigrations(admin)).at(-1)).toEqual({ name: last, appliedAt: null })
  })

  test('A migration that fails leaves nothing of itself, and the start can be repeated', async () => {
    await admin.query('create schema vigie')
    await admin.query('create table vigie.account (something text)')
    await admin.query('grant all on schema vigie to public')
    await expect(prepare()).rejects.toThrow('Migration 0001-accounts.sql failed; nothing of it was kept.')
    const left = await admin.query(`select from pg_class where relname = 'vigie_id'`)
    expect(left.rowCount).toBe(0)
    await admin.query('drop table vigie.account')
    await expect(prepare()).resolves.not.toEqual([])
  })
})
