import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import {
  appRole,
  createPool,
  openDatabase,
  urlAs,
  urlOfDatabase,
  type Db,
} from '../../src/platform/db/index.ts'

export interface TestDatabase {
  /** Superuser: for looking behind the walls, never for what is under test. */
  adminUrl: string
  /** What the service itself connects with. */
  appUrl: string
  db: Db
  admin: pg.Pool
  close(): Promise<void>
}

/** A fresh clone of the migrated template, in some 50 ms: copying its files is quicker than writing each page anew. */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `vigie_test_${randomUUID().replaceAll('-', '')}`
  const template = `template ${inject('templateDatabase')} strategy file_copy`
  await onServer(serverUrl, `create database ${name} ${template}`)
  const adminUrl = urlOfDatabase(serverUrl, name)
  const appUrl = urlAs(adminUrl, appRole, inject('appPassword'))
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2, options: '-c search_path=vigie' })
  admin.on('error', () => undefined)
  // On a busy machine statements and connections take longer, and fail nobody's test.
  const patience = { statementTimeoutMs: 30_000, connectTimeoutMs: 20_000 }
  const db = openDatabase(createPool({ url: appUrl, max: 10, applicationName: 'vigie test', ...patience }))
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

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
