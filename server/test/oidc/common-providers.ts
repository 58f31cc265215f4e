import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsFixture, publicUrl, type Fixture } from '../accounts/accounts-fixture.ts'
import { codeOf } from '../accounts/factor-desk.ts'
import type { Setting } from './common-settings.ts'
import { startRealProvider, type RealProvider } from './real-provider.ts'
import { ssoDesk, type SsoDesk } from './sso-desk.ts'

/** Sign-in and access tokens with a real provider, from the first trial to enforcement, as tests in their order. */
export function tellStory(setting: Setting): void {
  let fixture: Fixture
  let desk: SsoDesk
  let provider: RealProvider
  let account: number
  let admin: string
  const adminEmail = `admin-${setting.name.replace(' ', '').toLowerCase()}@people.example`
  const body = () => ({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    ...setting.ours,
    roleMapping: [
      { value: 'Vigie Reviewers', role: 'REVIEWER' },
      { value: 'Vigie Admins', role: 'ADMIN' },
    ],
    tokens: { audience: provider.apiAudience },
    state: 'IN_FORCE',
  })
  const usersOf = (token: string) => desk.call('GET', `/api/v1/account/${account}/users`, { token })
  const meOf = async (token: string) => (await desk.call('GET', '/me', { token })).json()

  beforeAll(async () => {
    fixture = await accountsFixture()
    desk = ssoDesk(fixture)
    provider = await startRealProvider(setting, `${publicUrl}/auth/oidc/callback`)
    account = await fixture.account(setting.name)
    await desk.person(account, adminEmail, ['ADMIN'])
    admin = await desk.signIn(adminEmail)
  })
  afterAll(async () => {
    await fixture.close()
    await provider.close()
  })

  test('A trial says step by step what came back and finds the administrator', async () => {
    expect((await desk.put(account, admin, body())).json()).toMatchObject({
      tried: false,
      hasClientSecret: true,
    })
    provider.person = { sub: 'admin', ...setting.claims(adminEmail, ['Vigie Admins']) }
    const trial = await desk.tryOut(account, admin, provider.visit)
    expect(trial.steps.filter(({ outcome }) => outcome === 'FAILED')).toEqual([])
    expect(trial).toMatchObject({ state: 'SUCCEEDED' })
    expect(trial.steps.at(-1)).toMatchObject({ step: 'PERSON', detail: 'YOU' })
    const userinfo = trial.steps.find(({ step }) => step === 'USERINFO')
    expect(userinfo?.outcome).toBe(setting.userinfoOnly ? 'PASSED' : 'SKIPPED')
    const enforced = await desk.put(account, admin, { ...body(), clientSecret: undefined, enforced: true })
    expect(enforced.json()).toMatchObject({ enforced: true, tried: true })
  })

  test('Somebody new with a mapped role signs in, and is of this account alone', async () => {
    provider.person = { sub: 'ada', ...setting.claims('ada@people.example', ['Vigie Reviewers']) }
    const token = await desk.enter(account, provider.visit)
    expect(await meOf(token)).toMatchObject({
      name: 'Ada',
      email: 'ada@people.example',
      accounts: [{ accountId: account, roles: ['REVIEWER'], barred: null }],
    })
  })

  test('A password no longer opens the account that enforces its provider, and the provider does', async () => {
    fixture.clock.advance(5_000)
    expect(codeOf(await usersOf(admin))).toEqual([403, 'SINGLE_SIGN_ON_REQUIRED'])
    provider.person = { sub: 'admin', ...setting.claims(adminEmail, ['Vigie Admins']) }
    expect((await usersOf(await desk.enter(account, provider.visit))).statusCode).toBe(200)
  })

  test('An access token made for the API stands for its person, and an ID token for nobody', async () => {
    provider.person = { sub: 'ada', ...setting.claims('ada@people.example', ['Vigie Reviewers']) }
    if (setting.subOfApi !== undefined) provider.person = { ...provider.person, sub: setting.subOfApi }
    const accessToken = await provider.accessToken()
    expect(await meOf(accessToken)).toMatchObject({
      email: 'ada@people.example',
      accounts: [{ accountId: account }],
    })
    const answer = await desk.call('GET', '/me', { token: await provider.idToken() })
    expect(codeOf(answer)).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(fixture.log.at(-1)).toMatchObject({ event: 'TOKEN_REFUSED', ids: { cause: 'WRONG_AUDIENCE' } })
  })

  test('Somebody without a mapped role is refused, and the cause is in the log', async () => {
    provider.person = { sub: 'bob', ...setting.claims('bob@people.example', ['Others']) }
    const answer = await desk.arrive(account, provider.visit)
    expect(answer.headers.location).toBe(`/app/sign-in?error=no-role&account=${account}`)
    expect(fixture.log.at(-1)).toMatchObject({ ids: { cause: 'NO_ROLE', accountId: account } })
  })
}
