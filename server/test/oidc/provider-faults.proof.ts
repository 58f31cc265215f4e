import { Command } from 'commander'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountCommand } from '../../src/commands/account.ts'
import { accountsFixture, publicUrl, type Fixture } from '../accounts/accounts-fixture.ts'
import { codeOf } from '../accounts/factor-desk.ts'
import { startRealProvider, type RealProvider } from './real-provider.ts'
import { ssoDesk, type SsoDesk } from './sso-desk.ts'

/** What a real provider on loopback can do to us, and what people then read. */
const profile = {
  name: 'Usual',
  issuerEnding: '',
  userinfoOnly: true,
  tokenType: 'at+jwt',
  algorithm: 'ES256',
  scopes: 'openid email profile groups',
} as const

let fixture: Fixture
let desk: SsoDesk
let provider: RealProvider
let account: number
let admin: string
const start = () => startRealProvider(profile, `${publicUrl}/auth/oidc/callback`)
const body = (more: object = {}) => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  scopes: profile.scopes,
  claims: { roles: 'groups' },
  roleMapping: [
    { value: 'admins', role: 'ADMIN' },
    { value: 'readers', role: 'READER' },
  ],
  tokens: { audience: provider.apiAudience },
  state: 'IN_FORCE',
  ...more,
})
const says = (sub: string, more: object = {}) => {
  const email = `${sub}@people.example`
  provider.person = { sub, email, email_verified: true, name: sub, groups: ['readers'], ...more }
}
const placeOf = async () => String((await desk.arrive(account, provider.visit)).headers.location)
const refusedWith = (word: string) => `/app/sign-in?error=${word}&account=${account}`
const meOf = async (token: string) => (await desk.call('GET', '/me', { token })).json()

beforeAll(async () => {
  fixture = await accountsFixture()
  desk = ssoDesk(fixture)
})
beforeEach(async () => {
  provider = await start()
  account = await fixture.account()
  await desk.person(account, `admin-${account}@people.example`, ['ADMIN'])
  admin = await desk.signIn(`admin-${account}@people.example`)
  await desk.put(account, admin, body())
  says('ada')
  return () => provider.close()
})
afterAll(() => fixture.close())

describe('A real provider that fails', () => {
  test.each(['cut', 'silent'] as const)(
    'While it is %s, people read that it is out of reach, and later they come in',
    async (fault) => {
      provider.fault = () => fault
      expect(await placeOf()).toBe(refusedWith('issuer-unreachable'))
      expect(fixture.log.at(-1)).toMatchObject({ ids: { cause: 'ISSUER_UNREACHABLE', accountId: account } })
      provider.fault = () => null
      // Left in peace for a while after a failure.
      expect(await placeOf()).toBe(refusedWith('issuer-unreachable'))
      fixture.clock.advance(30_000)
      expect(await placeOf()).toBe('/app')
    },
  )

  test.each([
    ['/token', 'issuer-unreachable'],
    ['/jwks', 'issuer-unreachable'],
    ['/me', 'userinfo-failed'],
  ])(
    'While its %s never answers, people are told after three seconds and can try again',
    async (path, word) => {
      provider.fault = (asked) => (asked === path ? 'silent' : null)
      expect(await placeOf()).toBe(refusedWith(word))
      provider.fault = () => null
      expect(await placeOf()).toBe('/app')
    },
  )

  test('Access tokens are answered with 503 while its keys cannot be had, and work later', async () => {
    await desk.enter(account, provider.visit)
    const token = await provider.accessToken()
    provider.fault = () => 'silent'
    const answer = await desk.call('GET', '/me', { token })
    expect(codeOf(answer)).toEqual([503, 'ISSUER_UNAVAILABLE'])
    expect(answer.headers['retry-after']).toBe('30')
    expect(fixture.log.at(-1)).toMatchObject({ ids: { cause: 'ISSUER_UNREACHABLE' } })
    provider.fault = () => null
    fixture.clock.advance(30_000)
    expect((await desk.call('GET', '/me', { token })).statusCode).toBe(200)
  })

  test('After it has changed its keys, the client that knew the former ones goes on working', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const before = await meOf(await desk.enter(account, provider.visit))
      const old = await provider.accessToken()
      expect((await desk.call('GET', '/me', { token: old })).statusCode).toBe(200)
      await provider.rotate()
      // Keys are asked for again at most once a minute.
      vi.setSystemTime(Date.now() + 61_000)
      fixture.clock.advance(61_000)
      expect((await meOf(await desk.enter(account, provider.visit))).id).toBe(before.id)
      expect((await meOf(await provider.accessToken())).id).toBe(before.id)
      expect((await desk.call('GET', '/me', { token: old })).statusCode).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  test('One that answers for another issuer lets nobody in, and a trial says how it calls itself', async () => {
    provider.becomeIssuer(`${provider.issuer}/another`)
    expect(await placeOf()).toBe(refusedWith('issuer-wrong'))
    const { steps } = await desk.begin(account, admin)
    expect(steps.at(-1)).toMatchObject({ step: 'ISSUER', cause: 'ISSUER_WRONG' })
  })

  test('An answer that names another issuer on its way back is refused', async () => {
    const diverted = async (location: string) => {
      const back = await provider.visit(location)
      back.searchParams.set('iss', 'https://another.example')
      return back
    }
    const answer = await desk.arrive(account, diverted)
    expect(answer.headers.location).toBe(refusedWith('issuer-wrong'))
  })
})

describe('What a real provider says of people', () => {
  test('Somebody whose address and name change there is the same person', async () => {
    const { id } = await meOf(await desk.enter(account, provider.visit))
    says('ada', { email: 'ada.married@people.example', name: 'Ada Married' })
    expect(await meOf(await desk.enter(account, provider.visit))).toMatchObject({
      id,
      email: 'ada.married@people.example',
      name: 'Ada Married',
    })
  })

  test.each([
    ['no address', { email: undefined }, 'no-email'],
    ['a list of addresses', { email: ['a@people.example', 'b@people.example'] }, 'no-email'],
    ['an address that is none', { email: 'nobody' }, 'no-email'],
    ['an object for an address', { email: { work: 'a@people.example' } }, 'no-email'],
    ['no groups', { groups: undefined }, 'no-role'],
    ['a number for the groups', { groups: 7 }, 'no-role'],
    ['an object for the groups', { groups: { readers: true } }, 'no-role'],
  ])('Somebody new with %s is refused with the cause', async (_, claims, word) => {
    says('new', claims)
    expect(await placeOf()).toBe(refusedWith(word))
  })

  test.each([
    ['a list of one address', { email: ['one@people.example'] }],
    ['a text for the groups', { groups: 'readers' }],
    ['several groups in one text', { groups: 'others readers' }],
    ['numbers among the groups', { groups: [7, 'readers', null] }],
    ['a list for a name', { name: ['Ada', 'Lovelace'] }],
  ])('Somebody new with %s is let in', async (_, claims) => {
    says('new', claims)
    expect(await placeOf()).toBe('/app')
  })

  test('Without the claim that names people, nobody is let in', async () => {
    await desk.put(account, admin, body({ claims: { subject: 'oid', roles: 'groups' } }))
    expect(await placeOf()).toBe(refusedWith('id-token-refused'))
  })
})

describe('Grave acts and enforcement with a real provider', () => {
  test('A fresh proof is given at the provider, which asks again and says when', async () => {
    says('boss', { groups: ['admins'] })
    const { token, cookie } = await desk.renew(desk.sessionOf(await desk.arrive(account, provider.visit)))
    await fixture.database.admin.query(
      `update person_session set proved_at = proved_at - interval '1 hour' where confined_account_id = $1`,
      [account],
    )
    fixture.service.authenticator.forget()
    const add = () =>
      desk.call('POST', `/api/v1/account/${account}/clients`, {
        token,
        body: { name: 'R', scopes: ['READER'] },
      })
    expect(codeOf(await add())).toEqual([403, 'STEP_UP_REQUIRED'])
    vi.useFakeTimers({ toFake: ['Date'], now: fixture.clock.now() })
    try {
      const answer = await desk.follow('/auth/oidc/start?prove=true', provider.visit, cookie)
      expect(answer.headers.location).toBe('/app')
    } finally {
      vi.useRealTimers()
    }
    expect((await add()).statusCode).toBe(201)
  })

  test('When an enforced provider is gone for good, the operator lets people in again', async () => {
    says('own', { email: `admin-${account}@people.example`, groups: ['admins'] })
    await desk.tryOut(account, admin, provider.visit)
    expect(
      (await desk.put(account, admin, body({ clientSecret: undefined, enforced: true }))).statusCode,
    ).toBe(200)
    await provider.close()
    fixture.clock.advance(5_000)
    const users = () => desk.call('GET', `/api/v1/account/${account}/users`, { token: admin })
    expect(codeOf(await users())).toEqual([403, 'SINGLE_SIGN_ON_REQUIRED'])
    const { database, clock, service } = fixture
    const open = async () => ({ db: database.db, clock, accounts: service, close: () => Promise.resolve() })
    const program = new Command().addCommand(accountCommand({ open }))
    await program.parseAsync(['account', 'sso', 'off', '--account', String(account), '--json'], {
      from: 'user',
    })
    clock.advance(5_000)
    expect((await users()).statusCode).toBe(200)
  })
})
