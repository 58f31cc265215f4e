import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureDatabase, prepareDatabase, startEmbedded } from '../src/platform/db/index.ts'
import { installOwned } from '../src/database-runtime.ts'
import { recordsFolder, recordTables } from './harness/record-statements.ts'

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
  if (recordsFolder !== undefined) await recordTables(adminUrl, recordsFolder)
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
  const settings = { max_connections: '200', file_copy_method: 'clone' }
  const postgres = await startEmbedded({ dataDir, durable: false, settings })
  return {
    serverUrl: postgres.adminUrl,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  await client.end()
}
