import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
import { patientAttempt, type Target } from './writers.ts'

const found = findDebianPostgres()
const programs = 'programs' in found ? found.programs : null
if ('missing' in found) console.warn(`Installations on one server not tested: ${found.missing}.`)

describe.skipIf(programs === null)('Installations on one PostgreSQL server', () => {
  const newKey = () => randomBytes(32).toString('base64')
  const ownKey = newKey()
  let server: DebianPostgres
  let product: Product
  let target: Target
  let former: pg.Client
  let writes = 0

  const urlOf = (name: string, role = 'keeper:keeper-word') =>
    `postgres://${role}@${server.host}:${server.port}/${name}`
  const asBoss = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: urlOf(database, 'boss:boss-word') })
    await client.connect()
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    await client.end()
    return rows
  }
  const vigie = (args: string[], database: string, VIGIE_SECRET_KEY: string) =>
    command(args, {
      DATABASE_URL: urlOf(database),
      VIGIE_SECRET_KEY,
      VIGIE_DATA_DIR: product.dataDir,
    })

  /** Production answers, and takes what is written. */
  async function expectAtWork(): Promise<void> {
    const ready = await fetch(`${product.baseUrl}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
    // Connections are kept: a new one shows whether its password still opens.
    await asBoss(
      'vigie',
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'vigie_app_vigie'`,
    )
    writes += 1
    const write = { duns: `40000001${writes}`, key: `shared-${writes}` }
    await expect.poll(() => patientAttempt(target, write), { timeout: 30_000 }).toMatchObject({ status: 201 })
  }

  beforeAll(async () => {
    server = await startDebianPostgres(programs ?? '', 'boss-word')
    // As an earlier version left it: its processes sign in as the group, which everybody may connect as.
    await asBoss(
      'postgres',
      `create role keeper login createrole password 'keeper-word'`,
      `create role vigie_app login password 'of-the-former'`,
      'create database vigie owner keeper',
      'create database staging owner keeper',
      'create database copy owner keeper',
      'grant connect on database vigie to vigie_app',
    )
    former = new pg.Client({ connectionString: urlOf('vigie', 'vigie_app:of-the-former') })
    await former.connect()
    const dataDir = await freshFolder()
    const env = { DATABASE_URL: urlOf('vigie'), VIGIE_SECRET_KEY: ownKey }
    product = await startProduct({ dataDir, env })
    const credentials = await demoCredentials(dataDir)
    const token = await fetchToken(product.baseUrl, credentials)
    target = { baseUrl: product.baseUrl, accountId: credentials.accountId, token }
  }, 240_000)

  afterAll(async () => {
    await former?.end()
    if (product && !product.hasExited()) await product.stop('SIGKILL')
    await server?.stop()
    if (product) await removeFolder(product.dataDir)
  }, 60_000)

  test('A process of an earlier version beside it keeps its password, its login and its way in', async () => {
    expect((await former.query('select current_user as me')).rows).toEqual([{ me: 'vigie_app' }])
    const again = new pg.Client({ connectionString: urlOf('vigie', 'vigie_app:of-the-former') })
    await again.connect()
    await again.end()
  })

  test('A second installation with another key leaves the first at work, and cannot open its database', async () => {
    const otherKey = newKey()
    expect(await vigie(['migrate'], 'staging', otherKey)).toMatchObject({ code: 0 })
    await expectAtWork()
    expect(await vigie(['account', 'create', 'Staging'], 'staging', otherKey)).toMatchObject({ code: 0 })
    await former.end()
    // With the last session of the former version its way in ends, and so does that of all members of its role.
    expect(await vigie(['migrate'], 'vigie', ownKey)).toMatchObject({ code: 0 })
    const [rights] = await asBoss(
      'vigie',
      `select has_database_privilege('vigie_app_staging', 'vigie', 'connect') as staging,
         has_database_privilege('vigie_app_vigie', 'vigie', 'connect') as own,
         (select rolcanlogin from pg_roles where rolname = 'vigie_app') as former`,
    )
    expect(rights).toEqual({ staging: false, own: true, former: true })
    await expectAtWork()
  }, 120_000)

  test('A restored copy beside production works under the same key, and production goes on', async () => {
    const tool = (name: string) => path.join(programs ?? '', name)
    const dump = execFileSync(tool('pg_dump'), [urlOf('vigie', 'boss:boss-word')], { maxBuffer: 1e9 })
    const restore = ['-q', '-v', 'ON_ERROR_STOP=1', urlOf('copy', 'boss:boss-word')]
    execFileSync(tool('psql'), restore, { input: dump, stdio: ['pipe', 'ignore', 'pipe'] })
    const verified = await vigie(['journal', 'verify', '--json'], 'copy', ownKey)
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('"intact":true') })
    const [copied] = await asBoss('copy', 'select count(*) > 0 as events from vigie.event')
    expect(copied).toEqual({ events: true })
    await expectAtWork()
  }, 120_000)
})
