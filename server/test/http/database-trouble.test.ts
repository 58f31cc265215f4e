import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { openDatabase } from '../../src/platform/db/index.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'

type Office = Awaited<ReturnType<TestApp['given']['office']>>

describe('A database that became read-only', { shuffle: false }, () => {
  let t: TestApp
  let office: Office
  let name: string
  const lines: { database?: string; msg: string }[] = []
  beforeAll(async () => {
    t = await testApp({ onLog: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) })
    office = await t.given.office()
    const { rows } = await t.admin.query<{ name: string }>('select current_database() as name')
    name = rows[0]!.name
  })
  afterAll(() => t.close())

  /** As a failover to a standby or the maintenance of a managed server does: for new sessions, and none is left. */
  const setReadOnly = async (setting: 'on' | 'off') => {
    await t.admin.query(`alter database ${name} set default_transaction_read_only = ${setting}`)
    await t.admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usename like 'vigie\\_app%'`,
      [name],
    )
  }
  const add = async () => {
    const [legalIdentifier] = await sampleIdentifiers()
    return t.call('POST', `${office.base}/thirdparties`, { token: office.token, body: { legalIdentifier } })
  }
  const list = () => t.call('GET', `${office.base}/thirdparties`, { token: office.token })
  const faults = async () => {
    const { body } = await t.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    return Number(/^vigie_database_faults_total\{kind="read-only"\} (\d+)$/m.exec(body)?.[1])
  }

  test('Writes are refused as retryable, reads are answered, and readiness says why', async () => {
    expect((await list()).statusCode).toBe(200)
    await setReadOnly('on')
    const refused = await add()
    expect([refused.statusCode, refused.json().code, refused.json().retryable]).toEqual([
      503,
      'DATABASE_UNAVAILABLE',
      true,
    ])
    expect((await list()).statusCode).toBe(200)
    const unready = await t.call('GET', '/readyz')
    expect(unready.statusCode).toBe(503)
    expect(unready.json()).toMatchObject({ checks: { database: 'failed' }, reason: 'read-only' })
    expect(await faults()).toBeGreaterThanOrEqual(2)
  })

  test('Writes go on as soon as it takes them again, and each change was logged once', async () => {
    await setReadOnly('off')
    const added = await add()
    expect(added.statusCode, added.body).toBe(201)
    expect((await t.call('GET', '/readyz')).statusCode).toBe(200)
    expect(lines.flatMap(({ database }) => database ?? [])).toEqual(['read-only', 'well'])
  })
})

describe('A database that is slow or gone', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('A statement that takes too long is given up and counted', async () => {
    const pool = createPool({ url: t.appUrl, max: 1, applicationName: 'vigie test', statementTimeoutMs: 50 })
    pool.options.connectionTimeoutMillis = 60_000
    const db = openDatabase(pool)
    const before = db.faults.counts.get('slow') ?? 0
    const slow = db.read(wholeAccount(1), (tx) => sql`select pg_sleep(600)`.execute(tx))
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(db.faults.counts.get('slow')).toBe(before + 1)
    expect(db.faults.state).toBe('slow')
    await db.close()
  })

  test('A server that is gone is counted as such', async () => {
    const url = 'postgres://vigie_app:x@127.0.0.1:1/vigie'
    const db = openDatabase(createPool({ url, max: 1, applicationName: 'vigie test' }))
    const before = db.faults.counts.get('gone') ?? 0
    const asked = db.system(() => Promise.resolve())
    await expect(asked).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect([db.faults.state, db.faults.counts.get('gone')]).toEqual(['gone', before + 1])
    await db.close()
  })
})
