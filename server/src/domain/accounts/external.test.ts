import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountsFixture, publicUrl, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { createAccounts } from './service.ts'
import { startFakeOidc, type FakeOidc } from '../../../test/fakes/oidc.ts'

let fake: FakeOidc
let fixture: Fixture
let accountId: number
let userId: number
const email = 'zoe@people.example'

async function withIssuer(claimMapping: object): Promise<Fixture> {
  const issuer = { issuer: fake.issuer, audience: 'vigie-api', algorithms: ['ES256'], claimMapping }
  const oidcSignIn = { issuer: fake.issuer, clientId: 'vigie', clientSecret: 'a-secret' }
  return accountsFixture({ externalIssuers: [issuer], oidcSignIn })
}

beforeAll(async () => {
  fake = await startFakeOidc()
  fixture = await withIssuer({})
  accountId = await fixture.account()
  userId = await fixture.user(accountId, email, ['REVIEWER'])
})
afterAll(async () => {
  await fixture.close()
  await fake.close()
})
beforeEach(() => {
  fake.mood = 'well'
})

function claims(more: object = {}) {
  const now = Math.floor(fixture.clock.now().getTime() / 1000)
  const base = { iss: fake.issuer, aud: 'vigie-api', sub: 'them', iat: now, exp: now + 300 }
  return { ...base, email, email_verified: true, ...more }
}
const codeOf = (token: string, by = fixture) =>
  by.service.authenticator.authenticate(token).then(
    () => 'ACCEPTED',
    (error: { code?: string }) => error.code,
  )

describe('Tokens of an outside issuer', () => {
  it('An outside token stands for the person with its verified address', async () => {
    const principal = await fixture.service.authenticator.authenticate(await fake.sign(claims()))
    expect(principal).toMatchObject({ kind: 'USER', id: userId, key: `user:${userId}` })
    expect([...(principal.accounts.get(accountId) ?? [])]).toEqual(['read', 'decide'])
  })

  it.each([
    ['an address not verified', { email_verified: false }, {}],
    ['no word on verification', { email_verified: undefined }, {}],
    ['an unknown address', { email: 'nobody@people.example' }, {}],
    ['another audience', { aud: 'other' }, {}],
    ['another issuer', { iss: 'https://evil.example' }, {}],
    ['a type of its own', {}, { typ: 'logout+jwt' }],
    ['jku', {}, { jku: 'http://127.0.0.1:9/' }],
    ['an unknown kid', {}, { kid: 'unknown' }],
  ])('An outside token with %s is refused', async (_, change, header) => {
    expect(await codeOf(await fake.sign(claims(change), header))).toBe('AUTH_TOKEN_INVALID')
  })

  it('An outside token expires, and cannot borrow the name of our own issuer', async () => {
    const past = Math.floor(fixture.clock.now().getTime() / 1000) - 61
    expect(await codeOf(await fake.sign(claims({ exp: past })))).toBe('AUTH_TOKEN_EXPIRED')
    expect(await codeOf(await fake.sign(claims({ iss: publicUrl })))).toBe('AUTH_TOKEN_INVALID')
  })

  it('Mapped claims give accounts and roles, never more than the mapping allows', async () => {
    const mapping = { accounts: 'ext.accounts', roles: 'groups', roleNames: { 'vigie-review': 'REVIEWER' } }
    const mapped = await withIssuer(mapping)
    const one = await mapped.account('One')
    const two = await mapped.account('Two')
    const token = await fake.sign(
      claims({ ext: { accounts: [one, two, 999_999] }, groups: ['vigie-review', 'KING', 'toString'] }),
    )
    const principal = await mapped.service.authenticator.authenticate(token)
    expect(principal).toMatchObject({ kind: 'API_CLIENT', id: 0, name: 'them' })
    expect([...principal.accounts.keys()]).toEqual([one, two])
    expect([...(principal.accounts.get(one) ?? [])]).toEqual(['read', 'decide'])
    await mapped.close()
  })

  it('Keys from another origin, a redirect or a broken answer verify no token', async () => {
    for (const mood of ['foreign-keys', 'redirecting', 'garbage', 'huge', 'down'] as const) {
      fake.mood = mood
      const fresh = await withIssuer({})
      const before = fake.requests.length
      expect([mood, await codeOf(await fake.sign(claims()), fresh)]).toEqual([mood, 'ISSUER_UNAVAILABLE'])
      await codeOf(await fake.sign(claims({ jti: 'second' })), fresh)
      expect([mood, fake.requests.length - before]).toEqual([mood, 1])
      fake.mood = 'well'
      const account = await fresh.account()
      await fresh.user(account, email, ['READER'])
      fresh.clock.advance(30_000)
      expect([mood, await codeOf(await fake.sign(claims()), fresh)]).toEqual([mood, 'ACCEPTED'])
      await fresh.close()
    }
  })

  it('A symmetric algorithm or a plain-text address is refused at configuration', () => {
    const config = { issuer: 'https://idp.example', audience: 'a', algorithms: ['ES256'], claimMapping: {} }
    const { database, clock, secretKey } = fixture
    const options = { db: database.db, clock, secretKey, publicUrl, log: () => undefined }
    const make = (change: object) => () =>
      createAccounts({ ...options, externalIssuers: [{ ...config, ...change }] })
    expect(make({})).not.toThrow()
    expect(make({ algorithms: ['ES256', 'HS256'] })).toThrow(/asymmetric/)
    expect(make({ algorithms: [] })).toThrow(/asymmetric/)
    expect(make({ issuer: 'http://idp.example' })).toThrow(/https/)
  })
})

describe('Signing in through an outside issuer', () => {
  const cookie = (answer: { headers: Record<string, unknown> }, name: string) =>
    new RegExp(`__Host-vigie_${name}=([^;,]*)`).exec(String(answer.headers['set-cookie']))?.[1] ?? ''

  async function journey(returnTo = '/app/dossiers?tab=1') {
    const url = `/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`
    const start = await fixture.app.inject({ url })
    expect(start.statusCode).toBe(303)
    const away = await fetch(String(start.headers.location), { redirect: 'manual' })
    const back = new URL(String(away.headers.get('location')))
    return { start, back, value: cookie(start, 'oidc') }
  }
  const arrive = (back: URL, value: string) =>
    fixture.app.inject({
      url: `${back.pathname}${back.search}`,
      headers: { cookie: `__Host-vigie_oidc=${value}` },
    })

  it('A sign-in through the issuer opens a session and returns to the page', async () => {
    fake.person = { email, email_verified: true }
    const { start, back, value } = await journey()
    const location = new URL(String(start.headers.location))
    expect(location.searchParams.get('code_challenge_method')).toBe('S256')
    expect(`${back.origin}${back.pathname}`).toBe(`${publicUrl}/auth/oidc/callback`)
    const arrival = await arrive(back, value)
    expect([arrival.statusCode, arrival.headers.location]).toEqual([303, '/app/dossiers?tab=1'])
    const session = cookie(arrival, 'session')
    const renewed = await fixture.app.inject({
      method: 'POST',
      url: '/auth/refresh',
      headers: { 'x-vigie-client': 'web', cookie: `__Host-vigie_session=${session}` },
    })
    expect(renewed.statusCode).toBe(200)
    const replay = await arrive(back, value)
    expect(replay.headers.location).toBe('/app/sign-in?error=token-refused')
  })

  it('A sign-in from an address no account allows returns with the reason', async () => {
    fake.person = { email, email_verified: true }
    const fence = `update account set allowed_addresses = $2 where account_id = $1`
    await fixture.database.admin.query(fence, [accountId, ['192.0.2.0/24']])
    const { back, value } = await journey()
    const arrival = await arrive(back, value)
    expect([arrival.statusCode, arrival.headers.location]).toEqual([303, '/app/sign-in?error=address'])
    expect(cookie(arrival, 'session')).toBe('')
    await fixture.database.admin.query(fence, [accountId, []])
  })

  it.each([
    ['the address is not verified', { email_verified: false, sub: 'n1' }, 'email-not-verified'],
    ['nothing is said of the address', { email_verified: undefined, sub: 'n2' }, 'email-not-verified'],
    ['there is no address', { email: undefined, sub: 'n3' }, 'no-email'],
    ['the address is a list of two', { email: [email, 'b@people.example'], sub: 'n4' }, 'no-email'],
    ['the address is unknown', { email: 'nobody@people.example', sub: 'n5' }, 'not-invited'],
    ['the address belongs to another subject', { sub: 'n6' }, 'address-taken'],
    ['the nonce is another', { nonce: 'other' }, 'id-token-refused'],
    ['the audience is another', { aud: 'other' }, 'id-token-refused'],
    ['the issuer is another', { iss: 'https://other.example' }, 'issuer-wrong'],
  ])('A sign-in through the issuer fails when %s', async (_, person, word) => {
    fake.person = { email, email_verified: true }
    const known = await journey()
    await arrive(known.back, known.value)
    fake.person = { email, email_verified: true, ...person }
    const { back, value } = await journey()
    const arrival = await arrive(back, value)
    expect([arrival.statusCode, arrival.headers.location]).toEqual([303, `/app/sign-in?error=${word}`])
    expect(cookie(arrival, 'session')).toBe('')
    const cause = word.toUpperCase().replaceAll('-', '_')
    expect(fixture.log.at(-1)).toMatchObject({ event: 'SIGN_IN_FAILED', ids: { by: 'oidc', cause } })
  })

  it('A sign-in fails with another browser’s answer, a forged cookie, or after ten minutes', async () => {
    fake.person = { email, email_verified: true }
    const mine = await journey()
    const theirs = await journey()
    const failed = '/app/sign-in?error=state-mismatch'
    expect((await arrive(theirs.back, mine.value)).headers.location).toBe(failed)
    expect((await arrive(theirs.back, 'forged')).headers.location).toBe(failed)
    const late = await journey()
    fixture.clock.advance(10 * 60_000)
    expect((await arrive(late.back, late.value)).headers.location).toBe(failed)
  })

  it('A sign-in never redirects to a foreign site', async () => {
    fake.person = { email, email_verified: true }
    for (const target of [
      'https://evil.example',
      '//evil.example',
      '/app/../..//evil',
      '/app\\@evil.example',
    ]) {
      const { back, value } = await journey(target)
      const arrival = await arrive(back, value)
      expect(new URL(String(arrival.headers.location), publicUrl).origin).toBe(publicUrl)
    }
  })
})
