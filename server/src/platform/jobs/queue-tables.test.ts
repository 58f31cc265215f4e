import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Every column that the files named below read or write. */
const reliedOn = {
  _private_jobs: {
    id: 'bigint',
    job_queue_id: 'integer',
    task_id: 'integer',
    payload: 'json',
    run_at: 'timestamp with time zone',
    attempts: 'smallint',
    max_attempts: 'smallint',
    last_error: 'text',
    updated_at: 'timestamp with time zone',
    key: 'text',
    priority: 'smallint',
    flags: 'jsonb',
    created_at: 'timestamp with time zone',
    locked_at: 'timestamp with time zone',
    locked_by: 'text',
    is_available: 'boolean',
  },
  _private_job_queues: { id: 'integer', locked_at: 'timestamp with time zone', locked_by: 'text' },
  _private_tasks: { id: 'integer', identifier: 'text' },
  _private_known_crontabs: {
    identifier: 'text',
    known_since: 'timestamp with time zone',
    last_execution: 'timestamp with time zone',
  },
}

test('The private tables of the queue have the columns we rely on, with their types', async () => {
  const { rows } = await database.admin.query<{ table: string; column: string; type: string }>(
    `select table_name as "table", column_name as "column", data_type as type
     from information_schema.columns where table_schema = 'graphile_worker'`,
  )
  const found: Record<string, Record<string, string>> = {}
  for (const { table, column, type } of rows) (found[table] ??= {})[column] = type
  expect(found).toMatchObject(reliedOn)
})

test('The rule that makes a job available is the one our counts follow', async () => {
  const { rows } = await database.admin.query<{ rule: string }>(
    `select generation_expression as rule from information_schema.columns
     where table_schema = 'graphile_worker' and table_name = '_private_jobs' and column_name = 'is_available'`,
  )
  expect(rows[0]?.rule).toBe('((locked_at IS NULL) AND (attempts < max_attempts))')
})

test('No other source of the service names a private table of the queue', async () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const names = await readdir(folder, { recursive: true })
  const sources = names.filter((name) => name.endsWith('.ts') && !/\.(test|proof|gen)\.ts$/.test(name))
  const texts = await Promise.all(
    sources.map(async (name) => ({ name, text: await readFile(`${folder}/${name}`, 'utf8') })),
  )
  const using = texts.filter(({ text }) => text.includes('_private_jobs')).map(({ name }) => name)
  expect(using.toSorted()).toEqual([
    'platform/jobs/join-waiting.ts',
    'platform/jobs/measure-jobs.ts',
    'platform/jobs/put-off.ts',
    'platform/jobs/queue-tables.ts',
    'platform/jobs/queue-view.ts',
    'platform/jobs/set-back.ts',
  ])
})
