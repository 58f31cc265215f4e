import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preparedServer, type PreparedServer } from '../../../test/harness/server.ts'
import { needsOf, type MigrationSource } from './apply-migrations.ts'
import type { LongMigration } from './long-migrations.ts'
import { ensureDatabase, prepareDatabase, withClient } from './prepare.ts'

const ownMigrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))

let server: PreparedServer
let adminUrl: string
let admin: pg.Client
let folder: string
let name: string

beforeEach(async () => {
  server = await preparedServer()
  name = `vigie_apply_${randomUUID().replaceAll('-', '')}`
  await withClient(server.serverUrl, (client) =>
    client.query(`create database ${name} template ${server.templateDatabase}`),
  )
  adminUrl = await ensureDatabase(server.serverUrl, name)
  admin = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await admin.connect()
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-apply-'))
  await cp(ownMigrations, folder, { recursive: true })
})
afterEach(async () => {
  await admin.end()
  await withClient(server.serverUrl, (client) => client.query(`drop database ${name} with (force)`))
  await rm(folder, { recursive: true })
})

const patience = { lockTimeoutMs: 50, pauseMs: 20, attempts: 1_000 }
const add = (file: string, sql: string) => writeFile(path.join(folder, file), sql)

function prepare(
  source: Omit<MigrationSource, 'folder'> = {},
  more: { finish?: boolean; steps?: string[] } = {},
) {
  return prepareDatabase({
    adminUrl,
    appPassword: server.appPassword,
    source: { folder: pathToFileURL(`${folder}/`), patience, ...source },
    ...(more.finish === undefined ? {} : { finish: more.finish }),
    onProgress: (step) => more.steps?.push(step),
  })
}

const look = async (text: string) => (await admin.query<Record<string, unknown>>(text)).rows

test('A migration gives way to a long reader, so that others read meanwhile, and comes back', async () => {
  await add('9001-more.sql', 'alter table account add column more text;')
  const reader = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from account')
  const steps: string[] = []
  const giving = 'Others use the tables of 9001-more.sql: giving way, then attempt '
  const prepared = prepare({}, { steps })
  await vi.waitUntil(() => steps.includes(`${giving}3`), 30_000)
  // Behind a migration that waits this would wait as long as the reader reads.
  await look(`select set_config('lock_timeout', '5s', false), (select count(*) from account)`)
  await reader.query('commit')
  await reader.end()
  expect(await prepared).toEqual(['9001-more.sql'])
  expect(steps.slice(0, 3)).toEqual(['Applying migration 9001-more.sql', `${giving}2`, `${giving}3`])
})

test('A migration that never gets its tables ends in a sentence, and leaves the former state', async () => {
  await add('9001-more.sql', 'create table kept_not (a int); alter table account add column more text;')
  await admin.query('begin')
  await admin.query('lock table account in access share mode')
  await expect(prepare({ patience: { ...patience, attempts: 2 } })).rejects.toThrow(
    'Migration 9001-more.sql failed; nothing of it was kept. Somebody else uses its tables all the time: ' +
      'look for long transactions, then start again.',
  )
  await admin.query('commit')
  expect(await look(`select to_regclass('vigie.kept_not') as kept`)).toEqual([{ kept: null }])
})

test('A migration that fails while others write leaves the former state, and loses none of their writes', async () => {
  await add(
    '9001-breaks.sql',
    `alter table account add column more text; update account set more = name; create index account_more on account (more);
     select 1 / 0;`,
  )
  const columns = `select array_agg(attname::text order by attnum) as names from pg_attribute
    where attrelid = 'vigie.account'::regclass and attnum > 0 and not attisdropped`
  const before = await look(columns)
  const over = new AbortController()
  const written: number[] = []
  const write = async () => {
    for (let id = 1; !over.signal.aborted || id < 20; id += 1) {
      await admin.query('insert into account (account_id, name) values ($1, $2)', [id, `Account ${id}`])
      written.push(id)
    }
  }
  const writing = write()
  await expect(prepare()).rejects.toThrow('Migration 9001-breaks.sql failed; nothing of it was kept.')
  over.abort()
  await writing
  expect(await look(columns)).toEqual(before)
  expect(await look(`select to_regclass('vigie.account_more') as made`)).toEqual([{ made: null }])
  expect(await look(`select from migration where name like '9%'`)).toEqual([])
  const found = await look('select account_id::int as id from account order by 1')
  expect(found.map(({ id }) => id)).toEqual(written)

  await add('9001-breaks.sql', 'alter table account add column more text;')
  expect(await prepare()).toEqual(['9001-breaks.sql'])
})

const long: LongMigration = {
  name: '9001-fill-more',
  count: () => Promise.resolve(1),
  batch: async (owner, position) => {
    if (position !== null) return null
    await owner.query('update account set more = name')
    return { done: 1, position: 'over' }
  },
}

test('A migration that builds on an unfinished long one is refused in a sentence, and nothing changes', async () => {
  await add('9001-more.sql', 'alter table account add column more text;')
  await prepare({ long: [long] })
  await add('9002-next.sql', 'create table next (a int);')
  await add(
    '9003-strict.sql',
    '-- needs: 9001-fill-more\nalter table account alter column more set not null;',
  )
  const sentence =
    'Migration 9003-strict.sql builds on the long migration 9001-fill-more, which is not finished (not begun); ' +
    'nothing was changed. Go on with the version before this one until "vigie migrate status" says that it is finished'
  await expect(prepare({ long: [long] })).rejects.toThrow(
    `${sentence}, or stop all processes and run: vigie migrate --finish`,
  )
  await expect(prepare({ long: [] })).rejects.toThrow(`${sentence}, then start this one again.`)
  expect(await look(`select to_regclass('vigie.next') as made`)).toEqual([{ made: null }])

  const steps: string[] = []
  expect(await prepare({ long: [long] }, { finish: true, steps })).toEqual([
    '9002-next.sql',
    '9003-strict.sql',
  ])
  expect(steps).toEqual([
    'Applying migration 9002-next.sql',
    'Long migration 9001-fill-more: 0 of 1',
    'Long migration 9001-fill-more is finished',
    'Applying migration 9003-strict.sql',
  ])
  expect(await prepare({ long: [long] })).toEqual([])
})

test('What a migration needs stands in its comments', () => {
  expect(needsOf({ sql: '-- needs: 0051-a\n-- why\n-- needs: 0052-b\nselect 1;' })).toEqual([
    '0051-a',
    '0052-b',
  ])
})
