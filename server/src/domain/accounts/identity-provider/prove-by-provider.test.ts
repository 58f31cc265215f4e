import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { administrationOf } from '../../../../test/accounts/administration-of.ts'
import { codeOf } from '../../../../test/accounts/factor-desk.ts'
import { startFakeOidc, type FakeOidc } from '../../../../test/fakes/oidc.ts'
import { visitOnce, type Visit } from '../../../../test/oidc/browser.ts'
import { ssoDesk, type SsoDesk } from '../../../../test/oidc/sso-desk.ts'

/** A fresh proof of somebody who has no password here, given at their provider. */
let fixture: Fixture
let desk: SsoDesk
let fake: FakeOidc
let account: number

beforeAll(async () => {
  fake = await startFakeOidc()
  const { issuer } = fake
  fixture = await accountsFixture({ oidcSignIn: { issuer, clientId: 'vigie', clientSecret: null } })
  desk = ssoDesk(fixture)
  account = await fixture.account('Ours')
  await desk.person(account, 'admin@people.example', ['ADMIN'])
  await desk.put(account, await desk.signIn('admin@people.example'), {
    issuer,
    clientId: 'vigie',
    clientSecret: 'a-secret',
    roleMapping: [{ value: 'admins', role: 'ADMIN' }],
    secondFactor: { amr: ['mfa'] },
    state: 'IN_FORCE',
  })
})
afterAll(async () => {
  await fixture.close()
  await fake.close()
})

const now = () => Math.floor(fixture.clock.now().getTime() / 1000)
const says = (sub: string, more: object = {}) => {
  fake.person = { sub, email: `${sub}@people.example`, email_verified: true, roles: ['admins'], ...more }
}
/** A grave act: nothing that needs less than a fresh proof. */
const addClient = (token: string) =>
  desk.call('POST', `/api/v1/account/${account}/clients`, {
    token,
    body: { name: 'Robot', scopes: ['READER'] },
  })

/** Somebody in a session whose proof is old. */
async function enterLongAgo(accountId: number | null = account) {
  const { token, cookie } = await desk.renew(desk.sessionOf(await desk.arrive(accountId, visitOnce)))
  await fixture.database.admin.query(
    `update person_session set proved_at = proved_at - interval '1 hour',
       second_factor_at = second_factor_at - interval '1 hour'`,
  )
  fixture.service.authenticator.forget()
  return { token, cookie }
}
const prove = (cookie: string, visit: Visit = visitOnce) =>
  desk.follow('/auth/oidc/start?prove=true&returnTo=/app/users', visit, cookie)

describe('A fresh proof at the provider', () => {
  it('Somebody of the provider is asked there anew, and then may do what needs a fresh proof', async () => {
    says('ada')
    const { token, cookie } = await enterLongAgo()
    const refused = await addClient(token)
    expect(codeOf(refused)).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(refused.json()).toMatchObject({ stepUp: { methods: ['oidc'] } })
    const asked = await desk.call('POST', '/auth/step-up/options', { token })
    expect(asked.json()).toMatchObject({ methods: ['oidc'], start: '/auth/oidc/start?prove=true' })
    says('ada', { auth_time: now() })
    const queries: URLSearchParams[] = []
    const answer = await prove(cookie, (location) => {
      queries.push(new URL(location).searchParams)
      return visitOnce(location)
    })
    expect(answer.headers.location).toBe('/app/users')
    expect([queries[0]?.get('prompt'), queries[0]?.get('max_age')]).toEqual(['login', '1'])
    expect(String(answer.headers['set-cookie'])).not.toContain('vigie_session=')
    expect((await addClient(token)).statusCode).toBe(201)
    expect(await administrationOf(fixture.database, account)).toContainEqual(
      expect.objectContaining({ name: 'STEP_UP_PASSED', after: { by: 'PROVIDER' } }),
    )
  })

  it.each([
    ['a provider that does not say when it asked', () => ({})],
    ['a provider that did not ask again', () => ({ auth_time: now() - 60 })],
    ['somebody else', () => ({ sub: 'eve', email: 'eve@people.example', auth_time: now() })],
  ])('The word of %s makes no proof fresh', async (_, said) => {
    says('eve')
    await desk.arrive(account, visitOnce)
    says('bob')
    const { token, cookie } = await enterLongAgo()
    says('bob', said())
    const answer = await prove(cookie)
    expect(answer.headers.location).toBe(`/app/sign-in?error=not-proved-anew&account=${account}`)
    expect(fixture.log.at(-1)).toMatchObject({ ids: { cause: 'NOT_PROVED_ANEW' } })
    expect(codeOf(await addClient(token))).toEqual([403, 'STEP_UP_REQUIRED'])
  })

  it('A browser without a session, or with one that has ended, proves nothing', async () => {
    says('ada')
    const { token, cookie } = await enterLongAgo()
    const place = async (held: string) => String((await prove(held)).headers.location)
    expect(await place('')).toContain('error=state-mismatch')
    const headers = { 'x-vigie-client': 'web', cookie }
    await desk.call('POST', '/auth/sign-out', { token, headers })
    expect(await place(cookie)).toContain('error=state-mismatch')
  })

  it('A member whom the provider only vouches for proves it there, and not by their own password', async () => {
    const email = 'member@people.example'
    await desk.person(account, email, ['ADMIN'])
    await desk.addTotp(await desk.signIn(email))
    says('member')
    const { token, cookie } = await enterLongAgo()
    const asked = await desk.call('POST', '/auth/step-up/options', { token })
    expect(asked.json()).toMatchObject({ methods: ['oidc'], webauthn: null })
    says('member', { auth_time: now() })
    await prove(cookie)
    expect((await addClient(token)).statusCode).toBe(201)
  })

  it('The second factor of the provider is fresh again only when it was given again', async () => {
    await fixture.database.admin.query(
      `insert into sign_in_policy (account_id, second_factor) values ($1, 'EVERYBODY')`,
      [account],
    )
    says('zoe', { amr: ['mfa'] })
    const { token, cookie } = await enterLongAgo()
    says('zoe', { amr: ['pwd'], auth_time: now() })
    await prove(cookie)
    expect(codeOf(await addClient(token))).toEqual([403, 'STEP_UP_REQUIRED'])
    says('zoe', { amr: ['mfa'], auth_time: now() })
    await prove(cookie)
    expect((await addClient(token)).statusCode).toBe(201)
    await fixture.database.admin.query('delete from sign_in_policy where account_id = $1', [account])
  })

  it('A sign-in says no more than the provider: a proof of an hour ago is an hour old', async () => {
    says('late', { auth_time: now() - 3_600 })
    expect(codeOf(await addClient(await desk.enter(account, visitOnce)))).toEqual([403, 'STEP_UP_REQUIRED'])
  })

  it('Somebody of the installation’s provider proves it there', async () => {
    const userId = await desk.person(account, 'inst@people.example', ['ADMIN'])
    await fixture.database.admin.query('update app_user set password_hash = null where user_id = $1', [
      userId,
    ])
    says('inst')
    const { token, cookie } = await enterLongAgo(null)
    says('inst', { auth_time: now() })
    expect((await prove(cookie)).headers.location).toBe('/app/users')
    expect((await addClient(token)).statusCode).toBe(201)
  })
})
