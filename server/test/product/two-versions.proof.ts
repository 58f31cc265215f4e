import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import type { createVigie, Vigie } from '@vigie/client'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDatabase, startEmbedded, type EmbeddedPostgres } from '../../src/platform/db/index.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'
import { hasHistory } from './checkout.ts'
import { MixedLoad } from './mixed-load.ts'
import { until } from './processes.ts'
import {
  command,
  demoCredentials,
  freshFolder,
  removeFolder,
  runProgram,
  startProduct,
  withoutRateLimits,
  type Product,
} from './product.ts'
import { buildRelease, newestRelease, type ReleaseBuild } from './release-build.ts'

/**
 * What processes of a release cannot do beside a newer one. 0.1.0 asks for whole rows in statements that it has prepared
 * and does not prepare them anew when a table has got a column (SQLSTATE 0A000): what returns contacts or locks an
 * answer. Releases after it do; for them nothing may stand here. Its jobs fail likewise, and the newer process runs them.
 */
const knownFaults: Record<string, readonly string[]> = {
  '0.1.0': ['add contact: 500 INTERNAL', 'withdraw answer: 500 INTERNAL'],
}
const operations = 16

let server: EmbeddedPostgres
let receiver: Receiver
let databaseDir = ''
let dataDir = ''
let env: Record<string, string> = {}
const started: Product[] = []

beforeAll(async () => {
  databaseDir = await freshFolder()
  dataDir = await freshFolder()
  server = await startEmbedded({ dataDir: databaseDir, durable: false })
  receiver = await startReceiver()
  env = {
    ...withoutRateLimits,
    RATE_FILES_PER_SECOND: '100000',
    DATABASE_URL: await ensureDatabase(server.adminUrl, 'vigie'),
    VIGIE_DATA_DIR: dataDir,
    VIGIE_SECRET_KEY: randomBytes(32).toString('base64'),
    // As behind a load balancer: the issuer of the tokens of both.
    PUBLIC_URL: 'http://vigie.example',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  }
}, 120_000)
afterAll(async () => {
  await Promise.all(
    started.filter((product) => !product.hasExited()).map((product) => product.stop('SIGKILL')),
  )
  await receiver.close()
  await server.stop()
  await removeFolder(dataDir)
  await removeFolder(databaseDir)
}, 120_000)

async function start(build?: ReleaseBuild): Promise<Product> {
  const demo = { VIGIE_DEMO: build ? 'portfolio' : 'off' }
  const product = await startProduct({
    dataDir,
    env: { ...env, ...demo },
    ...(build && { program: build.program }),
  })
  started.push(product)
  return product
}

type Account = ReturnType<Vigie['account']>

/** One request a call: what a client would hide by repeating it is what is looked for. */
async function accountOf(product: Product, client: string): Promise<Account> {
  const { accountId, clientId, clientSecret } = await demoCredentials(dataDir)
  const { createVigie: create } = (await import(client)) as { createVigie: typeof createVigie }
  const vigie = create({ baseUrl: product.baseUrl, clientId, clientSecret, retries: { attempts: 1 } })
  return vigie.account(accountId)
}

const lastSeq = async () =>
  Number((await ask<{ seq: string }>('select max(seq) as seq from vigie.event'))[0]?.seq)

/** From the first event after `since` to the last one of now, each at least once. */
async function everyEventDelivered(since: number): Promise<void> {
  const last = await lastSeq()
  const delivered = new Set<number>()
  let read = 0
  const isComplete = () => {
    for (const { body } of receiver.received.slice(read)) {
      const { seq } = (JSON.parse(body) as { data: { seq: number } }).data
      if (seq > since && seq <= last) delivered.add(seq)
    }
    read = receiver.received.length
    return delivered.size === last - since
  }
  await until('every event at the webhook', isComplete, 180_000)
}

async function ask<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Acknowledged, and not in the database. */
async function findLost({ acknowledged }: MixedLoad): Promise<Record<string, number[]>> {
  const { thirdparties, contacts, attributes, dossiers, responses } = acknowledged
  const missing = async (table: string, key: string, ids: Iterable<number>) => {
    const rows = await ask<{ id: string }>(
      `select id from unnest($1::bigint[]) id where not exists (select from vigie.${table} t where t.${key} = id)`,
      [[...ids]],
    )
    return rows.map(({ id }) => Number(id))
  }
  return {
    thirdparties: await missing('thirdparty', 'thirdparty_id', thirdparties.keys()),
    contacts: await missing('contact', 'contact_id', contacts.keys()),
    attributes: await missing('attribute_value', 'subject', attributes.keys()),
    dossiers: await missing('dossier', 'dossier_id', dossiers.keys()),
    responses: await missing('response', 'response_id', responses.keys()),
  }
}

const nothingLost = { thirdparties: [], contacts: [], attributes: [], dossiers: [], responses: [] }

const faultsOf = (load: MixedLoad) => [...load.faults.keys()].toSorted()

/** Every operation was answered as wanted since now, or cannot be. */
async function everyKind(load: MixedLoad, excused: readonly string[] = []): Promise<void> {
  load.served.clear()
  const unable = new Set(excused.map((fault) => fault.split(':')[0] ?? ''))
  const served = () => [...load.served.keys()].filter((operation) => !unable.has(operation)).length
  await until('every kind of operation', () => served() >= operations - unable.size, 180_000)
}

async function refuseFormer({ program }: ReleaseBuild, ...args: string[]): Promise<void> {
  const former = runProgram(program, args, env)
  const { code } = await former.exited
  expect(code).toBe(1)
  expect(former.output()).toMatch(
    /The database was migrated by a newer Vigie \(.*\); start that version instead\./,
  )
}

const isPossible = await hasHistory()
if (!isPossible) console.warn('Two versions are not proved: this copy of the repository lacks the history.')

test.runIf(isPossible)(
  'The newest release goes on beside the present version, which migrates its database under load',
  async () => {
    const release = await newestRelease()
    const build = await buildRelease(release)
    const excused = knownFaults[release.version] ?? []
    const old = await start(build)
    expect(old.output()).toContain(`Vigie ${release.version}`)
    const ofOld = await accountOf(old, pathToFileURL(build.client).href)
    await ofOld.post('/webhooks', { body: { url: receiver.url } })
    const since = await lastSeq()
    const oldLoad = new MixedLoad(ofOld, 300_000_000)
    oldLoad.start(4)
    await everyKind(oldLoad)
    expect(faultsOf(oldLoad)).toEqual([])

    const now = await start()
    const newLoad = new MixedLoad(await accountOf(now, '@vigie/client'), 400_000_000)
    newLoad.start(2)
    await Promise.all([everyKind(oldLoad, excused), everyKind(newLoad)])
    await Promise.all([
      refuseFormer(build, 'migrate'),
      refuseFormer(build, 'worker'),
      // Those that run go on.
      everyKind(oldLoad, excused),
    ])
    const status = await command(['migrate', 'status'], env)
    expect(status.output).toMatch(/^0001-accounts\.sql  \d{4}-.*\n(.*\n)*No long migrations\.\n$/)

    await oldLoad.stop()
    expect(await old.stop()).toEqual({ code: 0, signal: null })
    await everyKind(newLoad)
    await newLoad.stop()
    expect(faultsOf(oldLoad)).toEqual(excused)
    expect(faultsOf(newLoad)).toEqual([])
    expect(await findLost(oldLoad)).toEqual(nothingLost)
    expect(await findLost(newLoad)).toEqual(nothingLost)

    await everyEventDelivered(since)
    expect(await now.stop()).toEqual({ code: 0, signal: null })
    expect(await command(['journal', 'verify'], env)).toMatchObject({ code: 0 })
    console.log(
      `two versions, ${release.version} and the present one: ready after ${now.secondsToReady.toFixed(1)} s under load; ` +
        `acknowledged ${oldLoad.acknowledged.thirdparties.size} and ${newLoad.acknowledged.thirdparties.size} companies, ` +
        `old answered besides ${JSON.stringify([...oldLoad.faults, ...oldLoad.delays])}`,
    )
  },
  900_000,
)
