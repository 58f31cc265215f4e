import { randomUUID } from 'node:crypto'
import pg from 'pg'
import {
  createPool,
  loginRoleOf,
  openDatabase,
  urlAs,
  urlOfDatabase,
  type DatabasePool,
  type Db,
} from '../../src/platform/db/index.ts'
import { preparedServer } from './server.ts'

export interface TestDatabase {
  /** Superuser: for looking behind the walls, never for what is under test. */
  adminUrl: string
  /** What the service itself connects with. */
  appUrl: string
  db: Db
  admin: pg.Pool
  close(): Promise<void>
}

export interface TestDatabaseOptions {
  /** The service waits two seconds; for tests of the refusal that follows. */
  lockTimeoutMs?: number
}

/** A fresh clone of the migrated template, in some 50 ms on the server of the tests. */
export async function testDatabase({
  lockTimeoutMs = 60_000,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { serverUrl, templateDatabase, cloneStrategy, appPassword } = await preparedServer()
  const name = `vigie_test_${randomUUID().replaceAll('-', '')}`
  const template = `template ${templateDatabase} strategy ${cloneStrategy}`
  await onServer(serverUrl, `create database ${name} ${template}`)
  const adminUrl = urlOfDatabase(serverUrl, name)
  const appUrl = urlAs(adminUrl, loginRoleOf(templateDatabase), appPassword)
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2, options: '-c search_path=vigie' })
  admin.on('error', () => undefined)
  const db = openDatabase(testPool({ url: appUrl, max: 10, lockTimeoutMs }))
  return {
    adminUrl,
    appUrl,
    db,
    admin,
    close: async () => {
      await db.close()
      await admin.end()
      await onServer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Another process on the same database: connections of its own, and nothing of the database ends with them. */
export function openBeside(other: Pick<TestDatabase, 'adminUrl' | 'appUrl' | 'admin'>): TestDatabase {
  const db = openDatabase(testPool({ url: other.appUrl, max: 10 }))
  return { ...other, db, close: () => db.close() }
}

/** On a busy machine statements, connections and turns take longer, and fail nobody's test. */
export function testPool(options: { url: string; max: number } & TestDatabaseOptions): DatabasePool {
  return createPool({
    applicationName: 'vigie test',
    statementTimeoutMs: 90_000,
    connectTimeoutMs: 60_000,
    idleTransactionMs: 60_000,
    lockTimeoutMs: 60_000,
    ...options,
  })
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
