import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import type { References } from '../../src/domain/references/index.ts'
import { openReferences } from '../../src/open-references.ts'
import { localStore, type ObjectStore } from '../../src/platform/files/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import type { HttpApp } from '../../src/platform/http/index.ts'
import { systemClock, type Clock } from '../../src/platform/kernel/index.ts'
import { openBeside, testDatabase, type TestDatabase, type TestDatabaseOptions } from './database.ts'
import { factories, type Given } from './given.ts'
import { recordAnswers } from './record-answers.ts'

export interface TestAppOptions extends TestDatabaseOptions {
  /** A second process of the same installation: on its database, with its key; to be closed before it. */
  beside?: Pick<TestApp, 'adminUrl' | 'appUrl' | 'admin' | 'secretKey'>
  environment?: Record<string, string>
  references?: References
  clock?: Clock
  /** Instead of a folder of its own, or around what the caller opened; the caller closes it. */
  store?: ObjectStore | ((parts: StoreParts) => Promise<ObjectStore>)
  /** Lines of the log, for tests that look for what must not be there. */
  onLog?: (line: string) => void
}

export interface StoreParts {
  readonly db: Db
  readonly secretKey: Uint8Array
}

export interface TestApp extends TestDatabase {
  app: HttpApp
  given: Given
  secretKey: Uint8Array
  store: ObjectStore
  /** Calls the API as a client would; bodies go out as JSON. */
  call(method: Method, url: string, options?: CallOptions): Promise<LightMyRequestResponse>
  /** Answers on a loopback port, for tests that need a real connection. */
  listen(): Promise<string>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'

interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export const testPublicUrl = 'http://vigie.test'

/** The whole product on a database of its own; only the world outside is left out. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options
  const database = beside ? openBeside(beside) : await testDatabase(options)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-app-'))
  const config = loadConfig({
    VIGIE_DATA_DIR: dataDir,
    PUBLIC_URL: testPublicUrl,
    // Tests are quicker than any client; the limits have tests of their own.
    RATE_ACCOUNT_PER_SECOND: '100000',
    RATE_TOKEN_PER_SECOND: '100000',
    RATE_WRITES_PER_SECOND: '100000',
    RATE_BAD_TOKENS_PER_SECOND: '100000',
    RATE_SEARCH_PER_SECOND: '100000',
    RATE_FILES_PER_SECOND: '100000',
    RATE_WEBHOOK_TESTS_PER_SECOND: '100000',
    IMPORT_MAX_WAITING: '100000',
    INVITATIONS_PER_HOUR: '100000',
    CONTACT_MAILS_PER_DAY: '100000',
    // A busy machine slows the process that runs the tests too; shedding has its own tests.
    SHED_LOOP_DELAY_MS: '30000',
    SHED_MEMORY_MB: '16000',
    SHED_HEAP_PERCENT: '100',
    // A page takes seconds; the reading of scans has tests of its own.
    OCR_LANGUAGES: 'none',
    ...options.environment,
  })
  const secretKey = beside?.secretKey ?? randomBytes(32)
  const clock = options.clock ?? systemClock
  const store = await openTestStore(options, { db: database.db, secretKey, dataDir })
  const { onLog } = options
  const app = buildApp({
    config,
    publicUrl: config.publicUrl ?? testPublicUrl,
    db: database.db,
    clock,
    secretKey,
    references: options.references ?? openReferences(config, database.db),
    store,
    log: onLog ? { level: 'debug', stream: { write: onLog } } : { level: 'silent' },
  })
  recordAnswers(app)
  await app.ready()
  return {
    ...database,
    app,
    secretKey,
    store,
    given: factories({ app, db: database.db }),
    call: (method, url, { token, body, headers } = {}) =>
      app.inject({
        method,
        url,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      const closed = app.close()
      // The service would give those who still read their time.
      app.server.closeAllConnections()
      await closed
      if (!options.store) await store.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openTestStore(
  { store }: TestAppOptions,
  { dataDir, ...parts }: StoreParts & { dataDir: string },
): Promise<ObjectStore> {
  if (store === undefined) return localStore({ root: path.join(dataDir, 'files') })
  return typeof store === 'function' ? store(parts) : store
}
