import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountsFixture, password, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { codeOf, factorDesk, type FactorDesk } from '../../../test/accounts/factor-desk.ts'

const chosen = 'quatre bateaux derrière le phare'

let fixture: Fixture
let desk: FactorDesk
let account: number
let email: string
let people = 0
beforeAll(async () => {
  fixture = await accountsFixture()
  desk = factorDesk(fixture)
  account = await fixture.account('First')
})
afterAll(() => fixture.close())
beforeEach(async () => {
  email = `person.${(people += 1)}@people.example`
  await desk.person(account, email, ['READER'])
})

const change = (token: string, body: object = { currentPassword: password, newPassword: chosen }) =>
  desk.call('POST', '/me/password', { token, body })
const meStatus = async (token: string) => (await desk.call('GET', '/me', { token })).statusCode
const signInWith = async (given: string) =>
  (await desk.call('POST', '/auth/sign-in', { body: { email, password: given } })).statusCode
const newToken = (answer: Awaited<ReturnType<typeof change>>) =>
  answer.json<{ accessToken: string }>().accessToken

describe('Changing one’s own password', () => {
  it('A person who changes their password stays signed in here with a new token and cookie, and nowhere else', async () => {
    const [here, elsewhere] = [await desk.signIn(email), await desk.signIn(email)]
    const answer = await change(here)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      accessToken: expect.any(String),
      tokenType: 'Bearer',
      expiresIn: 900,
    })
    const cookie = /__Host-vigie_session=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? ''
    const headers = { cookie, 'x-vigie-client': 'web' }
    expect((await desk.call('POST', '/auth/refresh', { headers })).statusCode).toBe(200)
    expect(await Promise.all([newToken(answer), here, elsewhere].map(meStatus))).toEqual([200, 401, 401])
    expect([await signInWith(password), await signInWith(chosen)]).toEqual([401, 200])
  })

  it('A changed password is announced to the person by mail and to the account in its journal', async () => {
    await change(await desk.signIn(email))
    expect(await desk.events(account)).toContain('PASSWORD_CHANGED')
    const mails = (await desk.mails(account)).filter(({ recipient }) => recipient === email)
    expect(mails.filter(({ template }) => template === 'person.password-changed')).toHaveLength(1)
  })

  it('A change of password keeps the second factor given before, with its age', async () => {
    const { secret } = await desk.addTotp(await desk.signIn(email))
    const token = await desk.signInWithTotp(email, secret)
    const untilOf = async (bearer: string) =>
      (await desk.call('GET', '/me', { token: bearer })).json().accounts[0].stepUp.until
    const before = await untilOf(token)
    fixture.clock.advance(60_000)
    expect(await untilOf(newToken(await change(token)))).toBe(before)
  })

  it('A change of password gives no way back into an account whose administrator ended the session', async () => {
    const other = await fixture.account('Other')
    await desk.person(other, email, ['READER'])
    const boss = await fixture.tokenOf(await fixture.client(other))
    const token = await desk.signIn(email)
    const { id } = (await desk.call('GET', '/me', { token })).json<{ id: number }>()
    const sessions = `/api/v1/account/${other}/users/${id}/sessions`
    expect((await desk.call('DELETE', sessions, { token: boss })).statusCode).toBe(204)
    const renewed = newToken(await change(token))
    const me = (await desk.call('GET', '/me', { token: renewed })).json()
    expect(me.accounts).toMatchObject([{ barred: null }, { accountId: other, barred: 'SIGN_IN_AGAIN' }])
  })

  it('A password that is easy to guess is refused, and the former one stays', async () => {
    const token = await desk.signIn(email)
    const weak = await change(token, { currentPassword: password, newPassword: 'password1234' })
    expect(codeOf(weak)).toEqual([422, 'PASSWORD_TOO_WEAK'])
    expect([await meStatus(token), await signInWith(password)]).toEqual([200, 200])
  })
})

describe('A stolen token', () => {
  it('Somebody with a stolen token cannot set a password without the present one, and loses the session after five guesses', async () => {
    const token = await desk.signIn(email)
    const guess = () => change(token, { currentPassword: 'a guess', newPassword: chosen })
    for (let tries = 4; tries > 0; tries -= 1) expect(codeOf(await guess())).toEqual([403, 'PROOF_FAILED'])
    expect(codeOf(await guess())).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    expect(codeOf(await change(token))).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    expect(await signInWith(password)).toBe(200)
  })

  it('Many guesses at once give no more tries than one after the other', async () => {
    const token = await desk.signIn(email)
    const guesses = Array.from({ length: 12 }, (_, i) => `guess ${i}`)
    const answers = await Promise.all(
      guesses.map((currentPassword) => change(token, { currentPassword, newPassword: chosen })),
    )
    const counted = answers.filter((answer) => answer.statusCode === 403)
    expect(counted).toHaveLength(4)
    expect(await meStatus(token)).toBe(401)
  })

  it('A password cannot be changed with the token of an API client', async () => {
    const machine = await fixture.tokenOf(await fixture.client(account))
    expect(codeOf(await change(machine))).toEqual([403, 'PEOPLE_ONLY'])
  })
})

it('Of two password changes at once only one takes effect', async () => {
  const token = await desk.signIn(email)
  const both = await Promise.all([change(token), change(token)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
})
