import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountsFixture, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { administrationOf } from '../../../../test/accounts/administration-of.ts'
import { codeOf } from '../../../../test/accounts/factor-desk.ts'
import { startFakeOidc, type FakeOidc } from '../../../../test/fakes/oidc.ts'
import { visitOnce } from '../../../../test/oidc/browser.ts'
import { ssoDesk, type SsoDesk } from '../../../../test/oidc/sso-desk.ts'

/** What an account's own provider can do in this account, and cannot do in any other. */
let fixture: Fixture
let desk: SsoDesk
let fake: FakeOidc
let account: number
let other: number
let admin: string

const mapping = [
  { value: 'admins', role: 'ADMIN' },
  { value: 'readers', role: 'READER' },
]
const settings = (more: object = {}) => ({
  issuer: fake.issuer,
  clientId: 'vigie',
  clientSecret: 'a-secret',
  roleMapping: mapping,
  state: 'IN_FORCE',
  ...more,
})

beforeAll(async () => {
  fake = await startFakeOidc()
  fixture = await accountsFixture()
  desk = ssoDesk(fixture)
  account = await fixture.account('Ours')
  other = await fixture.account('Theirs')
  await desk.person(account, 'admin@people.example', ['ADMIN'])
})
beforeEach(async () => {
  fake.mood = 'well'
  admin = await desk.signIn('admin@people.example')
  await desk.put(account, admin, settings())
})
afterAll(async () => {
  await fixture.close()
  await fake.close()
})

const says = (sub: string, email: string, more: object = {}) => {
  fake.person = { sub, email, email_verified: true, name: 'Somebody', roles: ['readers'], ...more }
}
const enter = () => desk.enter(account, visitOnce)
const placeOf = async () => String((await desk.arrive(account, visitOnce)).headers.location)
const refusedWith = (word: string) => `/app/sign-in?error=${word}&account=${account}`
const meOf = async (token: string) => (await desk.call('GET', '/me', { token })).json()
const usersOf = (accountId: number, token: string) =>
  desk.call('GET', `/api/v1/account/${accountId}/users`, { token })

describe('What a provider can say of people of other accounts', () => {
  it('The address of somebody of another account brings in somebody else, who is of this account alone', async () => {
    const victim = await desk.person(other, 'victim@people.example', ['ADMIN'])
    says('evil', 'victim@people.example', { roles: ['admins'] })
    const me = await meOf(await enter())
    expect(me).toMatchObject({ email: 'victim@people.example', accounts: [{ accountId: account }] })
    expect(me.id).not.toBe(victim)
    expect((await desk.tryPassword('victim@people.example')).statusCode).toBe(200)
  })

  it('A member of two accounts who comes through the provider of one reaches only that one, and nothing of their own', async () => {
    const email = 'two@people.example'
    const userId = await desk.person(account, email, ['ADMIN'])
    await desk.person(other, email, ['ADMIN'])
    await desk.addTotp(await desk.signIn(email))
    says('two', email)
    const token = await enter()
    const me = await meOf(token)
    expect([me.id, me.accounts.map(({ accountId }: { accountId: number }) => accountId)]).toEqual([
      userId,
      [account],
    ])
    expect(codeOf(await usersOf(other, token))).toEqual([403, 'ACCOUNT_FORBIDDEN'])
    expect((await usersOf(account, token)).statusCode).toBe(200)
    for (const [method, url, body] of [
      ['PATCH', '/me', { name: 'Mallory' }],
      ['POST', '/me/password', { currentPassword: 'x', newPassword: 'another long password 1' }],
      ['GET', '/me/sessions', undefined],
      ['POST', '/me/sessions/end-others', undefined],
      ['GET', '/me/second-factors', undefined],
      ['POST', '/me/second-factors/totp/begin', undefined],
      ['POST', '/me/recovery-codes', undefined],
      ['GET', '/me/invitations', undefined],
      ['POST', '/auth/step-up', { password: 'a guess' }],
    ] as const) {
      const answer = await desk.call(method, url, { token, ...(body && { body }) })
      expect([url, ...codeOf(answer)]).toEqual([url, 403, 'SESSION_CONFINED'])
    }
    expect(await desk.events(other)).not.toContain('IDENTITY_LINKED')
    const { rows } = await fixture.database.admin.query(
      'select count(*)::int as n from person_device d join person_session s using (device_id) where s.confined_account_id = $1 and s.user_id = $2',
      [account, userId],
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('A token of a confined session never names the other accounts of its holder', async () => {
    says('two', 'two@people.example')
    const token = await enter()
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject({ accounts: [account] })
  })

  it('An administrator of another account neither sees nor ends a session opened through this one', async () => {
    const email = 'seen@people.example'
    const userId = await desk.person(account, email, ['READER'])
    await desk.person(other, email, ['READER'])
    await desk.person(other, 'boss@people.example', ['ADMIN'])
    says('seen', email)
    const token = await enter()
    const boss = await desk.signIn('boss@people.example')
    const url = `/api/v1/account/${other}/users/${userId}/sessions`
    expect((await desk.call('GET', url, { token: boss })).json()).toEqual({ content: [] })
    await desk.call('DELETE', url, { token: boss })
    expect((await meOf(token)).accounts).toMatchObject([{ accountId: account, barred: null }])
  })
})

describe('Who is let in, and as whom', () => {
  it('Somebody is found by issuer and subject ever after, and an address that passes on opens nothing', async () => {
    await desk.person(account, 'first@people.example', ['READER'])
    says('first', 'first@people.example')
    const { id } = await meOf(await enter())
    says('first', 'renamed@people.example')
    expect(await meOf(await enter())).toMatchObject({ id, email: 'first@people.example' })
    says('second', 'first@people.example')
    expect(await placeOf()).toBe(refusedWith('address-taken'))
  })

  it('The changed address of a person of the directory is taken over, unless somebody has it', async () => {
    says('d1', 'd1@people.example')
    const { id } = await meOf(await enter())
    says('d2', 'd2@people.example')
    await enter()
    says('d1', 'd1-new@people.example', { name: 'New Name' })
    expect(await meOf(await enter())).toMatchObject({ id, email: 'd1-new@people.example', name: 'New Name' })
    says('d1', 'd2@people.example')
    expect(await placeOf()).toBe(refusedWith('address-taken'))
  })

  it('An invited person is admitted by the provider, with the roles of the invitation', async () => {
    const email = 'invited@people.example'
    const body = { email, name: 'Invited', roles: ['AUDITOR'] }
    const invited = await desk.call('POST', `/api/v1/account/${account}/users`, { token: admin, body })
    expect(invited.statusCode).toBeLessThan(300)
    says('invited', email, { roles: [] })
    expect(await meOf(await enter())).toMatchObject({ email, accounts: [{ roles: ['AUDITOR'] }] })
    expect(await desk.events(account)).toContain('INVITATION_ACCEPTED')
  })

  it('Roles follow the claim at each sign-in, and the last administrator stays one', async () => {
    const lonely = await fixture.account('Lonely')
    const email = 'founder@people.example'
    await desk.person(lonely, email, ['ADMIN'])
    const founder = await desk.signIn(email)
    await desk.put(lonely, founder, settings())
    says('heir', 'heir@people.example', { roles: ['admins', 'readers'] })
    const heir = await meOf(await desk.enter(lonely, visitOnce))
    expect(heir.accounts).toMatchObject([{ roles: ['ADMIN', 'READER'] }])
    says('heir', 'heir@people.example', { roles: ['readers'] })
    expect((await meOf(await desk.enter(lonely, visitOnce))).accounts).toMatchObject([{ roles: ['READER'] }])
    says('heir', 'heir@people.example', { roles: 'admins' })
    const token = await desk.enter(lonely, visitOnce)
    const founderId = (await meOf(founder)).id as number
    const removal = await desk.call('DELETE', `/api/v1/account/${lonely}/users/${founderId}`, { token })
    expect(removal.statusCode).toBe(204)
    says('heir', 'heir@people.example', { roles: ['readers'] })
    expect((await meOf(await desk.enter(lonely, visitOnce))).accounts).toMatchObject([
      { roles: ['ADMIN', 'READER'] },
    ])
    expect((await administrationOf(fixture.database, lonely)).at(-2)).toMatchObject({
      name: 'MEMBER_CHANGED',
      after: { keptLastAdministrator: true },
    })
    says('heir', 'heir@people.example', { roles: undefined })
    expect((await meOf(await desk.enter(lonely, visitOnce))).accounts).toMatchObject([{ roles: ['ADMIN'] }])
  })

  it.each([
    ['no address', { email: undefined }, 'no-email'],
    ['a list of addresses', { email: ['a@people.example', 'b@people.example'] }, 'no-email'],
    ['an address nobody verified', { email_verified: undefined }, 'email-not-verified'],
    ['no role', { roles: undefined }, 'no-role'],
  ])(
    'Somebody new with %s is refused with the cause, in the journal of the account too',
    async (_, claims, word) => {
      says(`new-${word}`, `new-${word}@people.example`, claims)
      expect(await placeOf()).toBe(refusedWith(word))
      const cause = word.toUpperCase().replaceAll('-', '_')
      expect(fixture.log.at(-1)).toMatchObject({
        event: 'SIGN_IN_FAILED',
        ids: { cause, accountId: account },
      })
      await fixture.service.failures.flush()
      const entries = await administrationOf(fixture.database, account)
      expect(entries).toContainEqual(
        expect.objectContaining({ name: 'SIGN_IN_FAILED', after: expect.objectContaining({ cause }) }),
      )
    },
  )

  it('Somebody suspended in the account is refused, and stays so', async () => {
    says('gone', 'gone@people.example')
    const { id } = await meOf(await enter())
    const url = `/api/v1/account/${account}/users/${id}`
    await desk.call('PATCH', url, { token: admin, body: { active: false } })
    expect(await placeOf()).toBe(refusedWith('suspended'))
  })

  it('An account without a provider looks like one that does not exist', async () => {
    const answers = [other, 999_999_999].map(async (id) => {
      const { location } = (await desk.arrive(id, visitOnce)).headers
      const options = await desk.call('GET', `/auth/options?account=${id}`)
      return [String(location).replace(String(id), 'ID'), options.body]
    })
    const [one, two] = await Promise.all(answers)
    expect(one).toEqual(two)
    expect(one?.[0]).toBe('/app/sign-in?error=no-provider&account=ID')
    const ours = await desk.call('GET', `/auth/options?account=${account}`)
    expect(ours.json()).toEqual({ password: true, oidc: false, passkey: true, singleSignOn: true })
  })
})

describe('Faults of the provider', () => {
  it.each(['down', 'garbage', 'huge', 'redirecting'] as const)(
    'A provider that is %s refuses nobody for good: the page says so, and later it works again',
    async (mood) => {
      await desk.put(account, admin, settings({ clientId: `vigie-${mood}` }))
      says('first', 'first@people.example')
      fake.mood = mood
      expect(await placeOf()).toBe(refusedWith('issuer-unreachable'))
      fake.mood = 'well'
      fixture.clock.advance(30_000)
      expect(await placeOf()).toBe('/app')
    },
  )

  it('A provider that changes its keys is asked for them again', async () => {
    says('first', 'first@people.example')
    await enter()
    await fake.rotate()
    await desk.put(account, admin, settings({ clientId: 'after-rotation' }))
    expect(await placeOf()).toBe('/app')
  })

  it('Settings that change during a journey end it', async () => {
    says('first', 'first@people.example')
    const changing = async (location: string) => {
      await desk.put(account, admin, settings({ defaultRole: 'READER' }))
      return visitOnce(location)
    }
    expect(String((await desk.arrive(account, changing)).headers.location)).toBe(
      refusedWith('state-mismatch'),
    )
  })
})
