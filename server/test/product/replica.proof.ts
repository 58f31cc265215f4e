import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDebianPostgres } from './debian-postgres.ts'
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts'
import { until } from './processes.ts'
import {
  command,
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type DemoCredentials,
  type Product,
} from './product.ts'

const found = findDebianPostgres()
const programs = 'programs' in found ? found.programs : null
if ('missing' in found) console.warn(`Replicas not tested: ${found.missing}.`)

test.runIf(process.env['CI'] === 'true')('Continuous integration has a standby to read from', () => {
  expect(found).toHaveProperty('programs')
})

describe.skipIf(programs === null)('A replica for lists and exports', { shuffle: false }, () => {
  let pair: PostgresPair
  let services: Product[] = []
  let credentials: DemoCredentials
  let writer: string
  let reader: string
  const folders: string[] = []

  beforeAll(async () => {
    pair = await startPostgresPair(programs ?? '')
    await pair.primary.query('create database vigie')
    const env = {
      ...withoutRateLimits,
      VIGIE_SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: 'http://vigie.example',
      DATABASE_URL: pair.primary.url('vigie'),
      DATABASE_REPLICA_URL: pair.standby.url('vigie'),
      // Long enough for all that is asked while the replica stands still.
      DATABASE_REPLICA_LAG_SECONDS: '600',
    }
    const serve = async (more: Record<string, string> = {}) => {
      const dataDir = await freshFolder()
      folders.push(dataDir)
      return startProduct({ dataDir, env: { ...env, ...more } })
    }
    const first = await serve()
    credentials = await demoCredentials(first.dataDir)
    services = [first, await serve({ WORKER_IN_PROCESS: 'false' })]
    const make = ['client', 'create', 'Reader', '--account', String(credentials.accountId), '--json']
    const made = await command([...make, '--scopes', 'READER'], { ...env, VIGIE_DATA_DIR: first.dataDir })
    writer = await fetchToken(first.baseUrl, credentials)
    reader = await fetchToken(first.baseUrl, JSON.parse(made.output) as DemoCredentials)
  }, 240_000)

  afterAll(async () => {
    await Promise.all(services.map((product) => product.stop()))
    await pair?.stop()
    await Promise.all(folders.map(removeFolder))
  }, 120_000)

  const base = (service: Product) => `${service.baseUrl}/api/v1/account/${credentials.accountId}`

  async function add(duns: string): Promise<void> {
    const answer = await fetch(`${base(services[0]!)}/thirdparties`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${writer}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        legalIdentifier: { code: 'CIT003', value: duns },
        unmanaged: { name: `Replicated ${duns}`, countryCode: 'DE' },
      }),
    })
    expect(answer.status).toBe(201)
  }

  /** How many companies of this number a service shows to a caller. */
  async function seen(service: Product, token: string, duns: string): Promise<number> {
    const answer = await fetch(`${base(service)}/thirdparties?duns=${duns}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { content: unknown[] }).content.length
  }

  async function exported(service: Product, token: string): Promise<string> {
    const answer = await fetch(`${base(service)}/thirdparties/export.csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    return answer.text()
  }

  async function metric(service: Product, name: string): Promise<number> {
    const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    )
  }

  const byReplica = 'vigie_replica_reads_total{source="replica"}'

  test('Whoever wrote sees it at once at every service, others are answered by a replica that stands still', async () => {
    for (const service of services)
      await until(
        'the replica to be heard of',
        async () => (await metric(service, 'vigie_replica_lag_seconds')) >= 0,
      )
    await pair.standby.query('select pg_wal_replay_pause()', 'vigie')
    await add('310000001')
    for (const service of services) {
      expect(await seen(service, writer, '310000001')).toBe(1)
      expect(await exported(service, writer)).toContain('310000001')
      const before = await metric(service, byReplica)
      expect(await seen(service, reader, '310000001')).toBe(0)
      expect(await exported(service, reader)).not.toContain('310000001')
      expect(await metric(service, byReplica)).toBe(before + 2)
    }
    await until(
      'the lag to be told',
      async () => (await metric(services[0]!, 'vigie_replica_lag_seconds')) > 0,
    )
  }, 120_000)

  test('Once the replica has come as far it answers the writer as well', async () => {
    await pair.standby.query('select pg_wal_replay_resume()', 'vigie')
    for (const service of services) {
      await until('the replica to answer the writer', async () => {
        const before = await metric(service, byReplica)
        expect(await seen(service, writer, '310000001')).toBe(1)
        return (await metric(service, byReplica)) > before
      })
      expect(await seen(service, reader, '310000001')).toBe(1)
    }
  }, 120_000)

  test('A replica that is killed is missed by nobody', async () => {
    await pair.standby.kill()
    for (let round = 0; round < 10; round += 1) {
      for (const service of services) {
        expect(await seen(service, reader, '310000001')).toBe(1)
        expect(await exported(service, reader)).toContain('310000001')
      }
    }
    await add('310000002')
    expect(await seen(services[1]!, writer, '310000002')).toBe(1)
    await until(
      'its silence to be told',
      async () => (await metric(services[0]!, 'vigie_replica_lag_seconds')) === -1,
    )
    expect((await fetch(`${services[0]!.baseUrl}/readyz`)).status).toBe(200)
  }, 120_000)
})
