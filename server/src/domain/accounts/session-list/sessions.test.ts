import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { codeOf, factorDesk, type FactorDesk } from '../../../../test/accounts/factor-desk.ts'
import { purgeOldTokens } from '../sessions.ts'
import { describeDevice, neighbourhoodOf } from './describe-device.ts'

let fixture: Fixture
let desk: FactorDesk
let first: number
let second: number
let zoeId: number
let twoId: number
const zoe = 'zoe@people.example'
const two = 'two@people.example'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
beforeAll(async () => {
  fixture = await accountsFixture()
  desk = factorDesk(fixture)
  first = await fixture.account('First')
  second = await fixture.account('Second')
  zoeId = await desk.person(first, zoe, ['ADMIN'])
  twoId = await desk.person(first, two, ['READER'])
  await desk.person(second, two, ['ADMIN'])
})
afterAll(() => fixture.close())

interface SessionView {
  sessionId: number
  current: boolean
  browser: string | null
  deviceId: number
}
const list = async (token: string) =>
  (await desk.call('GET', '/me/sessions', { token })).json<{ content: SessionView[] }>().content
const me = (token: string) => desk.call('GET', '/me', { token })
const baseOf = (account: number) => `/api/v1/account/${account}`

describe('Own sessions', () => {
  it('A person’s sessions are listed with browser, system and place, the present one marked', async () => {
    const token = await desk.signIn(zoe, { 'user-agent': firefox })
    await desk.signIn(zoe, { 'user-agent': 'curl/8.0' })
    const sessions = await list(token)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ current }) => current)).toEqual({
      sessionId: expect.any(Number),
      startedAt: expect.any(String),
      lastSeenAt: expect.any(String),
      browser: 'Firefox',
      system: 'Linux',
      address: '127.0.0.1',
      deviceId: expect.any(Number),
      secondFactor: false,
      secondFactorAt: null,
      current: true,
    })
  })

  it('A session can be ended with its tokens, here at once and elsewhere within five seconds', async () => {
    const keep = await desk.signIn(zoe)
    const lost = await desk.signIn(zoe)
    const elsewhere = fixture.secondProcess()
    await elsewhere.authenticator.authenticate(lost)
    const target = (await list(lost)).find(({ current }) => current)?.sessionId
    expect((await desk.call('DELETE', `/me/sessions/${target}`, { token: keep })).statusCode).toBe(204)
    expect(codeOf(await me(lost))).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    fixture.clock.advance(5_000)
    await expect(elsewhere.authenticator.authenticate(lost)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_REVOKED',
    })
    expect((await me(keep)).statusCode).toBe(200)
    const again = await desk.call('DELETE', `/me/sessions/${target}`, { token: keep })
    expect(codeOf(again)).toEqual([404, 'SESSION_NOT_FOUND'])
    expect(await desk.events(first)).toContain('SESSION_ENDED')
  })

  it('A person can end all sessions but the present one, and only their own', async () => {
    const foreign = await desk.signIn(two)
    const foreignId = (await list(foreign))[0]?.sessionId
    const token = await desk.signIn(zoe)
    const refused = await desk.call('DELETE', `/me/sessions/${foreignId}`, { token })
    expect(codeOf(refused)).toEqual([404, 'SESSION_NOT_FOUND'])
    const ended = await desk.call('POST', '/me/sessions/end-others', { token })
    expect(ended.json().ended).toBeGreaterThan(1)
    expect(await list(token)).toHaveLength(1)
    expect((await me(token)).statusCode).toBe(200)
    expect((await me(foreign)).statusCode).toBe(200)
  })

  it('Sessions leave the list once they cannot be renewed, and the database after 90 days', async () => {
    const idle = await desk.signIn(zoe)
    const idleId = (await list(idle)).find(({ current }) => current)?.sessionId
    fixture.clock.advance(31 * 60_000)
    const token = await desk.signIn(zoe)
    expect((await list(token)).map(({ sessionId }) => sessionId)).not.toContain(idleId)
    fixture.clock.advance(91 * 24 * 60 * 60_000)
    const { db, clock } = fixture.service
    await db.system((tx) => purgeOldTokens(tx, clock))
    const { rows } = await fixture.database.admin.query('select from person_session')
    expect(rows).toEqual([])
  })
})

describe('Devices', () => {
  it('A device is recognised by its cookie, which the database does not hold', async () => {
    const answer = await desk.tryPassword(zoe)
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    const cookie = cookies.find((one) => one.includes('vigie_device='))
    expect(cookie).toMatch(/^__Host-vigie_device=vgd_[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/)
    const value = cookie?.split(';')[0] ?? ''
    const count = async () => (await desk.mails(first)).filter(({ recipient }) => recipient === zoe).length
    const before = await count()
    const token = await desk.signIn(zoe, { cookie: value })
    const [one, other] = await list(token)
    expect(one?.deviceId).toBe(other?.deviceId)
    expect(await count()).toBe(before)
    const { rows } = await fixture.database.admin.query(
      `select encode(cookie_hash, 'escape') as text from person_device`,
    )
    expect(JSON.stringify(rows)).not.toContain(value.split('=')[1])
  })

  it('A new device is reported by mail and in the journal, without its address', async () => {
    await desk.signIn(zoe, { 'user-agent': firefox })
    const mail = (await desk.mails(first)).findLast(({ recipient }) => recipient === zoe)
    expect(mail?.template).toBe('person.new-device')
    expect(mail?.body_text).toContain('Firefox, Linux')
    expect(mail?.body_text).not.toContain('127.0.0.1')
    expect((await desk.events(first)).at(-1)).toBe('SIGNED_IN_FROM_NEW_DEVICE')
  })

  it('A device in a new place is reported too, and a forged cookie is replaced', async () => {
    const forged = { cookie: '__Host-vigie_device=vgd_short' }
    const answer = await desk.tryPassword(zoe, forged)
    const cookie = [answer.headers['set-cookie']].flat().map(String).at(-1)?.split(';')[0] ?? ''
    expect(cookie).not.toContain('vgd_short')
    await fixture.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      remoteAddress: '203.0.113.9',
      headers: { cookie },
      payload: { email: zoe, password: 'un cheval vert sous la pluie' },
    })
    expect((await desk.mails(first)).at(-1)?.template).toBe('person.new-place')
  })
})

describe('Sessions seen by an administrator', () => {
  it('An administrator sees that somebody is signed in, but neither where nor when they were last seen', async () => {
    await desk.signIn(two, { 'user-agent': firefox })
    const token = await desk.signIn(zoe)
    const answer = await desk.call('GET', `${baseOf(first)}/users/${twoId}/sessions`, { token })
    expect(answer.json().content[0]).toEqual({
      sessionId: expect.any(Number),
      startedAt: expect.any(String),
      browser: 'Firefox',
      system: 'Linux',
      secondFactor: false,
    })
  })

  it('An administrator closes their own account to a shared person until they sign in again', async () => {
    const token = await desk.signIn(two)
    const admin = await desk.signIn(zoe)
    const at = (account: number, by = token) =>
      desk.call('GET', `${baseOf(account)}/users/${twoId}/sessions`, { token: by })
    expect(
      (await desk.call('DELETE', `${baseOf(first)}/users/${twoId}/sessions`, { token: admin })).statusCode,
    ).toBe(204)
    expect(codeOf(await at(first))).toEqual([403, 'SIGN_IN_AGAIN'])
    expect((await at(second)).statusCode).toBe(200)
    expect((await me(token)).json().accounts).toMatchObject([
      { accountId: first, barred: 'SIGN_IN_AGAIN', rights: [] },
      { accountId: second, barred: null },
    ])
    expect((await at(first, admin)).json().content).toEqual([])
    expect(codeOf(await at(first, await desk.signIn(two)))).toEqual([403, 'PERMISSION_DENIED'])
  })

  it('An administrator ends the session of a person of this account only, and nobody else’s', async () => {
    const ann = await desk.person(first, 'ann@people.example', ['READER'])
    const token = await desk.signIn('ann@people.example')
    const target = (await list(token))[0]?.sessionId
    const foreign = await desk.signIn(two)
    const byOther = await desk.call('DELETE', `${baseOf(second)}/users/${ann}/sessions/${target}`, {
      token: foreign,
    })
    expect(codeOf(byOther)).toEqual([404, 'USER_NOT_FOUND'])
    const admin = await desk.signIn(zoe)
    const wrongUser = await desk.call('DELETE', `${baseOf(first)}/users/${zoeId}/sessions/${target}`, {
      token: admin,
    })
    expect(codeOf(wrongUser)).toEqual([404, 'SESSION_NOT_FOUND'])
    const url = `${baseOf(first)}/users/${ann}/sessions/${target}`
    expect((await desk.call('DELETE', url, { token: admin })).statusCode).toBe(204)
    expect(codeOf(await me(token))).toEqual([401, 'AUTH_TOKEN_REVOKED'])
  })
})

describe('Names of devices and places', () => {
  it.each([
    [firefox, 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
      'Safari',
      'iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36', 'Chrome', 'macOS'],
    ['Mozilla/5.0 (Linux; Android 16) SamsungBrowser/29.0 Chrome/136.0', 'Samsung Internet', 'Android'],
    ['something else', null, null],
    [null, null, null],
  ])('The user agent is described as %s', (userAgent, browser, system) => {
    expect(describeDevice(userAgent)).toEqual({ browser, system })
  })

  it.each([
    ['192.0.2.7', '192.0'],
    ['::ffff:192.0.2.7', '192.0'],
    ['2001:DB8:1::7', '2001:db8'],
    ['::1', ''],
  ])('The address %s is shown as the place %s', (address, place) =>
    expect(neighbourhoodOf(address)).toBe(place),
  )
})
