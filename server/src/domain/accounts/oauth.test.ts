import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, form, publicUrl, type Fixture } from '../../../test/accounts/accounts-fixture.ts'

let fixture: Fixture
let accountId: number
let client: Awaited<ReturnType<Fixture['client']>>
beforeAll(async () => {
  fixture = await accountsFixture()
  accountId = await fixture.account()
  client = await fixture.client(accountId, ['MANAGER', 'REVIEWER'])
})
afterAll(() => fixture.close())

const ask = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const request = form(fields)
  return fixture.app.inject({ url: '/oauth2/token', ...request, headers: { ...request.headers, ...headers } })
}
const credentials = () => ({ client_id: client.clientId, client_secret: client.clientSecret })
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
const me = (token: string) =>
  fixture.app.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })

describe('Token endpoint', () => {
  it('A client gets a token with every claim, valid for an hour', async () => {
    const answer = await ask({ grant_type: 'client_credentials', ...credentials() })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const body = answer.json()
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'MANAGER REVIEWER' })
    expect(decodeProtectedHeader(body.access_token)).toEqual({
      alg: 'EdDSA',
      typ: 'at+jwt',
      kid: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    })
    const now = Math.floor(fixture.clock.now().getTime() / 1000)
    expect(decodeJwt(body.access_token)).toEqual({
      iss: publicUrl,
      aud: 'vigie',
      sub: `client:${client.id}`,
      iat: now,
      nbf: now,
      exp: now + 3600,
      jti: expect.any(String),
      accounts: [accountId],
      scope: 'MANAGER REVIEWER',
      ver: 1,
    })
    const who = (await me(body.access_token)).json()
    expect(who).toMatchObject({
      kind: 'API_CLIENT',
      id: client.id,
      accounts: [{ accountId, name: 'Acme', rights: ['read', 'manage', 'decide'] }],
    })
  })

  it('The secret may come by HTTP Basic, and the scope can be narrowed', async () => {
    const answer = await ask(
      { grant_type: 'client_credentials', scope: 'REVIEWER' },
      basic(client.clientId, client.clientSecret),
    )
    expect(answer.json()).toMatchObject({ scope: 'REVIEWER' })
    const who = (await me(answer.json().access_token)).json()
    expect(who.accounts[0].rights).toEqual(['read', 'decide'])
  })

  it.each([
    ['a wrong secret', () => ({ ...credentials(), client_secret: 'vgs_wrong' }), 401, 'invalid_client'],
    ['an unknown client', () => ({ client_id: 'vgc_nobody', client_secret: 'x' }), 401, 'invalid_client'],
    ['no credentials', () => ({}), 401, 'invalid_client'],
    ['more than it has', () => ({ ...credentials(), scope: 'ADMIN' }), 400, 'invalid_scope'],
    [
      'a scope that does not exist',
      () => ({ ...credentials(), scope: 'READER nonsense' }),
      400,
      'invalid_scope',
    ],
    ['another grant', () => ({ ...credentials(), grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['no grant', () => ({ ...credentials(), grant_type: '' }), 400, 'invalid_request'],
  ])('The endpoint refuses %s in the form of RFC 6749', async (_, fields, status, error) => {
    const answer = await ask({ grant_type: 'client_credentials', ...fields() })
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
    expect(answer.headers['cache-control']).toBe('no-store')
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Basic /)
  })

  it('A repeated parameter, a secret given twice and a malformed Basic header are refused', async () => {
    const fields = new URLSearchParams({ grant_type: 'client_credentials', ...credentials() }).toString()
    const request = form({})
    const repeated = await fixture.app.inject({
      url: '/oauth2/token',
      ...request,
      payload: `${fields}&scope=MANAGER&scope=REVIEWER`,
    })
    expect([repeated.statusCode, repeated.json().error]).toEqual([400, 'invalid_request'])
    const all = { grant_type: 'client_credentials', ...credentials() }
    const twice = await ask(all, basic(client.clientId, client.clientSecret))
    expect(twice.json().error).toBe('invalid_request')
    const malformed = await ask({ grant_type: 'client_credentials' }, { authorization: 'Basic ###' })
    expect([malformed.statusCode, malformed.json().error]).toEqual([401, 'invalid_client'])
  })

  it('The token endpoint does not accept JSON', async () => {
    const answer = await fixture.app.inject({ method: 'POST', url: '/oauth2/token', payload: credentials() })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
  })

  it('No secret is stored or written to the log', async () => {
    const { rows } = await fixture.database.admin.query(
      'select * from api_client join api_client_secret using (account_id, api_client_id)',
    )
    expect(JSON.stringify(rows)).not.toContain(client.clientSecret)
    expect(JSON.stringify(fixture.log)).not.toContain(client.clientSecret)
  })
})

describe('Revocation', () => {
  const revoke = (fields: Record<string, string>) =>
    fixture.app.inject({ url: '/oauth2/revoke', ...form(fields) })

  it('A revocation takes effect at once here and within a second in another process', async () => {
    const other = fixture.secondProcess()
    const token = await fixture.tokenOf(client)
    expect((await me(token)).statusCode).toBe(200)
    await other.authenticator.authenticate(token)
    expect((await revoke({ token, ...credentials() })).statusCode).toBe(200)
    const refused = await me(token)
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    fixture.clock.advance(900)
    await expect(other.authenticator.authenticate(token)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_REVOKED',
    })
  })

  it('A revocation needs the client’s own credentials, and unknown tokens are accepted silently', async () => {
    const token = await fixture.tokenOf(client)
    const stranger = await fixture.client(accountId)
    const bare = await revoke({ token })
    expect([bare.statusCode, bare.json().error]).toEqual([401, 'invalid_client'])
    const theirs = await revoke({ token, client_id: stranger.clientId, client_secret: stranger.clientSecret })
    expect([theirs.statusCode, theirs.json().error]).toEqual([400, 'invalid_grant'])
    expect((await me(token)).statusCode).toBe(200)
    expect((await revoke({ token: 'nobody-knows', ...credentials() })).statusCode).toBe(200)
    expect((await revoke(credentials())).json().error).toBe('invalid_request')
  })
})

describe('Remembered tokens', () => {
  const revoke = (fields: Record<string, string>) =>
    fixture.app.inject({ url: '/oauth2/revoke', ...form(fields) })
  const withdraw = (id: number) =>
    fixture.database.admin.query('update api_client set active = false where api_client_id = $1', [id])

  it('A remembered token survives anonymous nonsense and the revocation of other tokens', async () => {
    const known = await fixture.client(accountId)
    const [token, other] = [await fixture.tokenOf(known), await fixture.tokenOf(client)]
    expect([(await me(token)).statusCode, (await me(other)).statusCode]).toEqual([200, 200])
    // Behind the back of this process: while it remembers the token, it does not look.
    await withdraw(known.id)
    expect((await revoke({ token: 'junk' })).statusCode).toBe(200)
    expect((await me(token)).statusCode).toBe(200)
    expect((await revoke({ token: other, ...credentials() })).statusCode).toBe(200)
    expect((await me(other)).json().code).toBe('AUTH_TOKEN_REVOKED')
    expect((await me(token)).statusCode).toBe(200)
    fixture.clock.advance(900)
    expect((await me(token)).statusCode).toBe(401)
  })
})

describe('Wrong client secrets', () => {
  const askFrom = async (remoteAddress: string, fields: Record<string, string>) => {
    const request = form({ grant_type: 'client_credentials', ...fields })
    return fixture.app.inject({ url: '/oauth2/token', ...request, remoteAddress })
  }
  const wrong = (clientId: string) => ({ client_id: clientId, client_secret: 'vgs_wrong' })
  const right = (given: { clientId: string; clientSecret: string }) => ({
    client_id: given.clientId,
    client_secret: given.clientSecret,
  })
  const statuses = async (count: number, call: (nth: number) => ReturnType<typeof askFrom>) => {
    const seen: number[] = []
    for (let nth = 0; nth < count; nth += 1) seen.push((await call(nth)).statusCode)
    return seen
  }

  it('After ten wrong secrets of one client from one address requests get 429 with the time to wait', async () => {
    const victim = await fixture.client(accountId)
    const seen = await statuses(14, () => askFrom('203.0.113.1', wrong(victim.clientId)))
    expect(seen.filter((status) => status === 401)).toHaveLength(10)
    const refused = await askFrom('203.0.113.1', wrong(victim.clientId))
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await askFrom('203.0.113.2', right(victim))).statusCode).toBe(200)
  })

  it('Wrong secrets of many clients from one address count together, but not against a client known there', async () => {
    const known = await fixture.client(accountId)
    expect((await askFrom('203.0.113.9', right(known))).statusCode).toBe(200)
    const seen = await statuses(40, (nth) => askFrom('203.0.113.9', wrong(`vgc_nobody${nth}`)))
    expect(seen.filter((status) => status === 401).length).toBeLessThanOrEqual(31)
    expect(seen.at(-1)).toBe(429)
    expect((await askFrom('203.0.113.9', right(known))).statusCode).toBe(200)
  })

  it('Wrong secrets of one client from everywhere leave each address few tries and never block the right secret', async () => {
    const victim = await fixture.client(accountId)
    await statuses(200, (nth) => askFrom(`198.51.${Math.trunc(nth / 10)}.1`, wrong(victim.clientId)))
    const fresh = await statuses(6, () => askFrom('192.0.2.1', wrong(victim.clientId)))
    expect(fresh).toEqual([401, 401, 401, 429, 429, 429])
    expect(await statuses(6, () => askFrom('192.0.2.2', right(victim)))).toEqual(Array(6).fill(200))
  })
})

describe('Published description', () => {
  it('The description names the endpoints and holds public keys only', async () => {
    const metadata = (await fixture.app.inject({ url: '/.well-known/oauth-authorization-server' })).json()
    expect(metadata).toMatchObject({ issuer: publicUrl, jwks_uri: `${publicUrl}/.well-known/jwks.json` })
    const { keys } = (await fixture.app.inject({ url: '/.well-known/jwks.json' })).json()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })
})
