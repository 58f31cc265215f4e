import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, password, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { codeOf, factorDesk, type FactorDesk } from '../../../../test/accounts/factor-desk.ts'

let fixture: Fixture
let desk: FactorDesk
let strict: number
let lax: number
let people = 0
beforeAll(async () => {
  fixture = await accountsFixture()
  desk = factorDesk(fixture)
  strict = await fixture.account('Strict')
  lax = await fixture.account('Lax')
})
afterAll(() => fixture.close())

const baseOf = (account: number) => `/api/v1/account/${account}`
const newEmail = () => `p${(people += 1)}@people.example`
const ask = (account: number, token: string) => desk.call('GET', `${baseOf(account)}/users`, { token })
const policyUrl = (account: number) => `${baseOf(account)}/administration/sign-in-policy`
const put = (account: number, token: string, secondFactor: object) =>
  desk.call('PUT', policyUrl(account), { token, body: { secondFactor } })
const stepUp = (token: string, body: object) => desk.call('POST', '/auth/step-up', { token, body })

/** An administrator of the account, signed in with a second factor. */
async function administrator(account: number) {
  const email = newEmail()
  const userId = await desk.person(account, email, ['ADMIN'])
  const token = await desk.signIn(email)
  const { secret, recoveryCodes } = await desk.addTotp(token)
  desk.nextStep()
  return { email, userId, token, secret, recoveryCodes }
}

describe('Accounts that require a second factor', () => {
  it('An administrator without a second factor cannot require one and lock themselves out', async () => {
    const email = newEmail()
    await desk.person(lax, email, ['ADMIN'])
    const token = await desk.signIn(email)
    expect(codeOf(await put(lax, token, { demand: 'EVERYBODY', roles: [] }))).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED',
    ])
    expect((await put(lax, token, { demand: 'ROLES', roles: ['MANAGER'] })).statusCode).toBe(200)
    expect(codeOf(await put(lax, token, { demand: 'ROLES', roles: [] }))).toEqual([
      422,
      'POLICY_WITHOUT_ROLES',
    ])
    const nobody = await put(lax, token, { demand: 'NOBODY', roles: ['MANAGER'] })
    expect(nobody.json()).toEqual({ secondFactor: { demand: 'NOBODY', roles: [] } })
    expect((await desk.call('GET', policyUrl(lax), { token })).json()).toEqual(nobody.json())
  })

  it('An account closes within five seconds to people without a factor, while their other account stays open', async () => {
    const email = newEmail()
    for (const account of [strict, lax]) await desk.person(account, email, ['ADMIN'])
    const token = await desk.signIn(email)
    const elsewhere = fixture.secondProcess()
    expect((await elsewhere.authenticator.authenticate(token)).accounts.has(strict)).toBe(true)
    const boss = await administrator(strict)
    expect((await put(strict, boss.token, { demand: 'EVERYBODY', roles: [] })).statusCode).toBe(200)
    const refused = await ask(strict, token)
    expect(codeOf(refused)).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect(refused.json().secondFactor).toEqual({ enrol: '/me/second-factors', pass: '/auth/step-up' })
    expect((await ask(lax, token)).statusCode).toBe(200)
    expect((await desk.call('GET', '/users', { token })).json().code).toBe('ACCOUNT_AMBIGUOUS')
    fixture.clock.advance(5_000)
    expect((await elsewhere.authenticator.authenticate(token)).accounts.has(strict)).toBe(false)
    // They may still sign in, see who they are, and set one up.
    const fresh = await desk.signIn(email)
    expect((await desk.call('GET', '/me', { token: fresh })).json().accounts).toMatchObject([
      { accountId: strict, barred: 'SECOND_FACTOR_REQUIRED', rights: [] },
      { accountId: lax, barred: null },
    ])
    await desk.addTotp(fresh)
    expect((await ask(strict, fresh)).statusCode).toBe(200)
    // The other session has not given it yet.
    expect(codeOf(await ask(strict, token))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect((await desk.events(strict)).filter((name) => name === 'SETTINGS_CHANGED')).toHaveLength(1)
  })

  it('A second factor is required of the named roles only, and never of machines', async () => {
    const boss = await administrator(strict)
    expect((await put(strict, boss.token, { demand: 'ROLES', roles: ['AUDITOR'] })).statusCode).toBe(200)
    const [plain, auditor] = [newEmail(), newEmail()]
    await desk.person(strict, plain, ['ADMIN'])
    await desk.person(strict, auditor, ['ADMIN', 'AUDITOR'])
    expect((await ask(strict, await desk.signIn(plain))).statusCode).toBe(200)
    expect(codeOf(await ask(strict, await desk.signIn(auditor)))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    await put(strict, boss.token, { demand: 'EVERYBODY', roles: [] })
    const machine = await fixture.tokenOf(await fixture.client(strict))
    expect((await ask(strict, machine)).statusCode).toBe(200)
    await put(strict, boss.token, { demand: 'NOBODY', roles: [] })
  })
})

describe('Sensitive actions', () => {
  const add = (account: number, token: string) =>
    desk.call('POST', `${baseOf(account)}/clients`, { token, body: { name: 'Robot', scopes: ['READER'] } })

  it('A sensitive action requires a second factor of at most ten minutes from whoever has one', async () => {
    const { token, secret } = await administrator(lax)
    expect((await add(lax, token)).statusCode).toBe(201)
    fixture.clock.advance(10 * 60_000)
    const refused = await add(lax, token)
    expect(codeOf(refused)).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(refused.json()).toMatchObject({
      stepUp: { url: '/auth/step-up', methods: ['totp'], maxAgeSeconds: 600 },
    })
    expect((await ask(lax, token)).statusCode).toBe(200)
    const elsewhere = fixture.secondProcess()
    await elsewhere.authenticator.authenticate(token)
    const passed = await stepUp(token, { totp: desk.code(secret) })
    expect(passed.headers['set-cookie']).toBeUndefined()
    expect((await add(lax, token)).statusCode).toBe(201)
    // A process that remembers the old token learns of the proof by the new one.
    const { stepUp: known } = await elsewhere.authenticator.authenticate(passed.json().accessToken)
    expect(known.get(lax)?.until.getTime()).toBeGreaterThan(fixture.clock.now().getTime())
    expect(await desk.events(lax)).toContain('STEP_UP_PASSED')
  })

  it('A sensitive action requires a password of at most half an hour otherwise, and guessing ends the session', async () => {
    const email = newEmail()
    await desk.person(lax, email, ['ADMIN'])
    const token = await desk.signIn(email)
    const age = (minutes: number) =>
      fixture.database.admin.query(
        `update person_session set proved_at = started_at - $1 * interval '1 minute' where ended_at is null`,
        [minutes],
      )
    await age(29)
    expect((await add(lax, token)).statusCode).toBe(201)
    await age(31)
    fixture.clock.advance(5_000)
    expect(codeOf(await add(lax, token))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(codeOf(await stepUp(token, { password: 'wrong' }))).toEqual([403, 'PROOF_FAILED'])
    expect((await stepUp(token, { password })).statusCode).toBe(200)
    expect((await add(lax, token)).statusCode).toBe(201)
    for (let i = 0; i < 4; i += 1) expect((await stepUp(token, { totp: '000000' })).statusCode).toBe(403)
    expect(codeOf(await stepUp(token, { totp: '000000' }))).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    expect((await ask(lax, token)).statusCode).toBe(401)
    // The person themselves is not held up.
    expect((await desk.tryPassword(email)).statusCode).toBe(200)
  })

  it('A sensitive action requires nothing of machines, nor in a sandbox unless it requires second factors', async () => {
    const machine = await fixture.tokenOf(await fixture.client(lax))
    fixture.clock.advance(45 * 60_000)
    expect((await add(lax, machine)).statusCode).toBe(201)
    const { rows } = await fixture.database.admin.query<{ id: string }>(
      `insert into account (name, kind) values ('Demo', 'SANDBOX') returning account_id as id`,
    )
    const demo = Number(rows[0]?.id)
    const { token } = await administrator(demo)
    fixture.clock.advance(11 * 60_000)
    expect((await desk.call('GET', '/me', { token })).json().accounts[0].stepUp).toBeNull()
    expect((await add(demo, token)).statusCode).toBe(201)
    expect((await put(demo, token, { demand: 'EVERYBODY', roles: [] })).statusCode).toBe(200)
    expect(codeOf(await add(demo, token))).toEqual([403, 'STEP_UP_REQUIRED'])
  })

  it('The right is checked before the proof: a person without the right is not asked', async () => {
    const email = newEmail()
    await desk.person(lax, email, ['READER'])
    const token = await desk.signIn(email)
    await fixture.database.admin.query(`update person_session set proved_at = proved_at - interval '1 hour'`)
    fixture.clock.advance(5_000)
    expect(codeOf(await add(lax, token))).toEqual([403, 'PERMISSION_DENIED'])
  })
})

describe('Lost factors', () => {
  const resetUrl = (account: number, userId: number) =>
    `${baseOf(account)}/users/${userId}/second-factor-reset`

  it('A lost factor is reset by two administrators, neither alone nor for themselves', async () => {
    const house = await fixture.account('House')
    const lost = await administrator(house)
    const [one, other] = [await administrator(house), await administrator(house)]
    const url = resetUrl(house, lost.userId)
    const post = (path: string, token: string) => desk.call('POST', path, { token })
    expect(codeOf(await post(`${url}/confirm`, other.token))).toEqual([404, 'FACTOR_RESET_NOT_FOUND'])
    expect(codeOf(await post(url, lost.token))).toEqual([403, 'SECOND_ADMINISTRATOR_REQUIRED'])
    const machine = await fixture.tokenOf(await fixture.client(house))
    expect(codeOf(await post(url, machine))).toEqual([403, 'PEOPLE_ONLY'])
    const asked = await post(url, one.token)
    expect(asked.statusCode).toBe(201)
    expect(asked.json()).toMatchObject({ userId: lost.userId, askedBy: one.userId })
    for (const token of [one.token, lost.token]) {
      expect(codeOf(await post(`${url}/confirm`, token))).toEqual([403, 'SECOND_ADMINISTRATOR_REQUIRED'])
    }
    // Asking again as another does not make the first one the second.
    expect((await post(url, other.token)).json().askedBy).toBe(one.userId)
    const waiting = await desk.call('GET', `${baseOf(house)}/second-factor-resets`, { token: other.token })
    expect(waiting.json().content).toHaveLength(1)
    expect((await desk.call('GET', '/me', { token: lost.token })).statusCode).toBe(200)
    expect((await post(`${url}/confirm`, other.token)).statusCode).toBe(204)
    expect((await desk.call('GET', '/me', { token: lost.token })).statusCode).toBe(401)
    expect((await desk.tryPassword(lost.email)).json()).toHaveProperty('accessToken')
    expect(codeOf(await post(`${url}/confirm`, other.token))).toEqual([404, 'FACTOR_RESET_NOT_FOUND'])
    const events = await desk.events(house)
    expect(events).toEqual(expect.arrayContaining(['SECOND_FACTOR_RESET_ASKED', 'SECOND_FACTOR_RESET']))
    const told = (await desk.mails(house)).filter(({ recipient }) => recipient === lost.email)
    expect(told.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['person.factor-reset-asked', 'person.factor-reset']),
    )
  })

  it('A factor is not reset for a person other accounts rely on, and nobody is told which account', async () => {
    const house = await fixture.account('House')
    const boss = await administrator(house)
    const shared = await administrator(house)
    await desk.person(lax, shared.email, ['READER'])
    const without = await desk.person(house, newEmail(), ['READER'])
    const details = []
    for (const userId of [shared.userId, without]) {
      const refused = await desk.call('POST', resetUrl(house, userId), { token: boss.token })
      expect(codeOf(refused)).toEqual([403, 'FACTOR_RESET_REFUSED'])
      details.push(refused.json().detail)
    }
    expect(details[0]).toBe(details[1])
  })

  it('A reset fails once the person joined elsewhere, the first administrator left, or a day has passed', async () => {
    const house = await fixture.account('House')
    const [one, other, lost] = [
      await administrator(house),
      await administrator(house),
      await administrator(house),
    ]
    const url = resetUrl(house, lost.userId)
    const confirm = () => desk.call('POST', `${url}/confirm`, { token: other.token })
    await desk.call('POST', url, { token: one.token })
    await fixture.database.admin.query(
      'update membership set active = false where account_id = $1 and user_id = $2',
      [house, one.userId],
    )
    expect(codeOf(await confirm())).toEqual([403, 'SECOND_ADMINISTRATOR_REQUIRED'])
    await fixture.database.admin.query(
      'update membership set active = true where account_id = $1 and user_id = $2',
      [house, one.userId],
    )
    await desk.person(lax, lost.email, ['READER'])
    expect(codeOf(await confirm())).toEqual([403, 'FACTOR_RESET_REFUSED'])
    await fixture.database.admin.query('delete from membership where account_id = $1 and user_id = $2', [
      lax,
      lost.userId,
    ])
    await fixture.database.admin.query(`update factor_reset set expires_at = $1 where account_id = $2`, [
      fixture.clock.now(),
      house,
    ])
    expect(codeOf(await confirm())).toEqual([404, 'FACTOR_RESET_NOT_FOUND'])
    await desk.call('POST', url, { token: one.token })
    expect((await desk.call('DELETE', url, { token: other.token })).statusCode).toBe(204)
    expect(codeOf(await confirm())).toEqual([404, 'FACTOR_RESET_NOT_FOUND'])
    expect((await desk.tryPassword(lost.email)).json()).toHaveProperty('secondFactor')
  })
})
