import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDebianPostgres, startDebianPostgres, type DebianPostgres } from './debian-postgres.ts'
import {
  command,
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct,
  type Product,
} from './product.ts'
import { patientAttempt } from './writers.ts'

const found = findDebianPostgres()
const programs = 'programs' in found ? found.programs : null
if ('missing' in found) console.warn(`External database not tested: ${found.missing}.`)

test.runIf(process.env['CI'] === 'true')('Continuous integration has a server to test against', () => {
  expect(found).toHaveProperty('programs')
})

describe.skipIf(programs === null)('The setting DATABASE_URL', () => {
  const VIGIE_SECRET_KEY = randomBytes(32).toString('base64')
  const folders: string[] = []
  const started: Product[] = []
  let server: DebianPostgres

  beforeAll(async () => {
    server = await startDebianPostgres(programs ?? '', 'boss-word')
  }, 180_000)

  afterAll(async () => {
    await Promise.all(started.filter((product) => !product.hasExited()).map((product) => product.stop()))
    await server.stop()
    await Promise.all(folders.map(removeFolder))
  }, 180_000)

  async function asBoss(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: server.superuserUrl })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  async function start(DATABASE_URL: string, more: Record<string, string> = {}): Promise<Product> {
    const dataDir = await freshFolder()
    folders.push(dataDir)
    const product = await startProduct({ dataDir, env: { DATABASE_URL, VIGIE_SECRET_KEY, ...more } })
    started.push(product)
    return product
  }

  test('A role that owns the database and may create roles is enough', async () => {
    await asBoss(
      `create role keeper login createrole password 'keeper-word'`,
      'create database mine owner keeper',
    )
    const url = `postgres://keeper:keeper-word@${server.host}:${server.port}/mine`
    const product = await start(url)
    expect(existsSync(path.join(product.dataDir, 'postgres'))).toBe(false)
    const credentials = await demoCredentials(product.dataDir)
    const token = await fetchToken(product.baseUrl, credentials)
    const target = { ...product, accountId: credentials.accountId, token }
    expect(await patientAttempt(target, { duns: '400000001', key: 'one' })).toMatchObject({
      status: 201,
      replayed: false,
    })
    const env = { DATABASE_URL: url, VIGIE_SECRET_KEY, VIGIE_DATA_DIR: product.dataDir }
    expect(await command(['journal', 'verify', '--json'], env)).toMatchObject({ code: 0 })
    expect(await product.stop()).toEqual({ code: 0, signal: null })

    const again = await startProduct({ dataDir: product.dataDir, env })
    started.push(again)
    const anew = await fetchToken(again.baseUrl, credentials)
    const replay = await patientAttempt(
      { ...target, baseUrl: again.baseUrl, token: anew },
      { duns: '400000001', key: 'one' },
    )
    expect(replay).toMatchObject({ status: 201, replayed: true })
  }, 240_000)

  test('Two services may start together on one empty database, as a superuser, through a socket', async () => {
    await asBoss('create database ours')
    const url = `postgres://boss:boss-word@/ours?host=${server.socketFolder}&port=${server.port}`
    // Behind one address, as a load balancer would give them: it is the issuer of their tokens.
    const address = { PUBLIC_URL: 'http://vigie.example' }
    const pair = await Promise.all([start(url, address), start(url, address)])
    const file = (product: Product) => path.join(product.dataDir, 'demo-credentials.json')
    const makers = pair.filter((product) => existsSync(file(product)))
    expect(makers).toHaveLength(1)
    const [maker] = makers
    const other = pair.find((product) => product !== maker)
    if (!maker || !other) throw new Error('There are not two services.')
    expect(other.output()).toContain('its credentials are on the machine that created it')

    const credentials = await demoCredentials(maker.dataDir)
    const token = await fetchToken(maker.baseUrl, credentials)
    const target = { accountId: credentials.accountId, token }
    const write = { duns: '400000002', key: 'two' }
    const first = await patientAttempt({ ...target, baseUrl: other.baseUrl }, write)
    expect(first).toMatchObject({ status: 201, replayed: false })
    const second = await patientAttempt({ ...target, baseUrl: maker.baseUrl }, write)
    expect(second).toEqual({ ...first, replayed: true })
  }, 240_000)
})
