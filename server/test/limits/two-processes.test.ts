import { afterAll, beforeAll, expect, test } from 'vitest'
import { references, type CompanyQuery } from '../../src/domain/references/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'

// Two processes of one installation. Wrong secrets are counted by the clock of the process, which stands still here;
// rates by that of the database, so that a slow machine lets some more through.
const still = { now: () => new Date(now) }
const now = Date.now()
const asked: string[] = []
const far = {
  name: 'far',
  countries: 'FR' as const,
  findsBy: ['CIT001'] as const,
  find: async () => ({ kind: 'NOT_FOUND' as const }),
  search: async ({ value }: CompanyQuery) => {
    asked.push(value)
    return { kind: 'ANSWERED' as const, companies: [], truncated: false }
  },
}
const options = {
  clock: still,
  references: references([far]),
  environment: {
    RATE_SEARCH_PER_SECOND: '5',
    RATE_TOKEN_PER_SECOND: '20',
    RATE_BAD_TOKENS_PER_SECOND: '1',
  },
}

let one: TestApp
let two: TestApp
let office: Awaited<ReturnType<TestApp['given']['office']>>
beforeAll(async () => {
  one = await testApp(options)
  two = await testApp({ ...options, beside: one })
  office = await one.given.office()
})
afterAll(async () => {
  await two.close()
  await one.close()
})

type Ask = (app: TestApp, nth: number) => Promise<{ statusCode: number }>

/** So many through each at once; how many had this status, and how long it took. */
async function askBoth(times: number, ask: Ask, status: number) {
  const startedAt = performance.now()
  const both = [one, two].flatMap((app) => Array.from({ length: times }, (_, nth) => ask(app, nth)))
  const answers = await Promise.all(both)
  const passed = answers.filter(({ statusCode }) => statusCode === status).length
  const others = new Set(answers.map(({ statusCode }) => statusCode).filter((code) => code !== status))
  return { passed, others: [...others], seconds: (performance.now() - startedAt) / 1_000 }
}

const token = (app: TestApp, fields: Record<string, string>, remoteAddress: string) =>
  app.app.inject({
    method: 'POST',
    url: '/oauth2/token',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
  })

test('Wrong secrets of a client are counted over both processes, and over a restart', async () => {
  const { clientId: client_id, clientSecret: client_secret } = await one.given.client(office.accountId)
  const guess: Ask = (app) => token(app, { client_id, client_secret: 'vgs_wrong' }, '203.0.113.7')
  const { passed, others } = await askBoth(15, guess, 401)
  expect({ passed, others }).toEqual({ passed: 10, others: [429] })
  const restarted = await testApp({ ...options, beside: one })
  const refused = await token(restarted, { client_id, client_secret }, '203.0.113.7')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await token(restarted, { client_id, client_secret }, '203.0.113.8')).statusCode).toBe(200)
  await restarted.close()
})

test('Where a client was right in one process, another knows the place', async () => {
  const { clientId: client_id, clientSecret: client_secret } = await one.given.client(office.accountId)
  const place = '203.0.113.20'
  expect((await token(one, { client_id, client_secret }, place)).statusCode).toBe(200)
  // The address itself has nothing left.
  await askBoth(25, (app, nth) => token(app, { client_id: `vgc_${nth}`, client_secret: 'x' }, place), 401)
  expect((await token(two, { client_id, client_secret }, place)).statusCode).toBe(200)
  const stranger = await one.given.client(office.accountId)
  const theirs = { client_id: stranger.clientId, client_secret: stranger.clientSecret }
  expect((await token(two, theirs, place)).statusCode).toBe(429)
})

test('Searches of registers outside are counted over both processes', async () => {
  const search: Ask = (app) =>
    app.call('POST', `${office.base}/thirdparties/search`, {
      token: office.token,
      body: { searchBy: 'NAME', countryCode: 'FR', value: 'valmerac' },
    })
  asked.length = 0
  const { passed, others, seconds } = await askBoth(30, search, 200)
  expect(others).toEqual([429])
  expect(passed).toBe(asked.length)
  expect(passed).toBeGreaterThanOrEqual(10)
  expect(passed).toBeLessThanOrEqual(10 + Math.ceil(seconds * 5))
})

test('Requests of one caller are counted over both processes, as far as neither holds a share', async () => {
  const { passed, others, seconds } = await askBoth(
    60,
    (app) => app.call('GET', `${office.base}/units`, { token: office.token }),
    200,
  )
  expect(others).toEqual([429])
  // A reserve of 40; of each process one that is not counted yet, and what it was granted for a second.
  expect(passed).toBeLessThanOrEqual(40 + Math.ceil((seconds + 1) * 20) + 2)
  expect(passed).toBeGreaterThanOrEqual(30)
})

test('A process says whether it counts for itself', async () => {
  const metrics = await one.call('GET', '/metrics')
  expect(metrics.body).toContain('vigie_limits_alone 0')
})

test('Bad tokens of one address are counted over both processes', async () => {
  const knock: Ask = (app, nth) =>
    app.app.inject({
      url: `${office.base}/units`,
      remoteAddress: '203.0.113.40',
      headers: { authorization: `Bearer bad${nth}` },
    })
  const { passed, others, seconds } = await askBoth(30, knock, 401)
  expect(others).toContain(429)
  expect(passed).toBeLessThanOrEqual(20 + Math.ceil(seconds))
})

test('Mails with a link to a new password are counted over both processes', async () => {
  const { email, userId } = await one.given.person([office.accountId])
  const reset: Ask = (app) =>
    app.call('POST', '/auth/password-reset', { body: { email }, headers: { origin: 'http://vigie.test' } })
  const { others } = await askBoth(5, reset, 204)
  expect(others).toEqual([])
  const { rows } = await one.admin.query<{ count: number }>(
    `select count(*)::integer as count from administration_event
     where name = 'PASSWORD_RESET_REQUESTED' and account_id = $1`,
    [office.accountId],
  )
  expect([rows[0]?.count, userId > 0]).toEqual([3, true])
})

test('Readers that wait for events are counted over both processes', async () => {
  // Of its own, and from elsewhere: other tests use up what an account and an address may ask.
  const { base, token: bearer } = await one.given.office()
  const wait = (app: TestApp) =>
    app.app.inject({
      url: `${base}/events?wait=60&after=0`,
      remoteAddress: '203.0.113.60',
      headers: { authorization: `Bearer ${bearer}` },
    })
  const waiting = Array.from({ length: 20 }, (_, nth) => wait(nth < 13 ? one : two))
  await expect
    .poll(async () => (await one.admin.query('select from place_lease')).rowCount, { timeout: 20_000 })
    .toBe(20)
  expect((await wait(one)).json()).toMatchObject({ status: 429, code: 'EVENT_READERS_LIMIT' })
  expect((await wait(two)).json()).toMatchObject({ status: 429, code: 'EVENT_READERS_LIMIT' })
  const added = await one.call('POST', `${base}/thirdparties`, {
    token: bearer,
    body: { unmanaged: { name: 'Atelier', countryCode: 'GB' } },
  })
  expect(added.statusCode).toBe(201)
  const answers = await Promise.all(waiting)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
