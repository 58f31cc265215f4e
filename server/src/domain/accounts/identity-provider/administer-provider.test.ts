import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountsFixture, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { administrationOf } from '../../../../test/accounts/administration-of.ts'
import { codeOf } from '../../../../test/accounts/factor-desk.ts'
import { startFakeOidc, type FakeOidc } from '../../../../test/fakes/oidc.ts'
import { visitOnce } from '../../../../test/oidc/browser.ts'
import { ssoDesk, type SsoDesk } from '../../../../test/oidc/sso-desk.ts'
import { accountCommand } from '../../../commands/account.ts'
import { endTokensOfPerson } from '../operator.ts'
import { resealAccounts } from '../reseal-accounts.ts'
import { createClientSecrets } from './provider-settings.ts'

/** Settings, trials, enforcement and access tokens of an account's own provider. */
let fixture: Fixture
let desk: SsoDesk
let fake: FakeOidc
let account: number
let admin: string
let client: string

const path = () => `/api/v1/account/${account}/identity-provider`
const settings = (more: object = {}) => ({
  issuer: fake.issuer,
  clientId: 'vigie',
  clientSecret: 'a-secret',
  roleMapping: [{ value: 'readers', role: 'READER' }],
  state: 'IN_FORCE',
  ...more,
})
const put = (more: object = {}) => desk.put(account, admin, settings(more))
const says = (sub: string, email: string, more: object = {}) => {
  fake.person = { sub, email, email_verified: true, roles: ['readers'], ...more }
}

beforeAll(async () => {
  fake = await startFakeOidc()
  fixture = await accountsFixture()
  desk = ssoDesk(fixture)
})
beforeEach(async () => {
  fake.mood = 'well'
  account = await fixture.account()
  const email = `admin-${account}@people.example`
  await desk.person(account, email, ['ADMIN'])
  admin = await desk.signIn(email)
  client = await fixture.tokenOf(await fixture.client(account))
})
afterAll(async () => {
  await fixture.close()
  await fake.close()
})

describe('Settings of the provider', () => {
  it('The settings are kept without ever showing the secret, and recorded', async () => {
    expect(codeOf(await desk.call('GET', path(), { token: admin }))).toEqual([
      404,
      'IDENTITY_PROVIDER_NOT_FOUND',
    ])
    const answer = await put({ trustUnverifiedEmail: true })
    const etag = String(answer.headers['etag'])
    expect(answer.json()).toMatchObject({
      hasClientSecret: true,
      redirectUri: 'https://vigie.example/auth/oidc/callback',
      startUri: `https://vigie.example/auth/oidc/start?account=${account}`,
      tokens: { audience: null, types: ['at+jwt', 'JWT'], algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'] },
    })
    expect(answer.body).not.toContain('a-secret')
    const stale = await desk.call('PUT', path(), {
      token: admin,
      body: settings(),
      headers: { 'if-match': '"7"' },
    })
    expect(stale.statusCode).toBe(412)
    const kept = await desk.call('GET', path(), { token: admin, headers: { 'if-none-match': etag } })
    expect(kept.statusCode).toBe(304)
    expect((await desk.call('GET', path(), { token: admin })).json()).toEqual(answer.json())
    const entries = await administrationOf(fixture.database, account)
    expect(JSON.stringify(entries)).not.toContain('a-secret')
    expect(entries.at(-1)).toMatchObject({ name: 'IDENTITY_PROVIDER_CHANGED', after: { state: 'IN_FORCE' } })
  })

  it.each([
    ['inside the network', { issuer: 'https://10.0.0.8/realms/x' }, 'IDENTITY_PROVIDER_ADDRESS'],
    ['of the cloud’s metadata', { issuer: 'https://169.254.169.254' }, 'IDENTITY_PROVIDER_ADDRESS'],
    ['without encryption', { issuer: 'http://login.example' }, 'IDENTITY_PROVIDER_ADDRESS'],
    ['with a query', { issuer: 'https://login.example/?a=b' }, 'IDENTITY_PROVIDER_ADDRESS'],
    ['asked for no ID token', { scopes: 'email profile' }, 'IDENTITY_PROVIDER_SCOPES'],
    [
      'whose ID tokens would pass for access tokens',
      { tokens: { audience: 'vigie' } },
      'IDENTITY_PROVIDER_AUDIENCE',
    ],
    ['enforced as a draft', { state: 'DRAFT', enforced: true }, 'IDENTITY_PROVIDER_NOT_IN_FORCE'],
  ])('A provider %s is refused', async (_, change, code) => {
    expect(codeOf(await put(change))).toEqual([422, code])
  })

  it('A stored secret is never sent to another issuer', async () => {
    await put()
    const moved = settings({ issuer: `${fake.issuer}/other`, clientSecret: undefined })
    expect(codeOf(await desk.put(account, admin, moved))).toEqual([422, 'IDENTITY_PROVIDER_SECRET_NEEDED'])
  })

  it('Removing the provider ends what was opened through it, and only that', async () => {
    await put()
    says(`r-${account}`, 'r@people.example')
    const token = await desk.enter(account, visitOnce)
    const removed = await desk.call('DELETE', path(), { token: admin })
    expect(removed.statusCode).toBe(204)
    expect((await desk.call('GET', '/me', { token })).statusCode).toBe(401)
    expect((await desk.call('GET', '/me', { token: admin })).statusCode).toBe(200)
  })

  it('The secret is sealed anew when the key of the installation is replaced', async () => {
    await put()
    const to = randomBytes(32)
    const { db } = fixture.database
    const rollback = new Error('only to look')
    await db
      .system(async (tx) => {
        const { identityProviders } = await resealAccounts(tx, { from: fixture.secretKey, to })
        expect(identityProviders.unreadable).toBe(0)
        const row = await tx
          .selectFrom('identity_provider')
          .select('sealed_client_secret as sealed')
          .where('account_id', '=', account)
          .executeTakeFirstOrThrow()
        const place = { accountId: account, issuer: fake.issuer }
        expect(createClientSecrets(to).open(place, row.sealed ?? Buffer.alloc(0))).toBe('a-secret')
        throw rollback
      })
      .catch((error: unknown) => expect(error).toBe(rollback))
  })
})

describe('Trials', () => {
  it('A trial of a provider out of reach says what to change, and leads nowhere', async () => {
    await put()
    fake.mood = 'down'
    const trial = await desk.begin(account, admin)
    expect(trial).toMatchObject({ state: 'FAILED', goOnAt: null })
    const last = trial.steps.at(-1)
    expect(last).toMatchObject({ step: 'DISCOVERY', cause: 'ISSUER_UNREACHABLE' })
    expect(last?.advice).toContain('.well-known')
  })

  it('A trial of an issuer that calls itself otherwise names what it calls itself', async () => {
    await put({ issuer: `${fake.issuer}/` })
    const { steps } = await desk.begin(account, admin)
    expect(steps.at(-1)).toMatchObject({ step: 'ISSUER', outcome: 'FAILED', cause: 'ISSUER_WRONG' })
  })

  it('A trial shows the claims that came back and why they were not enough, and signs nobody in', async () => {
    await put()
    says(`t-${account}`, `admin-${account}@people.example`, { email_verified: undefined })
    const trial = await desk.tryOut(account, admin, visitOnce)
    expect(trial.state).toBe('FAILED')
    expect(trial.steps.at(-1)).toMatchObject({ step: 'EMAIL', cause: 'EMAIL_NOT_VERIFIED' })
    const claims = trial.steps.find(({ step }) => step === 'ID_TOKEN')?.claims.map(({ name }) => name)
    expect(claims).toEqual(expect.arrayContaining(['iss', 'sub', 'email', 'roles']))
    expect(claims).not.toContain('nonce')
    expect(codeOf(await put({ clientSecret: undefined, enforced: true }))).toEqual([
      409,
      'IDENTITY_PROVIDER_NOT_TRIED',
    ])
  })

  it('A trial that finds somebody else than its maker proves nothing for enforcement', async () => {
    await put()
    says(`s-${account}`, 'somebody-else@people.example')
    const trial = await desk.tryOut(account, admin, visitOnce)
    expect([trial.state, trial.steps.at(-1)?.detail]).toEqual(['SUCCEEDED', 'NEW_PERSON'])
    expect(codeOf(await put({ clientSecret: undefined, enforced: true }))).toEqual([
      409,
      'IDENTITY_PROVIDER_NOT_TRIED',
    ])
  })

  it('The outcome of a trial is gone after a quarter of an hour', async () => {
    await put()
    const { tryId } = await desk.begin(account, admin)
    fixture.clock.advance(15 * 60_000)
    const gone = await desk.call('GET', `${path()}/try/${tryId}`, { token: client })
    expect(codeOf(gone)).toEqual([404, 'IDENTITY_TRIAL_NOT_FOUND'])
  })
})

describe('Enforcement', () => {
  async function enforce() {
    await put()
    says(`own-${account}`, `admin-${account}@people.example`)
    await desk.tryOut(account, admin, visitOnce)
    expect((await put({ clientSecret: undefined, enforced: true })).statusCode).toBe(200)
  }
  const users = (token: string) => desk.call('GET', `/api/v1/account/${account}/users`, { token })

  it('An enforced provider keeps out every other way of people, and no API client', async () => {
    await enforce()
    const refused = await users(admin)
    expect(codeOf(refused)).toEqual([403, 'SINGLE_SIGN_ON_REQUIRED'])
    expect(refused.json()).toMatchObject({ singleSignOn: { start: `/auth/oidc/start?account=${account}` } })
    expect((await users(client)).statusCode).toBe(200)
    expect((await users(await desk.enter(account, visitOnce))).statusCode).toBe(200)
    const me = (await desk.call('GET', '/me', { token: admin })).json()
    expect(me.accounts).toMatchObject([{ accountId: account, barred: 'SINGLE_SIGN_ON_REQUIRED' }])
    const options = await desk.call('GET', `/auth/options?account=${account}`)
    expect(options.json()).toMatchObject({ password: false, singleSignOn: true })
  })

  it('Enforced settings cannot be changed before they were tried', async () => {
    await enforce()
    const token = await desk.enter(account, visitOnce)
    const changed = settings({ clientSecret: undefined, scopes: 'openid email', enforced: true })
    expect(codeOf(await desk.put(account, token, changed))).toEqual([409, 'IDENTITY_PROVIDER_NOT_TRIED'])
  })

  it('The operator opens the account again when its provider is gone, and it is recorded', async () => {
    await enforce()
    const { database, clock, service } = fixture
    const open = async () => ({ db: database.db, clock, accounts: service, close: () => Promise.resolve() })
    const program = new Command().addCommand(accountCommand({ open }))
    await program.parseAsync(['account', 'sso', 'off', '--account', String(account), '--json'], {
      from: 'user',
    })
    clock.advance(5_000)
    expect((await users(admin)).statusCode).toBe(200)
    const entries = await administrationOf(database, account)
    expect(entries.at(-1)).toMatchObject({ name: 'SINGLE_SIGN_ON_RELEASED', actorType: 'OPERATOR' })
  })
})

describe('Access tokens of the provider', () => {
  const audience = 'https://api.example'
  const claims = (more: object = {}) => {
    const now = Math.floor(fixture.clock.now().getTime() / 1000)
    return {
      iss: fake.issuer,
      aud: `${audience}/${account}`,
      sub: `p-${account}`,
      iat: now,
      exp: now + 300,
      ...more,
    }
  }
  const accept = (more: object = {}) => put({ tokens: { audience: `${audience}/${account}`, ...more } })
  const me = async (token: string) => desk.call('GET', '/me', { token })

  it('A token opens the account of the provider alone, and ends with the tokens of its person', async () => {
    await accept()
    says(`p-${account}`, `p-${account}@people.example`)
    await desk.enter(account, visitOnce)
    // The database has a clock of its own, which no test moves.
    const token = await fake.sign(claims({ iat: Math.floor(Date.now() / 1000) - 1 }))
    const { id, accounts } = (await me(token)).json()
    expect(accounts).toMatchObject([{ accountId: account, roles: ['READER'] }])
    await fixture.database.db.system((tx) => endTokensOfPerson(tx, id as number))
    fixture.clock.advance(5_000)
    expect(codeOf(await me(token))).toEqual([401, 'AUTH_TOKEN_REVOKED'])
  })

  it('A service without a person comes in only where machines are let in, with mapped roles', async () => {
    await accept()
    const token = await fake.sign(claims({ sub: 'robot', roles: ['readers'] }))
    expect((await me(token)).statusCode).toBe(401)
    await accept({ machines: true })
    fixture.clock.advance(5_000)
    expect((await me(token)).json()).toMatchObject({
      kind: 'API_CLIENT',
      accounts: [{ accountId: account, rights: ['read'] }],
    })
  })

  it('Another account that names the same issuer and audience takes no token away', async () => {
    await accept()
    says(`p-${account}`, `p-${account}@people.example`)
    await desk.enter(account, visitOnce)
    const [mine, shared] = [account, `${audience}/${account}`]
    account = await fixture.account('Copycat')
    await desk.person(account, `copy-${account}@people.example`, ['ADMIN'])
    admin = await desk.signIn(`copy-${account}@people.example`)
    await put({ tokens: { audience: shared, machines: true } })
    const token = await fake.sign(claims({ aud: shared, sub: `p-${mine}`, roles: ['readers'] }))
    expect((await me(token)).json()).toMatchObject({ kind: 'USER', accounts: [{ accountId: mine }] })
  })
})
