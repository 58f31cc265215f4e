import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, password, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { factorDesk } from '../../../test/accounts/factor-desk.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { purgeBudgets } from './attempt-budgets.ts'
import { passwordHashesMade } from './password-hash.ts'

// Every wrong guess costs a hash, here too: what does not need the real figures is shown with smaller ones.
const few = {
  address: { burst: 6, periodMs: 3_000 },
  email: { burst: 3, periodMs: 60_000 },
  installation: { burst: 2_000, periodMs: 100 },
  known: { burst: 3, periodMs: 60_000 },
}
let fixture: Fixture
let accountId: number
beforeAll(async () => {
  fixture = await accountsFixture({ signInLimits: few })
  accountId = await fixture.account()
})
afterAll(() => fixture.close())

interface Try {
  readonly email: string
  readonly password?: string
  readonly from: string
  readonly cookie?: string | undefined
  readonly app?: Fixture['app']
}

const signIn = ({ email, from, cookie, app = fixture.app, ...given }: Try) =>
  app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    payload: { email, password: given.password ?? 'a wrong guess' },
    remoteAddress: from,
    headers: { 'user-agent': 'x'.repeat(300), ...(cookie === undefined ? {} : { cookie }) },
  })
const statusOf = async (attempt: Try) => (await signIn(attempt)).statusCode
const deviceOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  String(answer.headers['set-cookie']).match(/__Host-vigie_device=[^;]+/)?.[0]

let people = 0
async function person() {
  people += 1
  const email = `person${people}@people.example`
  await fixture.user(accountId, email, ['READER'])
  return email
}
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

/** Statuses of many attempts, some at a time, and how many hashes they cost. */
async function tryAll(attempts: readonly Try[], atOnce = 1) {
  const before = passwordHashesMade()
  const statuses: number[] = []
  for (let start = 0; start < attempts.length; start += atOnce)
    statuses.push(...(await Promise.all(attempts.slice(start, start + atOnce).map(statusOf))))
  const count = (status: number) => statuses.filter((one) => one === status).length
  return { failed: count(401), throttled: count(429), hashes: passwordHashesMade() - before }
}

describe('Limits as shipped', () => {
  let shipped: Fixture
  beforeAll(async () => {
    shipped = await accountsFixture()
    await shipped.user(await shipped.account(), 'owner@people.example', ['READER'])
  })
  afterAll(() => shipped.close())

  it('A spray of one password over hundreds of people ends after twenty hashes', async () => {
    const { app } = shipped
    const from = '203.0.113.1'
    const sprayed = rounds(200, 1_000)
    const spray = times(sprayed, (n) => ({ email: `sprayed${n}@people.example`, from, app }))
    expect(await tryAll(spray, 10)).toEqual({ failed: 20, throttled: sprayed - 20, hashes: 20 })
    // Nobody else notices, and the address itself gets its next try after three seconds.
    const right = { email: 'owner@people.example', password, app }
    expect(await statusOf({ ...right, from: '203.0.113.2' })).toBe(200)
    const refused = await signIn({ email: 'another@people.example', from, app })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'LOGIN_THROTTLED'])
    expect(refused.headers['retry-after']).toBe('3')
    expect(await statusOf({ ...right, from })).toBe(429)
    shipped.clock.advance(3_000)
    expect(await statusOf({ ...right, from })).toBe(200)
  })

  it('Guesses of one e-mail from twelve addresses end after ten, whether the account exists or not', async () => {
    for (const email of ['owner@people.example', 'nobody@people.example']) {
      const from = (n: number) => `198.51.100.${2 + (n % 12)}`
      const guesses = times(120, (n) => ({ email, from: from(n), app: shipped.app }))
      expect(await tryAll(guesses, 12)).toEqual({ failed: 10, throttled: 110, hashes: 10 })
      const refused = await signIn({ email, from: '198.51.100.99', app: shipped.app })
      expect(refused.headers['retry-after']).toBe('60')
      shipped.clock.advance(60_000)
    }
  })
})

describe('Guessing passwords', () => {
  it('An IPv6 network counts as one address, and IPv4 as itself in every notation', async () => {
    const network = times(9, (n) => ({ email: `v6-${n}@people.example`, from: `2001:db8:7:1::${n}` }))
    expect(await tryAll(network)).toMatchObject({ failed: 6, throttled: 3 })
    expect(await statusOf({ email: 'v6@people.example', from: '2001:db8:7:2::1' })).toBe(401)
    const mapped = times(9, (n) => ({
      email: `v4-${n}@people.example`,
      from: n % 2 ? '192.0.2.9' : '::ffff:192.0.2.9',
    }))
    expect(await tryAll(mapped)).toMatchObject({ failed: 6, throttled: 3 })
  })

  it('Failed guesses are counted across processes and restarts', async () => {
    const email = await person()
    const beside = await fixture.secondApp()
    const from = (n: number) => `198.51.100.${40 + n}`
    const turns = times(5, (n) => ({ email, from: from(n), app: n % 2 ? beside : fixture.app }))
    expect(await tryAll(turns)).toMatchObject({ failed: 3, throttled: 2 })
    await beside.close()
    const restarted = await fixture.secondApp()
    expect(await statusOf({ email, from: from(5), app: restarted })).toBe(429)
    await restarted.close()
  })

  it('Many guesses at once give no more tries than one after the other', async () => {
    const email = await person()
    const guesses = times(60, (n) => ({ email, from: `198.51.100.${100 + n}` }))
    expect(await tryAll(guesses, 60)).toEqual({ failed: 3, throttled: 57, hashes: 3 })
  })

  it('An exhausted address does not use up the tries of its victims', async () => {
    const email = await person()
    const from = '203.0.113.20'
    await tryAll(times(6, (n) => ({ email: `other${n}@people.example`, from })))
    expect(await tryAll(times(10, () => ({ email, from })))).toMatchObject({ throttled: 10 })
    const others = times(4, (n) => ({ email, from: `203.0.113.${30 + n}` }))
    expect(await tryAll(others)).toMatchObject({ failed: 3, throttled: 1 })
  })

  it('Guesses from a whole network are bounded, and leave room for an address that has not failed', async () => {
    const installation = { burst: 48, periodMs: 3_600_000 }
    const small = await accountsFixture({ signInLimits: { ...few, installation } })
    const { app } = small
    const guess = (n: number) => ({ email: `g${n}@people.example`, from: `10.0.${n % 10}.1`, app })
    // Each address has one first try; all further ones together have half of what there is, in rows taken by chance.
    const { hashes } = await tryAll(times(60, guess))
    expect(hashes).toBeGreaterThan(10)
    expect(hashes).toBeLessThanOrEqual(10 + 24)
    const firsts = times(5, (n) => ({ ...guess(100 + n), from: `10.1.${n}.1` }))
    expect((await tryAll(firsts)).failed).toBeGreaterThan(0)
    await small.close()
  })
})

describe('People whose e-mail is attacked', () => {
  const attack = (email: string) => tryAll(times(4, (n) => ({ email, from: `192.0.2.${100 + n}` })))

  it('A person under attack still signs in on a device they have used, wherever it is', async () => {
    const email = await person()
    const cookie = deviceOf(await signIn({ email, password, from: '203.0.113.50' }))
    expect((await attack(email)).throttled).toBe(1)
    expect(await statusOf({ email, password, from: '203.0.113.51' })).toBe(429)
    expect(await statusOf({ email, password, from: '203.0.113.51', cookie })).toBe(200)
    // After a restart too; and the cookie is no session.
    const restarted = await fixture.secondApp()
    expect(await statusOf({ email, password, from: '203.0.113.52', cookie, app: restarted })).toBe(200)
    await restarted.close()
    const headers = { cookie: String(cookie), 'x-vigie-client': 'web' }
    const renewal = await fixture.app.inject({ method: 'POST', url: '/auth/refresh', headers })
    expect(renewal.statusCode).toBe(401)
  })

  it('A person under attack still signs in from an address they used within thirty days', async () => {
    const email = await person()
    await signIn({ email, password, from: '2001:db8:50::1' })
    await attack(email)
    expect(await statusOf({ email, password, from: '2001:db8:50::2' })).toBe(200)
    fixture.clock.advance(31 * 24 * 3_600_000)
    await attack(email)
    expect(await statusOf({ email, password, from: '2001:db8:50::2' })).toBe(429)
  })

  it('A stolen device or a foreign cookie does not allow endless guesses', async () => {
    const [email, other] = [await person(), await person()]
    const cookie = deviceOf(await signIn({ email, password, from: '203.0.113.60' }))
    await attack(email)
    const stolen = times(8, (n) => ({ email, cookie, from: `198.18.0.${n}` }))
    expect(await tryAll(stolen)).toMatchObject({ failed: 3, throttled: 5 })
    await attack(other)
    for (const forged of [cookie, `${String(cookie).slice(0, -4)}AAAA`, '__Host-vigie_device=!', undefined])
      expect(await statusOf({ email: other, password, from: '203.0.113.61', cookie: forged })).toBe(429)
  })

  it('A device is known after a sign-in with a second factor', async () => {
    const email = await person()
    const desk = factorDesk(fixture)
    const { secret } = await desk.addTotp(await desk.signIn(email))
    desk.nextStep()
    const asked = await signIn({ email, password, from: '203.0.113.65' })
    expect(deviceOf(asked)).toBeUndefined()
    const { challenge } = asked.json<{ secondFactor: { challenge: string } }>().secondFactor
    const body = { challenge, totp: desk.code(secret) }
    const cookie = deviceOf(await desk.call('POST', '/auth/second-factor', { body }))
    await attack(email)
    expect(await statusOf({ email, password, from: '203.0.113.66' })).toBe(429)
    expect(await statusOf({ email, password, from: '203.0.113.66', cookie })).toBe(200)
  })

  it('A device not used for half a year is unknown again', async () => {
    const email = await person()
    const cookie = deviceOf(await signIn({ email, password, from: '203.0.113.67' }))
    fixture.clock.advance(181 * 24 * 3_600_000)
    await attack(email)
    expect(await statusOf({ email, password, from: '203.0.113.68', cookie })).toBe(429)
  })

  it('A shared browser knows each of the colleagues who use it', async () => {
    const [email, colleague] = [await person(), await person()]
    const first = deviceOf(await signIn({ email, password, from: '203.0.113.70' }))
    const both = deviceOf(await signIn({ email: colleague, password, from: '203.0.113.70', cookie: first }))
    for (const one of [email, colleague]) {
      await attack(one)
      expect(await statusOf({ email: one, password, from: '203.0.113.71', cookie: both })).toBe(200)
    }
  })
})

describe('Invalid forwarded addresses', () => {
  const viaProxy = (forwarded: string, email: string, given = 'a wrong guess') =>
    fixture.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      payload: { email, password: given },
      headers: { 'x-forwarded-for': forwarded },
    })

  it('An invalid address from a trusted proxy counts as one caller and is stored as unknown', async () => {
    const answer = await viaProxy('10.256.0.0', await person(), password)
    const authorization = `Bearer ${answer.json<{ accessToken: string }>().accessToken}`
    const sessions = await fixture.app.inject({ url: '/me/sessions', headers: { authorization } })
    expect(sessions.json().content).toMatchObject([{ address: 'unknown' }])
    const odd = ['10.256.0.1', 'garbage', '<b>', '1.2.3.4:port', 'fe80::1::2', '_x', '"[::1]"', 'a%eth0', 'b']
    const statuses: number[] = []
    for (const [n, one] of odd.entries())
      statuses.push((await viaProxy(one, `odd${n}@people.example`)).statusCode)
    expect(statuses).toEqual([...times(6, () => 401), 429, 429, 429])
    expect(JSON.stringify(fixture.log)).not.toMatch(/garbage|10\.256|<b>/)
  })
})

describe('What is stored of attempts', () => {
  it('The security log says where attempts came from, with the browser name cut short', async () => {
    const email = await person()
    await signIn({ email, from: '203.0.113.80' })
    await signIn({ email, password, from: '203.0.113.80' })
    await tryAll(times(4, (n) => ({ email: 'gone@people.example', from: `203.0.113.${80 + n}` })))
    const origin = { address: '203.0.113.80', userAgent: 'x'.repeat(200) }
    for (const event of ['SIGN_IN_FAILED', 'SIGN_IN'])
      expect(fixture.log).toContainEqual(expect.objectContaining({ event, origin }))
    expect(fixture.log).toContainEqual(
      expect.objectContaining({ event: 'SIGN_IN_THROTTLED', origin: { ...origin, address: '203.0.113.83' } }),
    )
  })

  it('The database holds no address or e-mail of attempts, and nothing once it no longer matters', async () => {
    const { admin } = fixture.database
    const { rows } = await admin.query<{ key: Buffer }>('select key from attempt_budget')
    expect(rows.length).toBeGreaterThan(30)
    expect(Buffer.concat(rows.map(({ key }) => key)).toString('latin1')).not.toMatch(/people|203\.0/)
    const { db, clock } = fixture.service
    fixture.clock.advance(600_000)
    await db.system((tx) => purgeBudgets(tx, clock))
    // Places are known for longer.
    const { rows: places } = await admin.query('select from attempt_budget where known_until is null')
    expect(places).toHaveLength(0)
    fixture.clock.advance(31 * 24 * 3_600_000)
    await db.system((tx) => purgeBudgets(tx, clock))
    expect((await admin.query('select from attempt_budget')).rows).toHaveLength(0)
  })
})
