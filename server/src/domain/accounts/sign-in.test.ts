import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountsFixture,
  form,
  password,
  publicUrl,
  type Fixture,
} from '../../../test/accounts/accounts-fixture.ts'
import { purgeOldTokens } from './sessions.ts'

let fixture: Fixture
let first: number
let second: number
let userId: number
const email = 'zoe@people.example'
beforeAll(async () => {
  fixture = await accountsFixture()
  first = await fixture.account('First')
  second = await fixture.account('Second')
  userId = await fixture.user(first, email, ['ADMIN'])
  await fixture.user(second, email, ['READER'])
})
afterAll(() => fixture.close())

const signIn = (body: object = { email, password }, headers: Record<string, string> = {}) =>
  fixture.app.inject({ method: 'POST', url: '/auth/sign-in', payload: body, headers })
type Answer = Awaited<ReturnType<typeof signIn>>

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie'])
const valueOf = (answer: Answer) => /__Host-vigie_session=([^;]*)/.exec(cookieOf(answer))?.[1] ?? ''
const page = { 'x-vigie-client': 'web', origin: publicUrl }
const refresh = (value: string, headers: Record<string, string> = page) =>
  fixture.app.inject({
    method: 'POST',
    url: '/auth/refresh',
    headers: { ...headers, cookie: `other=1; __Host-vigie_session=${value}` },
  })
const me = (token: string) =>
  fixture.app.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })

describe('Signing in', () => {
  it('A sign-in gives a 15-minute token and a cookie no script can read', async () => {
    const answer = await signIn({ email: ` ${email.toUpperCase()} `, password })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const body = answer.json()
    expect(Object.keys(body).toSorted()).toEqual(['accessToken', 'expiresIn', 'tokenType'])
    expect(body.expiresIn).toBe(900)
    for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(cookieOf(answer)).toContain(word)
    expect(cookieOf(answer)).not.toMatch(/Domain/i)
    expect(decodeJwt(body.accessToken)).toMatchObject({ sub: `user:${userId}`, accounts: [first, second] })
    const who = (await me(body.accessToken)).json()
    expect(who).toMatchObject({ kind: 'USER', id: userId, email })
    expect(who.accounts).toEqual([
      expect.objectContaining({ accountId: first, name: 'First', roles: ['ADMIN'] }),
      expect.objectContaining({
        accountId: second,
        name: 'Second',
        roles: ['READER'],
        rights: ['read'],
        barred: null,
      }),
    ])
  })

  it('A sign-in answers alike for a wrong password and for an unknown person', async () => {
    const wrong = await signIn({ email, password: 'wrong' })
    const nobody = await signIn({ email: 'nobody@people.example', password })
    for (const answer of [wrong, nobody]) {
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'LOGIN_FAILED'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const { instance: _a, ...one } = wrong.json()
    const { instance: _b, ...other } = nobody.json()
    expect(one).toEqual(other)
  })

  it('A sign-in from a page of another site is refused', async () => {
    const answer = await signIn({ email, password }, { origin: 'https://evil.example' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'HEADER_INVALID'])
  })

  it('A sign-in is slowed down after ten failures, for that address only', async () => {
    const target = 'target@people.example'
    for (let i = 0; i < 10; i += 1)
      expect((await signIn({ email: target, password: 'no' })).statusCode).toBe(401)
    const answer = await signIn({ email: target, password: 'no' })
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'LOGIN_THROTTLED'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50)
    expect((await signIn()).statusCode).toBe(200)
    fixture.clock.advance(60_000)
    expect((await signIn({ email: target, password: 'no' })).statusCode).toBe(401)
    expect((await signIn({ email: target, password: 'no' })).statusCode).toBe(429)
  })

  it('A sign-in logs ids only', () => {
    const text = JSON.stringify(fixture.log)
    expect(text).toContain('SIGN_IN_FAILED')
    expect(text).not.toContain('people.example')
    expect(text).not.toContain(password)
  })
})

describe('Sessions', () => {
  it('A session is renewed by its cookie, each of which works once', async () => {
    const start = await signIn()
    const next = await refresh(valueOf(start))
    expect(next.statusCode).toBe(200)
    expect(valueOf(next)).not.toBe(valueOf(start))
    expect((await me(next.json().accessToken)).statusCode).toBe(200)
  })

  it('A session ends with its access tokens when a used refresh token comes back', async () => {
    const start = await signIn()
    const next = await refresh(valueOf(start))
    fixture.clock.advance(31_000)
    const stolen = await refresh(valueOf(start))
    expect([stolen.statusCode, stolen.json().code]).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    expect((await refresh(valueOf(next))).statusCode).toBe(401)
    fixture.clock.advance(5_000)
    expect((await me(next.json().accessToken)).json().code).toBe('AUTH_TOKEN_REVOKED')
  })

  it('A page that never saw the answer to its renewal renews with the same cookie', async () => {
    const start = await signIn()
    // Neither of the first two answers arrives.
    for (const lost of [1, 2]) {
      expect([lost, (await refresh(valueOf(start))).statusCode]).toEqual([lost, 200])
      fixture.clock.advance(10_000)
    }
    const again = await refresh(valueOf(start))
    expect(again.statusCode).toBe(200)
    expect((await me(again.json().accessToken)).statusCode).toBe(200)
    expect((await refresh(valueOf(again))).statusCode).toBe(200)
  })

  it.each([0, 1] as const)(
    'A session survives two tabs that renew at the same moment, whichever answer arrives last (%d)',
    async (last) => {
      const start = await signIn()
      const both = await Promise.all([refresh(valueOf(start)), refresh(valueOf(start))])
      expect(both.map((answer) => answer.statusCode)).toEqual([200, 200])
      fixture.clock.advance(60_000)
      expect((await refresh(valueOf(both[last]))).statusCode).toBe(200)
    },
  )

  it('A tab that renews with a cookie others went on from gets no token and ends nothing', async () => {
    const start = await signIn()
    const next = await refresh(valueOf(start))
    fixture.clock.advance(1_000)
    const latest = await refresh(valueOf(next))
    const late = await refresh(valueOf(start))
    expect(late.json()).toMatchObject({ code: 'WRITE_CONFLICT', retryable: true })
    expect(late.headers['set-cookie']).toBeUndefined()
    expect((await refresh(valueOf(latest))).statusCode).toBe(200)
  })

  it('Of two holders of one refresh token the second to go on ends the session', async () => {
    const start = await signIn()
    const [owner, thief] = [await refresh(valueOf(start)), await refresh(valueOf(start))]
    const next = await refresh(valueOf(owner))
    expect(next.statusCode).toBe(200)
    fixture.clock.advance(31_000)
    expect((await refresh(valueOf(thief))).json().code).toBe('AUTH_TOKEN_REVOKED')
    expect((await refresh(valueOf(next))).statusCode).toBe(401)
  })

  it('A session lasts 30 minutes idle and 12 hours in all', async () => {
    const idle = await signIn()
    fixture.clock.advance(30 * 60_000)
    expect((await refresh(valueOf(idle))).statusCode).toBe(401)
    let current = await signIn()
    const started = fixture.clock.now().getTime()
    for (;;) {
      fixture.clock.advance(29 * 60_000)
      const next = await refresh(valueOf(current))
      if (next.statusCode !== 200) break
      current = next
    }
    const hours = (fixture.clock.now().getTime() - started) / 3_600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThan(12.5)
  })

  it('A session cannot be renewed or ended by a foreign page', async () => {
    const value = valueOf(await signIn())
    expect((await refresh(value, {})).json().code).toBe('HEADER_INVALID')
    const foreign = { 'x-vigie-client': 'web', origin: 'https://evil.example' }
    expect((await refresh(value, foreign)).json().code).toBe('HEADER_INVALID')
    expect((await refresh(value)).statusCode).toBe(200)
  })

  it('A session ends at once after signing out', async () => {
    const start = await signIn()
    const headers = { ...page, cookie: `__Host-vigie_session=${valueOf(start)}` }
    const out = await fixture.app.inject({ method: 'POST', url: '/auth/sign-out', headers })
    expect(out.statusCode).toBe(204)
    expect(cookieOf(out)).toMatch(/Max-Age=0/)
    expect((await refresh(valueOf(start))).statusCode).toBe(401)
    expect((await me(start.json().accessToken)).json().code).toBe('AUTH_TOKEN_REVOKED')
  })

  it('A session can be renewed at the token endpoint too, in the form of OAuth', async () => {
    const start = await signIn()
    const ask = (token: string) =>
      fixture.app.inject({
        url: '/oauth2/token',
        ...form({ grant_type: 'refresh_token', refresh_token: token }),
      })
    const answer = (await ask(valueOf(start))).json()
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 900, refresh_token: expect.any(String) })
    const refused = await ask('vgr_unknown')
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_grant'])
  })

  it('A session stores no token in clear text in the database', async () => {
    const value = valueOf(await signIn())
    const { rows } = await fixture.database.admin.query(
      "select encode(token_hash, 'escape') as h from refresh_token",
    )
    expect(JSON.stringify(rows)).not.toContain(value)
  })

  it('An ended session leaves nothing behind, and the purge removes no live one', async () => {
    const { db, clock } = fixture.service
    const start = await signIn()
    await refresh(valueOf(await signIn()))
    await db.system((tx) => purgeOldTokens(tx, clock))
    const next = await refresh(valueOf(start))
    expect(next.statusCode).toBe(200)
    fixture.clock.advance(13 * 60 * 60_000)
    expect(await db.system((tx) => purgeOldTokens(tx, clock))).toBeGreaterThan(3)
    const { rows } = await fixture.database.admin.query(
      'select (select count(*) from refresh_token)::int + (select count(*) from revoked_token)::int as left',
    )
    expect(rows).toEqual([{ left: 0 }])
  })
})
