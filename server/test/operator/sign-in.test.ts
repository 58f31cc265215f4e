import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeOperator, resetOperator } from '../../src/domain/operator/index.ts'
import { administrationOf } from '../accounts/administration-of.ts'
import { testPublicUrl } from '../harness/app.ts'
import { cookieOf, operatorDesk, operatorPassword, outcomeOf, type OperatorDesk } from './operator-desk.ts'

let desk: OperatorDesk
const lines: string[] = []
beforeAll(async () => {
  desk = await operatorDesk({ onLog: (line) => void lines.push(line) })
})
afterAll(() => desk.close())

const passwordOf = (email: string, password = operatorPassword) =>
  desk.ask('POST', '/sign-in', { body: { email, password } })
const challengeFor = async (email: string) =>
  (await passwordOf(email)).json<{ challenge: string }>().challenge
const pass = (body: object) => desk.ask('POST', '/second-factor', { body })
const entranceOf = async (cookie?: string) =>
  (await desk.ask('GET', '/entrance', cookie === undefined ? {} : { cookie })).json<{
    hasOperators: boolean
    session: { email: string } | null
  }>()
/** Of the security stream, which is part of the log here. */
const toldEvents = () =>
  lines.flatMap((line) => {
    const { log, event } = JSON.parse(line) as { log?: string; event?: string }
    return log === 'security' ? (event ?? []) : []
  })
const jobsFor = (cookie: string) => desk.ask('GET', '/jobs', { cookie })

describe('The setup of an operator', () => {
  it('An installation without operators says so, and nobody gets in', async () => {
    const fresh = await operatorDesk()
    const entrance = await fresh.ask('GET', '/entrance')
    expect(entrance.json()).toEqual({ hasOperators: false, session: null })
    const body = { email: 'nobody@operators.example', password: operatorPassword }
    expect(outcomeOf(await fresh.ask('POST', '/sign-in', { body }))).toEqual([401, 'LOGIN_FAILED'])
    expect(outcomeOf(await fresh.ask('GET', '/jobs'))).toEqual([401, 'OPERATOR_SIGN_IN_REQUIRED'])
    await fresh.close()
  })

  it('A setup link gives a password, a second factor, ten recovery codes and a session, and works once', async () => {
    const { linkToken } = await desk.addOperator('once@operators.example')
    const { cookie, secret, recoveryCodes } = await desk.setUp(linkToken)
    expect(recoveryCodes).toHaveLength(10)
    expect(await entranceOf(cookie)).toMatchObject({ session: { email: 'once@operators.example' } })
    expect((await jobsFor(cookie)).statusCode).toBe(200)
    const again = { token: linkToken, password: operatorPassword, totp: desk.code(secret) }
    expect(outcomeOf(await desk.ask('POST', '/setup', { body: again }))).toEqual([
      403,
      'OPERATOR_LINK_INVALID',
    ])
    const read = await desk.ask('POST', '/setup/read', { body: { token: linkToken } })
    expect(outcomeOf(read)).toEqual([403, 'OPERATOR_LINK_INVALID'])
  })

  it('A setup link ends after 24 hours, and keeps the rules for passwords and codes', async () => {
    const { linkToken: token } = await desk.addOperator('late@operators.example')
    const { secret } = (await desk.ask('POST', '/setup/read', { body: { token } })).json<{ secret: string }>()
    const setUp = (password: string, totp: string) =>
      desk.ask('POST', '/setup', { body: { token, password, totp } })
    expect(outcomeOf(await setUp('late@operators', desk.code(secret)))).toEqual([422, 'PASSWORD_TOO_WEAK'])
    const wrong = desk.code(secret) === '000000' ? '000001' : '000000'
    expect(outcomeOf(await setUp(operatorPassword, wrong))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    desk.clock.advance(24 * 3_600_000 + 60_000)
    expect(outcomeOf(await setUp(operatorPassword, desk.code(secret)))).toEqual([
      403,
      'OPERATOR_LINK_INVALID',
    ])
  })
})

describe('The sign-in of an operator', () => {
  it('A right password alone opens nothing; a code opens once; the cookie goes to the operator API alone', async () => {
    const email = 'steps@operators.example'
    const { linkToken } = await desk.addOperator(email)
    const { secret } = await desk.setUp(linkToken)
    const first = await passwordOf(email)
    expect(first.headers['set-cookie']).toBeUndefined()
    const [one, two] = [await challengeFor(email), await challengeFor(email)]
    const totp = desk.code(secret)
    const both = await Promise.all([pass({ challenge: one, totp }), pass({ challenge: two, totp })])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 401])
    const opened = both.find(({ statusCode }) => statusCode === 204)
    expect(String(opened?.headers['set-cookie'])).toMatch(/Path=\/api\/operator; HttpOnly; SameSite=Strict/)
    const names = (await administrationOf(desk, 0)).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['OPERATOR_ADDED', 'OPERATOR_SET_UP', 'SIGNED_IN', 'SECOND_FACTOR_FAILED']),
    )
    expect(toldEvents()).toEqual(
      expect.arrayContaining(['OPERATOR_SET_UP', 'OPERATOR_SIGN_IN', 'OPERATOR_SECOND_FACTOR_FAILED']),
    )
    expect(lines.join('')).not.toContain(email)
  })

  it('A recovery code opens once', async () => {
    const email = 'codes@operators.example'
    const { linkToken } = await desk.addOperator(email)
    const [recoveryCode = ''] = (await desk.setUp(linkToken)).recoveryCodes
    const use = async () => pass({ challenge: await challengeFor(email), recoveryCode })
    expect((await use()).statusCode).toBe(204)
    expect(outcomeOf(await use())).toEqual([401, 'SECOND_FACTOR_FAILED'])
  })

  it('Wrong passwords are held up, and wrong codes too', async () => {
    const { linkToken } = await desk.addOperator('held@operators.example')
    const { secret } = await desk.setUp(linkToken)
    const guess = async () => outcomeOf(await passwordOf('guessed@operators.example', 'not the password'))[1]
    const guesses: unknown[] = []
    for (let nth = 0; nth < 11; nth += 1) guesses.push(await guess())
    expect(guesses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'LOGIN_FAILED'))
    expect(guesses[10]).toBe('LOGIN_THROTTLED')
    const challenge = await challengeFor('held@operators.example')
    const wrong = desk.code(secret) === '000000' ? '000001' : '000000'
    const codes: unknown[] = []
    for (let nth = 0; nth < 11; nth += 1) codes.push(outcomeOf(await pass({ challenge, totp: wrong }))[1])
    expect(codes[9]).toBe('SECOND_FACTOR_FAILED')
    expect(codes[10]).toBe('LOGIN_THROTTLED')
    expect(toldEvents()).toEqual(
      expect.arrayContaining(['OPERATOR_SIGN_IN_FAILED', 'OPERATOR_SIGN_IN_THROTTLED']),
    )
    expect(toldEvents()).not.toContain('SIGN_IN_THROTTLED')
  })
})

describe('The session of an operator', () => {
  it('A session ends when it is left alone for half an hour, after eight hours, and when somebody signs out', async () => {
    const idle = await desk.enter('idle@operators.example')
    desk.clock.advance(29 * 60_000)
    expect((await jobsFor(idle)).statusCode).toBe(200)
    desk.clock.advance(31 * 60_000)
    expect(outcomeOf(await jobsFor(idle))).toEqual([401, 'OPERATOR_SIGN_IN_REQUIRED'])
    const long = await desk.enter('long@operators.example')
    for (let nth = 0; nth < 23; nth += 1) {
      desk.clock.advance(20 * 60_000)
      expect((await jobsFor(long)).statusCode).toBe(200)
    }
    desk.clock.advance(21 * 60_000)
    expect((await jobsFor(long)).statusCode).toBe(401)
    const left = await desk.enter('left@operators.example')
    const bye = await desk.ask('POST', '/sign-out', { cookie: left })
    expect(String(bye.headers['set-cookie'])).toMatch(/vigie_operator=;/)
    expect((await jobsFor(left)).statusCode).toBe(401)
    expect(toldEvents()).toContain('OPERATOR_SIGN_OUT')
  })

  it('An operator who is removed or reset is out with the next request', async () => {
    const removed = await desk.enter('removed@operators.example')
    const reset = await desk.enter('reset@operators.example')
    expect((await jobsFor(removed)).statusCode).toBe(200)
    await desk.db.system((tx) => removeOperator(tx, 'Removed@operators.example'))
    expect(outcomeOf(await jobsFor(removed))).toEqual([401, 'OPERATOR_SIGN_IN_REQUIRED'])
    expect(outcomeOf(await passwordOf('removed@operators.example'))).toEqual([401, 'LOGIN_FAILED'])
    await desk.db.system((tx) => resetOperator(tx, desk.tools, 'reset@operators.example'))
    expect((await jobsFor(reset)).statusCode).toBe(401)
    expect((await passwordOf('reset@operators.example')).statusCode).toBe(401)
  })

  it('A request that our page did not make is refused, whatever cookie it brings', async () => {
    const cookie = await desk.enter('forged@operators.example')
    const ask = (headers: Record<string, string>) =>
      desk.call('POST', '/api/operator/jobs/drop', { headers: { cookie, ...headers }, body: { jobIds: [1] } })
    expect(outcomeOf(await ask({}))).toEqual([400, 'HEADER_INVALID'])
    expect(outcomeOf(await ask({ origin: 'https://evil.example', 'x-vigie-client': 'web' }))).toEqual([
      400,
      'HEADER_INVALID',
    ])
    expect((await ask({ origin: testPublicUrl, 'x-vigie-client': 'web' })).statusCode).toBe(200)
  })

  it('A database that takes no writes shows its pages to who is in, and lets nobody else in', async () => {
    const alone = await operatorDesk()
    const cookie = await alone.enter('reader@operators.example')
    alone.clock.advance(2 * 60_000)
    const { rows } = await alone.admin.query<{ name: string }>('select current_database() as name')
    const change = (state: 'on' | 'off') =>
      alone.admin.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = ${state}`)
    await change('on')
    await alone.admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const until = async (wanted: number, ask: () => Promise<{ statusCode: number }>) => {
      await expect.poll(async () => (await ask()).statusCode, { timeout: 10_000 }).toBe(wanted)
    }
    await until(200, () => alone.ask('GET', '/jobs', { cookie }))
    const body = { email: 'reader@operators.example', password: operatorPassword }
    await until(503, () => alone.ask('POST', '/sign-in', { body }))
    await change('off')
    await alone.close()
  })
})

describe('The wall between operators and accounts', () => {
  it('A session or token of an account opens nothing of the operator', async () => {
    const { token } = await desk.given.office()
    const asToken = await desk.call('GET', '/api/operator/jobs', { token })
    expect(outcomeOf(asToken)).toEqual([401, 'OPERATOR_SIGN_IN_REQUIRED'])
    for (const cookie of [`vigie_session=${token}`, `vigie_operator=${token}`, `vigie_portal=${token}`])
      expect(outcomeOf(await jobsFor(cookie))).toEqual([401, 'OPERATOR_SIGN_IN_REQUIRED'])
  })

  it('A session of an operator opens nothing of an account, as cookie or as token', async () => {
    const { accountId } = await desk.given.office()
    const cookie = await desk.enter('wall@operators.example')
    const session = cookie.split('=')[1] ?? ''
    const places = [`/api/v1/account/${accountId}/thirdparties`, '/me', `/api/v1/account/${accountId}/users`]
    for (const url of places) {
      expect(outcomeOf(await desk.call('GET', url, { token: session }))).toEqual([401, 'AUTH_TOKEN_INVALID'])
      const headers = { cookie: `${cookie}; vigie_session=${session}; vigie_portal=${session}` }
      expect(outcomeOf(await desk.call('GET', url, { headers }))).toEqual([401, 'AUTH_TOKEN_MISSING'])
    }
    const renewed = await desk.call('POST', '/auth/refresh', {
      headers: { cookie: `vigie_session=${session}`, 'x-vigie-client': 'web' },
    })
    expect(renewed.statusCode).toBe(401)
    expect(cookieOf(await desk.ask('POST', '/sign-out', { cookie }))).toBe('vigie_operator=')
  })
})
