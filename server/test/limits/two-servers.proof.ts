import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRelay, type Relay } from '../harness/relay.ts'
import { findDebianPostgres, startDebianPostgres, type DebianPostgres } from '../product/debian-postgres.ts'
import { until } from '../product/processes.ts'
import {
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct,
  type DemoCredentials,
  type Product,
} from '../product/product.ts'

const found = findDebianPostgres()
const programs = 'programs' in found ? found.programs : null
if ('missing' in found) console.warn(`Limits of two servers not tested: ${found.missing}.`)

test.runIf(process.env['CI'] === 'true')('Continuous integration can start two servers', () => {
  expect(found).toHaveProperty('programs')
})

// Two real processes on one database; the second one reaches it by a way that can be cut.
describe.skipIf(programs === null)('Two serving processes', { shuffle: false }, () => {
  const VIGIE_SECRET_KEY = randomBytes(32).toString('base64')
  const folders: string[] = []
  let server: DebianPostgres
  let relay: Relay
  let one: Product
  let two: Product
  let credentials: DemoCredentials

  const start = async (DATABASE_URL: string, more: Record<string, string> = {}) => {
    const dataDir = await freshFolder()
    folders.push(dataDir)
    // Tokens name it as their issuer: behind a balancer both have the same.
    const PUBLIC_URL = 'http://vigie.test'
    const env = { DATABASE_URL, VIGIE_SECRET_KEY, PUBLIC_URL, RATE_SEARCH_PER_SECOND: '1', ...more }
    return startProduct({ dataDir, env })
  }

  beforeAll(async () => {
    server = await startDebianPostgres(programs ?? '', 'boss-word')
    relay = await startRelay(server.superuserUrl)
    one = await start(server.superuserUrl)
    credentials = await demoCredentials(one.dataDir)
    two = await start(relay.url, { VIGIE_DEMO: 'off' })
  }, 180_000)
  afterAll(async () => {
    await Promise.all([one, two].map((product) => product.stop()))
    await relay.close()
    await server.stop()
    await Promise.all(folders.map(removeFolder))
  }, 180_000)

  /** So many through each at once; the statuses of all. */
  const askBoth = (times: number, ask: (baseUrl: string) => Promise<Response>) =>
    Promise.all(
      [one, two].flatMap(({ baseUrl }) =>
        Array.from({ length: times }, async () => (await ask(baseUrl)).status),
      ),
    )
  const count = (statuses: readonly number[], status: number) =>
    statuses.filter((each) => each === status).length

  const askToken = (baseUrl: string, clientSecret: string) =>
    fetch(`${baseUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'vgc_of_nobody',
        client_secret: clientSecret,
      }),
    })

  test('Ten wrong secrets pass through both together, and no more after a restart', async () => {
    const statuses = await askBoth(15, (baseUrl) => askToken(baseUrl, 'vgs_wrong'))
    console.info(`wrong secrets that were looked at: ${count(statuses, 401)} of ${statuses.length}`)
    // One comes back every thirty seconds.
    expect(count(statuses, 401)).toBeGreaterThanOrEqual(10)
    expect(count(statuses, 401)).toBeLessThanOrEqual(11)
    expect(await two.stop()).toMatchObject({ code: 0 })
    two = await start(relay.url, { VIGIE_DEMO: 'off' })
    const again = await askBoth(10, (baseUrl) => askToken(baseUrl, 'vgs_wrong'))
    expect(count(again, 401)).toBeLessThanOrEqual(4)
  })

  test('Searches at once are as many through two as through one', async () => {
    const token = await fetchToken(one.baseUrl, credentials)
    const search = (baseUrl: string) =>
      fetch(`${baseUrl}/api/v1/account/${credentials.accountId}/thirdparties/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ searchBy: 'NAME', value: 'ateliers valmerac' }),
      })
    // The first search of a process reads its register, and holds up everything meanwhile.
    expect(await askBoth(1, search)).toEqual([200, 200])
    const startedAt = performance.now()
    const statuses = await askBoth(60, search)
    const seconds = (performance.now() - startedAt) / 1_000
    console.info(
      `searches that passed: ${count(statuses, 200)} of ${statuses.length} in ${seconds.toFixed(2)} s`,
    )
    expect(count(statuses, 200)).toBeGreaterThanOrEqual(18)
    expect(count(statuses, 200)).toBeLessThanOrEqual(20 + Math.ceil(seconds * 10))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  test.each([['heard', false] as const, ['cut off', true] as const])(
    'A revocation acts in the other process within a second while announcements are %s',
    async (_state, isCut) => {
      const tookMs: number[] = []
      for (let nth = 0; nth < 4; nth += 1) {
        const token = await fetchToken(one.baseUrl, credentials)
        const enter = async () =>
          (await fetch(`${two.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })).status
        expect(await enter()).toBe(200)
        if (isCut) relay.silence('vigie notices')
        const { clientId: client_id, clientSecret: client_secret } = credentials
        const revoked = await fetch(`${one.baseUrl}/oauth2/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ token, client_id, client_secret }),
        })
        expect(revoked.status).toBe(200)
        const answeredAt = performance.now()
        await until('the refusal', async () => (await enter()) === 401)
        tookMs.push(performance.now() - answeredAt)
      }
      console.info(`refused after ${tookMs.map((ms) => ms.toFixed(0)).join(', ')} ms`)
      // Half of them: a busy machine may hold up some.
      expect(tookMs.toSorted((a, b) => a - b)[1]).toBeLessThan(1_000)
    },
  )
})
