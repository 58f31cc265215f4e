import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'

type Office = Awaited<ReturnType<TestApp['given']['office']>>

const open: TestApp[] = []
let calm: TestApp

/** Limits of a service that can take little: what is spent does not come back during the test. */
async function service(environment: Record<string, string>): Promise<TestApp> {
  const harness = await testApp({ environment })
  open.push(harness)
  return harness
}
beforeAll(async () => {
  calm = await service({ RATE_ACCOUNT_PER_SECOND: '5', RATE_TOKEN_PER_SECOND: '1000' })
})
afterAll(() => Promise.all(open.map((harness) => harness.close())))

const read = (harness: TestApp, { base, token }: Office) =>
  harness.call('GET', `${base}/thirdparties`, { token })

async function untilRefused(call: () => ReturnType<TestApp['call']>, most = 2_000) {
  for (let sent = 1; sent <= most; sent += 1) {
    const answer = await call()
    // Without a turn of the event loop the service would find itself overloaded.
    await new Promise((resolve) => setImmediate(resolve))
    if (answer.statusCode === 429) return { sent, answer }
  }
  throw new Error(`Not refused after ${most} requests.`)
}

test('One account’s flood is refused, and another account does not feel it', async () => {
  const [flooding, other] = [await calm.given.office(), await calm.given.office()]
  const { sent, answer } = await untilRefused(() => read(calm, flooding))
  // The reserve of two seconds, and what came in meanwhile.
  expect(sent).toBeGreaterThan(10)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'RATE_LIMITED'])
  expect(answer.json<{ retryable: boolean }>().retryable).toBe(true)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(answer.headers['ratelimit-policy']).toBe('"account";q=10;w=2')
  expect(answer.headers['ratelimit']).toMatch(/^"account";r=0;t=\d+$/)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  const theirs = await read(calm, other)
  expect([theirs.statusCode, theirs.headers['ratelimit']]).toEqual([200, expect.stringMatching(/r=9;/)])
})

test('A second token of the same account, a person’s or a client’s, has no reserve of its own', async () => {
  const office = await calm.given.office()
  const client = await calm.given.client(office.accountId, ['READER'])
  const person = await calm.given.person([office.accountId], ['READER'])
  await untilRefused(() => read(calm, office))
  for (const { token } of [client, person]) {
    const answer = await read(calm, { ...office, token })
    // A reserve of their own would have nine left.
    expect(answer.headers['ratelimit']).toMatch(/^"account";r=[0-8];/)
  }
})

test('One token’s flood on one route does not affect its other routes and the account’s other tokens', async () => {
  const harness = await service({ RATE_TOKEN_PER_SECOND: '3' })
  const office = await harness.given.office()
  const { answer } = await untilRefused(() => read(harness, office))
  expect(answer.headers['ratelimit-policy']).toBe('"route";q=6;w=2')
  const elsewhere = await harness.call('GET', `${office.base}/users`, { token: office.token })
  expect(elsewhere.statusCode).toBe(200)
  const colleague = await harness.given.client(office.accountId)
  expect((await read(harness, { ...office, token: colleague.token })).statusCode).toBe(200)
})

test('Writes are counted apart, so reading continues', async () => {
  const harness = await service({ RATE_WRITES_PER_SECOND: '2' })
  const office = await harness.given.office()
  const { base, token } = office
  const remove = () => harness.call('DELETE', `${base}/users/1`, { token })
  expect((await remove()).json<{ code: string }>().code).toBe('USER_NOT_FOUND')
  const { sent, answer } = await untilRefused(remove)
  expect(sent).toBeGreaterThan(3)
  expect(answer.headers['ratelimit-policy']).toBe('"write";q=4;w=2')
  expect((await read(harness, office)).statusCode).toBe(200)
})

test('A flood without a token is counted by address, and does not block callers who have one', async () => {
  const harness = await service({ TRUST_PROXY: '127.0.0.1' })
  const office = await harness.given.office()
  const from = (address: string) => () =>
    harness.call('GET', '/problems', { headers: { 'x-forwarded-for': address } })
  // Side by side: more than the reserve gets back meanwhile, however busy the machine.
  const flood = await Promise.all(Array.from({ length: 600 }, from('203.0.113.7')))
  const answer = flood.find(({ statusCode }) => statusCode === 429) ?? (await from('203.0.113.7')())
  expect([answer.statusCode, answer.headers['ratelimit-policy']]).toEqual([429, '"address";q=200;w=4'])
  expect((await from('203.0.113.8')()).statusCode).toBe(200)
  const theirs = await harness.call('GET', `${office.base}/thirdparties`, {
    token: office.token,
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(theirs.statusCode).toBe(200)
})

test('An address that keeps sending bad tokens is refused unread, and tokens known there go on', async () => {
  const harness = await service({ TRUST_PROXY: '127.0.0.1', RATE_BAD_TOKENS_PER_SECOND: '1' })
  const [office, late] = [await harness.given.office(), await harness.given.office()]
  const from = (address: string, { base, token }: Office) =>
    harness.call('GET', `${base}/thirdparties`, { token, headers: { 'x-forwarded-for': address } })
  const network = '2001:db8:7:7'
  expect((await from(`${network}::1`, office)).statusCode).toBe(200)
  const [head, claims] = office.token.split('.')
  let nth = 0
  const forged = () => {
    nth += 1
    const signature = Buffer.alloc(64, nth).toString('base64url')
    // Every address of the network, as whoever rents a machine has them.
    return from(`${network}::${nth.toString(16)}`, { ...office, token: `${head}.${claims}.${signature}` })
  }
  const flood = await Promise.all(Array.from({ length: 60 }, forged))
  const codes = flood.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 401).length).toBeLessThan(40)
  const refused = flood.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(2)
  expect((await from(`${network}::1`, office)).statusCode).toBe(200)
  expect((await from('2001:db8:7:8::1', late)).statusCode).toBe(200)
  // A mistake does not lock anybody out for long.
  await expect.poll(async () => (await from(`${network}::2`, late)).statusCode).toBe(200)
})

test('Probes are never refused for their number', async () => {
  for (let i = 0; i < 300; i += 1) expect((await calm.call('GET', '/healthz')).statusCode).toBe(200)
})
