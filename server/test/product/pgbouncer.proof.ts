import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool, openDatabase, refusePooler } from '../../src/platform/db/index.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'
import { findDebianPostgres, startDebianPostgres, type DebianPostgres } from './debian-postgres.ts'
import { findPgBouncer, startPgBouncer, type PgBouncer } from './pgbouncer.ts'
import { until } from './processes.ts'
import {
  command,
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  run,
  startProduct,
  withoutRateLimits,
  type DemoCredentials,
  type Product,
  type Running,
} from './product.ts'

const postgres = findDebianPostgres()
const bouncer = findPgBouncer()
const missing = [postgres, bouncer].flatMap((found) => ('missing' in found ? [found.missing] : []))
if (missing.length > 0) console.warn(`PgBouncer not tested: ${missing.join(', ')}.`)
// More exports at once of one account would be refused.
const askers = 4
const programs = 'programs' in postgres ? postgres.programs : ''

test.runIf(process.env['CI'] === 'true')('Continuous integration has a pooler to test through', () => {
  expect(missing).toEqual([])
})

describe.skipIf(missing.length > 0)('A pooler in transaction mode', { shuffle: false }, () => {
  let server: DebianPostgres
  let pooler: PgBouncer
  let env: Record<string, string>
  let pair: Product[]
  let worker: Running
  let credentials: DemoCredentials
  let token: string
  const folders: string[] = []

  beforeAll(async () => {
    server = await startDebianPostgres(programs, 'boss-word')
    await asBoss('postgres', 'create database mine', `create role vigie_app login password 'app-word'`)
    const users = { boss: 'boss-word', vigie_app: 'app-word' }
    pooler = await startPgBouncer(server, { database: 'mine', users })
    env = {
      VIGIE_SECRET_KEY: randomBytes(32).toString('base64'),
      DATABASE_POOLER: 'transaction',
      DATABASE_URL: pooler.url('transaction', 'boss', 'boss-word'),
      DATABASE_APP_URL: pooler.url('transaction', 'vigie_app', 'app-word'),
      DATABASE_DIRECT_URL: `postgres://boss:boss-word@${server.host}:${server.port}/mine`,
      WORKER_IN_PROCESS: 'false',
      PUBLIC_URL: 'http://vigie.example',
    }
    const first = await serve()
    credentials = await demoCredentials(first.dataDir)
    pair = [first, await serve()]
    worker = run(['worker'], { ...env, VIGIE_DATA_DIR: first.dataDir })
    token = await fetchToken(first.baseUrl, credentials)
  }, 240_000)

  afterAll(async () => {
    await Promise.all((pair ?? []).map((product) => product.stop()))
    worker?.signal('SIGTERM')
    await worker?.exited
    await pooler?.stop()
    await server?.stop()
    await Promise.all(folders.map(removeFolder))
  }, 120_000)

  async function serve(): Promise<Product> {
    const dataDir = await freshFolder()
    folders.push(dataDir)
    return startProduct({ dataDir, env: { ...withoutRateLimits, ...env } })
  }

  async function asBoss(database: string, ...statements: string[]): Promise<pg.QueryResultRow[]> {
    const client = new pg.Client({ connectionString: server.superuserUrl.replace(/[^/]*$/, database) })
    await client.connect()
    let rows: pg.QueryResultRow[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    await client.end()
    return rows
  }

  function ask(index: number, path: string, body?: unknown): Promise<Response> {
    const { baseUrl } = pair[Math.floor(index / 6) % pair.length]!
    return fetch(`${baseUrl}/api/v1/account/${credentials.accountId}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  const company = (index: number) => ({
    legalIdentifier: { code: 'CIT003', value: String(300_000_000 + index) },
    unmanaged: { name: `Pooled ${index}`, countryCode: 'DE' },
  })
  const kinds: ((index: number) => Promise<Response>)[] = [
    (index) => ask(index, '/thirdparties', company(index)),
    (index) => ask(index, '/thirdparties?size=5'),
    (index) => ask(index, '/dossiers?size=5'),
    (index) => ask(index, '/documents?size=5'),
    (index) => ask(index, '/thirdparties/export.csv'),
    (index) => ask(index, '/attributes'),
  ]

  test('Sixty mixed requests through two services that share four connections all succeed', async () => {
    // On a busy machine the first connections may take longer than a request waits for one.
    const isWarm = async (index: number) => (await ask(index, '/attributes')).ok
    await until('connections of both services', async () => {
      const warm = await Promise.all(Array.from({ length: 2 * askers }, (_, index) => isWarm(index * 6)))
      return warm.every(Boolean)
    })
    const answers: string[] = []
    const askInTurn = async (first: number) => {
      for (let index = first; index < 60; index += askers) {
        const answer = await kinds[index % kinds.length]!(index)
        answers.push(`${index % kinds.length}: ${answer.status} ${answer.ok ? '' : await answer.text()}`)
      }
    }
    await Promise.all(Array.from({ length: askers }, (_, first) => askInTurn(first)))
    expect(answers).toHaveLength(60)
    expect(answers.filter((answer) => !/: 20[01] $/.test(answer))).toEqual([])
    const servers = await asBoss(
      'mine',
      `select count(*)::int as n from pg_stat_activity
      where usename = 'vigie_app' and application_name = 'vigie api'`,
    )
    expect(servers[0]!['n']).toBeLessThanOrEqual(4)
  }, 120_000)

  test('The worker does its jobs past the pooler', async () => {
    await until('the jobs to be done', async () => {
      const left = await asBoss(
        'mine',
        `select count(*)::int as n from graphile_worker._private_jobs
        where run_at < now() - interval '1 second'`,
      )
      return left[0]!['n'] === 0
    })
    expect(worker.hasExited()).toBe(false)
  }, 120_000)

  test('A token revoked at one service is refused by the other as soon as it hears of it', async () => {
    const mine = await fetchToken(pair[0]!.baseUrl, credentials)
    const enter = async () => {
      const answer = await fetch(`${pair[1]!.baseUrl}/api/v1/account/${credentials.accountId}/attributes`, {
        headers: { authorization: `Bearer ${mine}` },
      })
      return answer.status
    }
    expect(await enter()).toBe(200)
    const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')
    const revoked = await fetch(`${pair[0]!.baseUrl}/oauth2/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ token: mine }),
    })
    expect(revoked.status).toBe(200)
    await until('the other service to refuse it', async () => (await enter()) === 401)
  }, 60_000)

  test('Each service shows by a session of its own that it uses the secret key', async () => {
    const held = await asBoss(
      'mine',
      `select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and mode = 'ShareLock' and application_name = 'vigie session'`,
    )
    expect(held).toEqual([{ n: 2 }])
  })

  test('Limits of time hold for reads and writes, and stay with nobody', async () => {
    const pool = createPool({
      url: env['DATABASE_APP_URL']!,
      directUrl: env['DATABASE_DIRECT_URL']!,
      max: 2,
      applicationName: 'vigie test',
      statementTimeoutMs: 200,
      connectTimeoutMs: 20_000,
    })
    const db = openDatabase(pool)
    const scope = wholeAccount(credentials.accountId)
    await expect(db.read(scope, (tx) => sql`select pg_sleep(60)`.execute(tx))).rejects.toMatchObject({
      code: '57014',
    })
    await expect(db.write(scope, (tx) => sql`select pg_sleep(60)`.execute(tx))).rejects.toMatchObject({
      code: '57014',
    })
    await db.close()
    const client = new pg.Client({ connectionString: env['DATABASE_APP_URL']! })
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as limit, coalesce(current_setting('app.account', true), '') as account`,
    )
    await client.end()
    expect(rows).toEqual([{ limit: '0', account: '' }])
  })

  test('An address is refused with a sentence where its pooler cannot serve', async () => {
    const find = (mode: 'transaction' | 'statement' | 'session', pooled: boolean) =>
      refusePooler(pooler.url(mode, 'boss', 'boss-word'), { setting: 'DATABASE_URL', pooled })
    await expect(find('transaction', false)).rejects.toThrow('Set DATABASE_POOLER=transaction')
    await expect(find('statement', true)).rejects.toThrow('pool_mode = transaction')
    await find('transaction', true)
    await find('session', false)
    const unset = { ...env, DATABASE_POOLER: 'none', DATABASE_DIRECT_URL: '', VIGIE_DATA_DIR: folders[0]! }
    const refused = await command(['migrate'], unset)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('Set DATABASE_POOLER=transaction')
  }, 60_000)
})
