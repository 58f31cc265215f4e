import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { PreparedServer } from './harness/server.ts'
import { recordsFolder, recordTables } from './harness/record-statements.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server's address is written once it is prepared. */
    serverFile: string
  }
}

interface Running extends PreparedServer {
  stop(): Promise<void>
}

/**
 * One real PostgreSQL for the whole run and one migrated template in it; each test file clones the template. Tests
 * that need none start before it is ready. VIGIE_TEST_SERVER_URL points the same tests at another server.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const removeFolder = openRunFolder()
  const serverFile = path.join(tmpdir(), 'server.json')
  project.provide('serverFile', serverFile)
  const run = { isClosing: false, hasServer: false }
  const prepared = prepare(run).then(
    async (server) => {
      await publish(serverFile, server)
      return server
    },
    async (error: unknown) => {
      if (run.isClosing) return
      await publish(serverFile, { failure: String(error instanceof Error ? error.stack : error) })
    },
  )
  const close = async () => {
    run.isClosing = true
    if (run.hasServer) await (await prepared)?.stop()
    removeFolder()
  }
  return close
}

/** In one step: whoever waits for the file must not read half of it. */
async function publish(file: string, content: PreparedServer | { failure: string }): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(content))
  await rename(`${file}.new`, file)
}

async function prepare(run: { isClosing: boolean; hasServer: boolean }): Promise<Running> {
  // Half of the product: loaded while the first tests already run.
  const { ensureDatabase, prepareDatabase } = await import('../src/platform/db/index.ts')
  const { installOwned } = await import('../src/database-runtime.ts')
  // Quick tests that need no server may be over by now.
  if (run.isClosing) throw new Error('The run has ended.')
  run.hasServer = true
  const { serverUrl, cloneStrategy, stop } = await startServer()
  const templateDatabase = `vigie_template_${process.pid}`
  const appPassword = 'for-tests-only'
  const adminUrl = await ensureDatabase(serverUrl, templateDatabase)
  await prepareDatabase({ adminUrl, appPassword, asOwner: installOwned })
  if (recordsFolder !== undefined) await recordTables(adminUrl, recordsFolder)
  return {
    serverUrl,
    templateDatabase,
    cloneStrategy,
    appPassword,
    stop: async () => {
      await dropDatabase(serverUrl, templateDatabase)
      await stop()
    },
  }
}

type StartedServer = Pick<Running, 'serverUrl' | 'cloneStrategy' | 'stop'>

async function startServer(): Promise<StartedServer> {
  const given = process.env['VIGIE_TEST_SERVER_URL']
  // A server that keeps its data safe would write out everything before and after each copy of files.
  if (given) return { serverUrl: given, cloneStrategy: 'wal_log', stop: () => Promise.resolve() }
  const { startEmbedded } = await import('../src/platform/db/index.ts')
  const settings = { max_connections: '200', file_copy_method: 'clone' }
  const dataDir = path.join(tmpdir(), 'server')
  const postgres = await startEmbedded({ dataDir, durable: false, settings })
  return { serverUrl: postgres.adminUrl, cloneStrategy: 'file_copy', stop: () => postgres.stop() }
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  await client.end()
}
