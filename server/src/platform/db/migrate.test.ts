import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { installJobs } from '../jobs/index.ts'
import { loadMigrations } from './migrate.ts'
import { ensureDatabase, prepareDatabase } from './prepare.ts'

describe('migrations', () => {
  let adminUrl: string
  let admin: pg.Client
  const name = () => `vigie_migrate_${randomUUID().replaceAll('-', '')}`

  beforeEach(async () => {
    adminUrl = await ensureDatabase(inject('serverUrl'), name())
    admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
  })
  afterEach(async () => {
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    await admin.end()
    const server = new pg.Client({ connectionString: inject('serverUrl') })
    await server.connect()
    await server.query(`drop database ${server.escapeIdentifier(rows[0]?.name ?? '')} with (force)`)
    await server.end()
  })

  const prepare = () =>
    prepareDatabase({ adminUrl, appPassword: inject('appPassword'), asOwner: installJobs })

  test('many starters at once: one applies all of them, the others find nothing to do', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, prepare))
    const names = (await loadMigrations()).map((migration) => migration.name)
    expect(applied.filter((list) => list.length > 0)).toEqual([names])
    const { rows } = await admin.query<{ name: string }>('select name from vigie.migration order by name')
    expect(rows.map((row) => row.name)).toEqual(names)
  })

  test('a migration changed after it was applied stops the start', async () => {
    await prepare()
    await admin.query(`update vigie.migration set checksum = 'other' where name like '0004-%'`)
    await expect(prepare()).rejects.toThrow(
      'Migration 0004-journal.sql was changed after it had been applied',
    )
  })

  test('a database of a newer version is left alone', async () => {
    await prepare()
    await admin.query(`insert into vigie.migration (name, checksum) values ('9999-later.sql', 'x')`)
    await expect(prepare()).rejects.toThrow('migrated by a newer Vigie (9999-later.sql)')
  })

  test('a migration that fails leaves nothing of itself, and the start can be repeated', async () => {
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
