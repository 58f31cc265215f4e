import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDatabase, startEmbedded } from '../../src/platform/db/index.ts'
import { command, freshFolder, removeFolder } from './product.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await freshFolder()
  await inDatabase(
    `create schema vigie; create table vigie.migration (name text primary key, checksum text);
     create table vigie.account (name text); insert into vigie.account values ('Kept');
     insert into vigie.migration values ('0001-accounts.sql', 'x'), ('0002-people.sql', 'y'), ('0048-last.sql', 'z')`,
  )
})
afterAll(() => removeFolder(dataDir))

/** Looks into the data folder while no service runs on it. */
async function inDatabase(statement: string): Promise<unknown[]> {
  const server = await startEmbedded({ dataDir, durable: false })
  const client = new pg.Client({ connectionString: await ensureDatabase(server.adminUrl, 'vigie') })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
    await server.stop()
  }
}

test('A data folder of an unreleased version is refused in a sentence, and keeps what it holds', async () => {
  const { code, output } = await command(['migrate'], { VIGIE_DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(output).toContain(
    '✗ This database was made by a version of Vigie that was never released (its migration 0001-accounts.sql is ' +
      'another one), and cannot be upgraded; nothing in it was changed. Start the version that made it, or start ' +
      'this one with an empty database or another data folder.\n',
  )
  expect(output).not.toContain('Applying migration')

  const look = `select (select jsonb_agg(m.name order by m.name) from vigie.migration m) as applied,
    (select jsonb_agg(a.name) from vigie.account a) as accounts,
    (select jsonb_agg(c.relname order by c.relname) from pg_class c
      where c.relnamespace = 'vigie'::regnamespace and c.relkind = 'r') as tables,
    (select jsonb_agg(rolname) from pg_roles where rolname like 'vigie%') as roles`
  expect(await inDatabase(look)).toEqual([
    {
      applied: ['0001-accounts.sql', '0002-people.sql', '0048-last.sql'],
      accounts: ['Kept'],
      tables: ['account', 'migration'],
      roles: null,
    },
  ])
  expect(await readdir(dataDir)).toContain('postgres')
})
