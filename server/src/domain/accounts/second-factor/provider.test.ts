import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { codeOf, factorDesk, type FactorDesk } from '../../../../test/accounts/factor-desk.ts'
import { startFakeOidc, type FakeOidc } from '../../../../test/fakes/oidc.ts'

/** Second factors of people who come through an identity provider. */
let fixture: Fixture
let desk: FactorDesk
let fake: FakeOidc
let account: number
let strict: number
beforeAll(async () => {
  fake = await startFakeOidc()
  const secondFactor = { amr: ['mfa'], acr: ['urn:example:gold'] }
  const { issuer } = fake
  fixture = await accountsFixture({
    oidcSignIn: { issuer, clientId: 'vigie', clientSecret: null, secondFactor },
    externalIssuers: [{ issuer, audience: 'vigie', algorithms: ['ES256'], claimMapping: {}, secondFactor }],
  })
  desk = factorDesk(fixture)
  account = await fixture.account('First')
  strict = await fixture.account('Strict')
  await fixture.database.admin.query(
    `insert into sign_in_policy (account_id, second_factor) values ($1, 'EVERYBODY')`,
    [strict],
  )
})
afterAll(async () => {
  await fixture.close()
  await fake.close()
})

async function arrive(person: Record<string, unknown>) {
  fake.person = { email_verified: true, sub: String(person['email']), ...person }
  const start = await fixture.app.inject({ url: '/auth/oidc/start?returnTo=/app/dossiers' })
  const away = await fetch(String(start.headers.location), { redirect: 'manual' })
  const back = new URL(String(away.headers.get('location')))
  const journey = /vigie_oidc=([^;,]*)/.exec(String(start.headers['set-cookie']))?.[1] ?? ''
  return fixture.app.inject({
    url: `${back.pathname}${back.search}`,
    headers: { cookie: `__Host-vigie_oidc=${journey}` },
  })
}

const sessionOf = (answer: Awaited<ReturnType<typeof arrive>>) =>
  /vigie_session=([^;,]+)/.exec(String(answer.headers['set-cookie']))?.[1]

async function tokenOf(answer: Awaited<ReturnType<typeof arrive>>): Promise<string> {
  const cookie = `__Host-vigie_session=${sessionOf(answer)}`
  const headers = { 'x-vigie-client': 'web', cookie }
  return (await desk.call('POST', '/auth/refresh', { headers })).json<{ accessToken: string }>().accessToken
}

const usersOf = (accountId: number, token: string) =>
  desk.call('GET', `/api/v1/account/${accountId}/users`, { token })

describe('Coming from the identity provider', () => {
  it('A person with a second factor is asked for it after the provider, in a URL fragment no server sees', async () => {
    const email = 'zoe@people.example'
    await desk.person(account, email, ['ADMIN'])
    const { secret } = await desk.addTotp(await desk.signIn(email))
    desk.nextStep()
    const answer = await arrive({ email, amr: ['pwd'] })
    expect(sessionOf(answer)).toBeUndefined()
    const location = String(answer.headers.location)
    expect(location).toMatch(/^\/app\/sign-in#challenge=vgc_[\w-]{43}&returnTo=%2Fapp%2Fdossiers$/)
    const challenge = /challenge=([^&]+)/.exec(location)?.[1] ?? ''
    const asked = await desk.call('POST', '/auth/second-factor/options', { body: { challenge } })
    expect(asked.json().methods).toEqual(['totp', 'recoveryCode'])
    const body = { challenge, totp: desk.code(secret) }
    expect((await desk.call('POST', '/auth/second-factor', { body })).statusCode).toBe(200)
  })

  it('The provider’s second factor counts only where configured', async () => {
    const email = 'ida@people.example'
    await desk.person(strict, email, ['ADMIN'])
    const weak = await tokenOf(await arrive({ email, amr: ['pwd'], acr: 'silver' }))
    expect(codeOf(await usersOf(strict, weak))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    for (const claims of [{ amr: ['pwd', 'mfa'] }, { acr: 'urn:example:gold' }]) {
      const strong = await tokenOf(await arrive({ email, ...claims }))
      expect((await usersOf(strict, strong)).statusCode).toBe(200)
    }
  })

  it('Bearer tokens of the provider must meet the same requirement, and its age for sensitive actions', async () => {
    const email = 'leo@people.example'
    await desk.person(strict, email, ['ADMIN'])
    const now = Math.floor(fixture.clock.now().getTime() / 1000)
    const base = { iss: fake.issuer, aud: 'vigie', sub: 'leo', iat: now, exp: now + 3_000, email }
    const bearer = (claims: object) => fake.sign({ ...base, email_verified: true, ...claims })
    const add = (token: string) =>
      desk.call('POST', `/api/v1/account/${strict}/clients`, {
        token,
        body: { name: 'Robot', scopes: ['READER'] },
      })
    expect(codeOf(await usersOf(strict, await bearer({})))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    const undated = await bearer({ amr: ['mfa'] })
    expect((await usersOf(strict, undated)).statusCode).toBe(200)
    expect(codeOf(await add(undated))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await add(await bearer({ amr: ['mfa'], auth_time: now - 60 }))).statusCode).toBe(201)
    expect(codeOf(await add(await bearer({ amr: ['mfa'], auth_time: now - 700 })))).toEqual([
      403,
      'STEP_UP_REQUIRED',
    ])
    const none = await desk.call('GET', '/me/sessions', { token: undated })
    expect(codeOf(none)).toEqual([403, 'PEOPLE_ONLY'])
  })
})
