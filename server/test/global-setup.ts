import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureDatabase, prepareDatabase, startEmbedded, withClient } from '../src/platform/db/index.ts'
import { installOwned } from '../src/database-runtime.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    templateDatabase: string
    appPassword: string
  }
}

/**
 * One real PostgreSQL for the whole run and one migrated template in it; each test file clones the
 * template. VIGIE_TEST_SERVER_URL points the same tests at another server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { serverUrl, stop } = await testServer()
  const templateDatabase = `vigie_template_${process.pid}`
  const appPassword = 'for-tests-only'
  const adminUrl = await ensureDatabase(serverUrl, templateDatabase)
  await prepareDatabase({ adminUrl, appPassword, asOwner: installOwned })
  const records = process.env['VIGIE_STATEMENTS']
  if (records !== undefined) await recordTables(adminUrl, records)
  project.provide('serverUrl', serverUrl)
  project.provide('templateDatabase', templateDatabase)
  project.provide('appPassword', appPassword)
  return async () => {
    await dropDatabase(serverUrl, templateDatabase)
    await stop()
  }
}

async function testServer(): Promise<{ serverUrl: string; stop: () => Promise<void> }> {
  const given = process.env['VIGIE_TEST_SERVER_URL']
  if (given) return { serverUrl: given, stop: () => Promise.resolve() }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-test-'))
  const postgres = await startEmbedded({ dataDir, durable: false, settings: { max_connections: '200' } })
  return {
    serverUrl: postgres.adminUrl,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Which columns can be null, by the numbers that results name them with; every clone of the template keeps these. */
async function recordTables(adminUrl: string, folder: string): Promise<void> {
  const columns = await withClient(adminUrl, (client) =>
    client.query<{ key: string; name: string; nullable: boolean }>(
      `select c.oid || '.' || a.attnum as key, c.relname || '.' || a.attname as name, not a.attnotnull as nullable
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0`,
    ),
  )
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'tables.json'), JSON.stringify(columns.rows))
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  await client.end()
}
