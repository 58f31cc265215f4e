import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, password, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { codeOf, factorDesk, type FactorDesk } from '../../../../test/accounts/factor-desk.ts'

let fixture: Fixture
let desk: FactorDesk
let account: number
const zoe = 'zoe@people.example'
let secret: string
let codes: string[]
beforeAll(async () => {
  fixture = await accountsFixture()
  desk = factorDesk(fixture)
  account = await fixture.account('First')
  await desk.person(account, zoe, ['ADMIN'])
  ;({ secret, recoveryCodes: codes } = await desk.addTotp(await desk.signIn(zoe)))
  desk.nextStep()
})
afterAll(() => fixture.close())

const challengeOf = async (email = zoe) =>
  (await desk.tryPassword(email)).json<{ secondFactor: { challenge: string } }>().secondFactor.challenge
const pass = (body: object) => desk.call('POST', '/auth/second-factor', { body })

describe('Signing in with an authenticator app', () => {
  it('A right password gives a challenge without token or cookie, then a right code gives both', async () => {
    const first = await desk.tryPassword(zoe)
    expect(first.statusCode).toBe(200)
    expect(first.headers['set-cookie']).toBeUndefined()
    expect(first.json()).toEqual({
      secondFactor: {
        challenge: expect.stringMatching(/^vgc_/),
        expiresIn: 300,
        methods: ['totp', 'recoveryCode'],
        webauthn: null,
      },
    })
    const { challenge } = first.json().secondFactor
    const second = await pass({ challenge, totp: desk.code(secret) })
    expect(second.statusCode).toBe(200)
    expect(String(second.headers['set-cookie'])).toMatch(/vigie_session=.*HttpOnly/)
    const me = await desk.call('GET', '/me', { token: second.json().accessToken })
    expect(me.json().accounts[0]).toMatchObject({ barred: null, stepUp: { methods: ['totp'] } })
    expect(await desk.events(account)).toContain('SECOND_FACTOR_ADDED')
    desk.nextStep()
  })

  it('A code is accepted once, whoever brings it and however soon', async () => {
    const [one, two] = [await challengeOf(), await challengeOf()]
    const totp = desk.code(secret)
    const both = await Promise.all([pass({ challenge: one, totp }), pass({ challenge: two, totp })])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(codeOf(await pass({ challenge: await challengeOf(), totp }))).toEqual([
      401,
      'SECOND_FACTOR_FAILED',
    ])
    desk.nextStep()
  })

  it('A challenge is accepted once, and not as a token, for another purpose or after five minutes', async () => {
    const challenge = await challengeOf()
    expect(codeOf(await desk.call('GET', '/me', { token: challenge }))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    const cookie = `__Host-vigie_session=${challenge}`
    const renewed = await desk.call('POST', '/auth/refresh', { headers: { cookie, 'x-vigie-client': 'web' } })
    expect(renewed.statusCode).toBe(401)
    const credential = { ...aCredential, id: 'AA' }
    expect(codeOf(await desk.call('POST', '/auth/passkey', { body: { challenge, credential } }))[0]).toBe(401)
    expect((await pass({ challenge, totp: desk.code(secret) })).statusCode).toBe(200)
    desk.nextStep()
    expect(codeOf(await pass({ challenge, totp: desk.code(secret) }))).toEqual([403, 'CHALLENGE_INVALID'])
    const old = await challengeOf()
    fixture.clock.advance(300_000)
    expect(codeOf(await pass({ challenge: old, totp: desk.code(secret) }))).toEqual([
      403,
      'CHALLENGE_INVALID',
    ])
  })

  it('A clock may be half a minute off, and no more', async () => {
    for (const steps of [-2, 2]) {
      const given = { challenge: await challengeOf(), totp: desk.code(secret, steps) }
      expect((await pass(given)).statusCode).toBe(401)
    }
    expect((await pass({ challenge: await challengeOf(), totp: desk.code(secret, -1) })).statusCode).toBe(200)
    expect((await pass({ challenge: await challengeOf(), totp: desk.code(secret, 1) })).statusCode).toBe(200)
    fixture.clock.advance(90_000)
  })

  it('The code of one person does not answer the challenge of another', async () => {
    const eve = 'eve@people.example'
    await desk.person(account, eve, ['READER'])
    const hers = await desk.addTotp(await desk.signIn(eve))
    desk.nextStep()
    const given = { challenge: await challengeOf(), totp: desk.code(hers.secret) }
    expect(codeOf(await pass(given))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    const recovery = { challenge: await challengeOf(), recoveryCode: hers.recoveryCodes[0] }
    expect(codeOf(await pass(recovery))).toEqual([401, 'SECOND_FACTOR_FAILED'])
  })

  it('A challenge is refused once the password has changed', async () => {
    const challenge = await challengeOf()
    await fixture.database.admin.query(
      'update app_user set token_version = token_version + 1 where email = $1',
      [zoe],
    )
    expect(codeOf(await pass({ challenge, totp: desk.code(secret) }))).toEqual([403, 'CHALLENGE_INVALID'])
  })

  it('The secret is stored encrypted and the recovery codes hashed', async () => {
    const { rows } = await fixture.database.admin.query(
      `select encode(sealed_secret, 'escape') as text from second_factor
       union all select encode(code_hash, 'escape') from recovery_code`,
    )
    const stored = JSON.stringify(rows)
    for (const word of [secret, ...codes]) expect(stored).not.toContain(word)
  })
})

describe('Guessing codes', () => {
  it('A challenge allows five tries, right or wrong, counted across processes', async () => {
    const mark = 'mark@people.example'
    await desk.person(account, mark, ['READER'])
    const his = await desk.addTotp(await desk.signIn(mark))
    desk.nextStep()
    const challenge = await challengeOf(mark)
    for (let i = 0; i < 5; i += 1) expect((await pass({ challenge, totp: '000000' })).statusCode).toBe(401)
    const right = await pass({ challenge, totp: desk.code(his.secret) })
    expect(codeOf(right)).toEqual([403, 'CHALLENGE_INVALID'])
  })

  it('A person is slowed down after ten wrong codes, at once or one by one', async () => {
    const nora = 'nora@people.example'
    await desk.person(account, nora, ['READER'])
    const hers = await desk.addTotp(await desk.signIn(nora))
    desk.nextStep()
    const challenges = await Promise.all(Array.from({ length: 3 }, () => challengeOf(nora)))
    const guesses = challenges.flatMap((challenge) =>
      Array.from({ length: 5 }, () => pass({ challenge, totp: '000000' })),
    )
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    const held = await pass({ challenge: await challengeOf(nora), totp: desk.code(hers.secret) })
    expect(codeOf(held)).toEqual([429, 'LOGIN_THROTTLED'])
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(60)
    fixture.clock.advance(7 * 60_000)
    const later = await pass({ challenge: await challengeOf(nora), totp: desk.code(hers.secret) })
    expect(later.statusCode).toBe(200)
  })

  it('Five wrong codes end the session of a step-up, here at once and elsewhere within five seconds', async () => {
    const lea = 'lea@people.example'
    await desk.person(account, lea, ['READER'])
    const [token, own] = [await desk.signIn(lea), await desk.signIn(lea)]
    const elsewhere = await fixture.secondApp()
    const meThere = async (bearer: string) =>
      (await elsewhere.inject({ url: '/me', headers: { authorization: `Bearer ${bearer}` } })).statusCode
    const meHere = async (bearer: string) => (await desk.call('GET', '/me', { token: bearer })).statusCode
    const guess = () => desk.call('POST', '/auth/step-up', { token, body: { password: 'a guess' } })
    for (let tries = 4; tries > 0; tries -= 1) expect(codeOf(await guess())).toEqual([403, 'PROOF_FAILED'])
    // Both processes have just looked, and remember.
    expect([await meHere(token), await meThere(token)]).toEqual([200, 200])
    expect(codeOf(await guess())).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    expect(await meHere(token)).toBe(401)
    fixture.clock.advance(5_000)
    expect(await meThere(token)).toBe(401)
    expect([await meHere(own), await meThere(own)]).toEqual([200, 200])
    await elsewhere.close()
    const told = (await desk.mails(account)).filter(({ recipient }) => recipient === lea)
    expect(told.map(({ template }) => template)).toContain('person.session-ended')
  })

  it('Wrong passwords cannot block a person: without the right one no code is requested', async () => {
    const wrong = await desk.call('POST', '/auth/sign-in', { body: { email: zoe, password: 'wrong' } })
    expect(codeOf(wrong)).toEqual([401, 'LOGIN_FAILED'])
    desk.nextStep()
    expect((await pass({ challenge: await challengeOf(), totp: desk.code(secret) })).statusCode).toBe(200)
  })
})

describe('Recovery codes', () => {
  it('A recovery code works once, in any spelling, and the person is told', async () => {
    const [first = '', second = ''] = codes
    const given = { challenge: await challengeOf(), recoveryCode: first.toUpperCase().replaceAll('-', ' ') }
    const answer = await pass(given)
    expect(answer.statusCode).toBe(200)
    const again = await pass({ challenge: await challengeOf(), recoveryCode: first })
    expect(codeOf(again)).toEqual([401, 'SECOND_FACTOR_FAILED'])
    expect((await pass({ challenge: await challengeOf(), recoveryCode: second })).statusCode).toBe(200)
    const mails = (await desk.mails(account)).filter(
      ({ template }) => template === 'person.recovery-code-used',
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual([zoe, zoe])
    expect(mails[1]?.body_text).toContain('8 left')
    expect(await desk.events(account)).toContain('RECOVERY_CODE_USED')
    const list = await desk.call('GET', '/me/second-factors', { token: answer.json().accessToken })
    expect(list.json()).toMatchObject({
      content: [{ kind: 'TOTP', name: 'Telephone' }],
      recoveryCodesLeft: 8,
    })
  })

  it('A person can replace the recovery codes by ten others', async () => {
    const token = await desk.signInWithTotp(zoe, secret)
    const made = await desk.call('POST', '/me/recovery-codes', { token })
    expect(made.statusCode).toBe(201)
    expect(new Set(made.json().recoveryCodes).size).toBe(10)
    const former = await pass({ challenge: await challengeOf(), recoveryCode: codes[5] })
    expect(former.statusCode).toBe(401)
    codes = made.json().recoveryCodes
  })
})

describe('Changing factors', () => {
  it('A change of factors requires a password given within ten minutes, not a token alone', async () => {
    const ida = 'ida@people.example'
    await desk.person(account, ida, ['READER'])
    const token = await desk.signIn(ida)
    fixture.clock.advance(11 * 60_000)
    const begin = () => desk.call('POST', '/me/second-factors/totp/begin', { token })
    const refused = await begin()
    expect(codeOf(refused)).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(refused.json().stepUp).toEqual({ url: '/auth/step-up', methods: ['password'], maxAgeSeconds: 600 })
    expect((await desk.call('POST', '/auth/step-up', { token, body: { password } })).statusCode).toBe(200)
    expect((await begin()).statusCode).toBe(200)
  })

  it('A person with a factor must use it to change factors: a password is not enough', async () => {
    const token = await desk.signInWithTotp(zoe, secret)
    fixture.clock.advance(11 * 60_000)
    const refused = await desk.call('POST', '/me/second-factors/passkey/begin', { token })
    expect(refused.json()).toMatchObject({ code: 'STEP_UP_REQUIRED', stepUp: { methods: ['totp'] } })
    const byPassword = await desk.call('POST', '/auth/step-up', { token, body: { password } })
    expect(codeOf(byPassword)).toEqual([403, 'PROOF_FAILED'])
    const byCode = await desk.call('POST', '/auth/step-up', { token, body: { totp: desk.code(secret) } })
    expect(byCode.statusCode).toBe(200)
    expect((await desk.call('POST', '/me/second-factors/passkey/begin', { token })).statusCode).toBe(200)
    desk.nextStep()
  })

  it('Two sessions that start at once cannot both add a first factor', async () => {
    const uma = 'uma@people.example'
    await desk.person(account, uma, ['READER'])
    const tokens = [await desk.signIn(uma), await desk.signIn(uma)]
    const begun = await Promise.all(
      tokens.map((token) => desk.call('POST', '/me/second-factors/totp/begin', { token })),
    )
    const added = await Promise.all(
      begun.map((answer, nth) => {
        const { challenge, secret: given } = answer.json<{ challenge: string; secret: string }>()
        const body = { challenge, name: `App ${nth}`, code: desk.code(given) }
        return desk.call('POST', '/me/second-factors/totp', { token: tokens[nth] ?? '', body })
      }),
    )
    expect(added.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(added.find(({ statusCode }) => statusCode === 403)?.json().code).toBe('STEP_UP_REQUIRED')
  })

  it('A wrong code, and the challenge of another session or purpose, are refused', async () => {
    const token = await desk.signInWithTotp(zoe, secret)
    const other = await desk.signInWithTotp(zoe, secret)
    const begun = await desk.call('POST', '/me/second-factors/totp/begin', { token })
    const { challenge, secret: fresh } = begun.json<{ challenge: string; secret: string }>()
    const body = { challenge, name: 'Second', code: desk.code(fresh) }
    const add = (by: string, change: object = {}) =>
      desk.call('POST', '/me/second-factors/totp', { token: by, body: { ...body, ...change } })
    expect(codeOf(await add(other))).toEqual([403, 'CHALLENGE_INVALID'])
    expect(codeOf(await add(token, { challenge: await challengeOf() }))).toEqual([403, 'CHALLENGE_INVALID'])
    expect(codeOf(await add(token, { code: '000000' }))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    const added = await add(token)
    expect(added.statusCode).toBe(201)
    expect(added.json()).toEqual({ factorId: expect.any(Number) })
    expect(codeOf(await add(token))).toEqual([403, 'CHALLENGE_INVALID'])
    const gone = `/me/second-factors/${added.json().factorId}`
    expect((await desk.call('DELETE', gone, { token })).statusCode).toBe(204)
    expect(codeOf(await desk.call('DELETE', gone, { token }))).toEqual([404, 'SECOND_FACTOR_NOT_FOUND'])
    const told = (await desk.mails(account)).map(({ template }) => template)
    expect(told).toEqual(expect.arrayContaining(['person.factor-added', 'person.factor-removed']))
  })

  it('Removing the last factor removes the recovery codes and the second step', async () => {
    const leo = 'leo@people.example'
    await desk.person(account, leo, ['READER'])
    const token = await desk.signIn(leo)
    const { factorId, secret: his } = await desk.addTotp(token)
    const later = await desk.signInWithTotp(leo, his)
    fixture.clock.advance(11 * 60_000)
    const url = `/me/second-factors/${factorId}`
    expect(codeOf(await desk.call('DELETE', url, { token: later }))).toEqual([403, 'STEP_UP_REQUIRED'])
    const fresh = await desk.signInWithTotp(leo, his)
    expect((await desk.call('DELETE', url, { token: fresh })).statusCode).toBe(204)
    expect((await desk.tryPassword(leo)).json()).toHaveProperty('accessToken')
    const { rows } = await fixture.database.admin.query(
      'select from recovery_code join app_user using (user_id) where email = $1',
      [leo],
    )
    expect(rows).toEqual([])
  })

  it('Machines cannot have second factors', async () => {
    const token = await fixture.tokenOf(await fixture.client(account))
    expect(codeOf(await desk.call('GET', '/me/second-factors', { token }))).toEqual([403, 'PEOPLE_ONLY'])
  })
})

const aCredential = {
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
  clientExtensionResults: {},
}
