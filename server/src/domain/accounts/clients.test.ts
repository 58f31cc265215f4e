import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { exportJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountsFixture, form, publicUrl, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { administrationOf } from '../../../test/accounts/administration-of.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import type { TestApp } from '../../../test/harness/index.ts'
import { purgeOldTokens } from './sessions.ts'
import { warnOfSecrets } from './warn-secrets.task.ts'

interface Client {
  id: number
  clientId: string
  clientSecret?: string
  previousSecretUntil: string | null
  secrets: {
    id: number
    label: string | null
    expiresAt: string | null
    endsSoon: boolean
    lastUsedAt: string | null
  }[]
  keys: Record<string, unknown>[]
}

let fixture: Fixture
let accountId: number
let admin: string
beforeAll(async () => {
  fixture = await accountsFixture()
  accountId = await fixture.account()
  admin = await fixture.tokenOf(await fixture.client(accountId))
})
afterAll(() => fixture.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, body?: object, token = admin) =>
  fixture.app.inject({
    method,
    url: `/api/v1/account/${accountId}${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
const problemOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const add = async (body: object = {}): Promise<Client> => {
  const answer = await call('POST', '/clients', { name: 'Robot', scopes: ['READER'], ...body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
let asked = 0
/** Each from an address of its own: what one address may fail is another test's matter. */
const ask = (fields: Record<string, string>) => {
  const request = form({ grant_type: 'client_credentials', ...fields })
  const headers = { ...request.headers, 'x-forwarded-for': `192.0.2.${(asked += 1) % 250}` }
  return fixture.app.inject({ url: '/oauth2/token', ...request, headers })
}
const opens = async (clientId: string, clientSecret = '') =>
  (await ask({ client_id: clientId, client_secret: clientSecret })).statusCode

describe('Secrets of an API client', () => {
  test('A client has at most two secrets, each with its end and last use, removed one by one', async () => {
    const made = await add({ secret: { label: 'spring', expiresInDays: 400 } })
    const second = await call('POST', `/clients/${made.id}/secrets`, { label: 'autumn', expiresInDays: 20 })
    const { clientSecret, secrets, clientId } = second.json<Client>()
    expect(second.statusCode, second.body).toBe(201)
    expect(secrets.map(({ label, endsSoon }) => [label, endsSoon])).toEqual([
      ['autumn', true],
      ['spring', false],
    ])
    expect(await opens(clientId, made.clientSecret)).toBe(200)
    expect(await opens(clientId, clientSecret)).toBe(200)
    const third = await call('POST', `/clients/${made.id}/secrets`)
    expect(problemOf(third)).toEqual([409, 'CLIENT_SECRETS_FULL'])
    const listed = (await call('GET', '/clients')).json<{ content: Client[] }>().content
    const shown = listed.find(({ id }) => id === made.id)
    expect(shown?.secrets.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true)
    expect(JSON.stringify(listed)).not.toContain('vgs_')
    const spring = secrets[1]?.id ?? 0
    expect((await call('DELETE', `/clients/${made.id}/secrets/${spring}`)).statusCode).toBe(204)
    expect(await opens(clientId, made.clientSecret)).toBe(401)
    const last = `/clients/${made.id}/secrets/${secrets[0]?.id}`
    expect(problemOf(await call('DELETE', last))).toEqual([409, 'CLIENT_LAST_CREDENTIAL'])
    const absent = await call('DELETE', `/clients/${made.id}/secrets/${spring}`)
    expect(problemOf(absent)).toEqual([404, 'CLIENT_SECRET_NOT_FOUND'])
  })

  test('A secret works until its end and not a moment longer; an expired one makes room', async () => {
    const made = await add({ secret: { expiresInDays: 1 } })
    expect(await opens(made.clientId, made.clientSecret)).toBe(200)
    fixture.clock.advance(24 * 3_600_000 - 1)
    expect(await opens(made.clientId, made.clientSecret)).toBe(200)
    fixture.clock.advance(1)
    expect(await opens(made.clientId, made.clientSecret)).toBe(401)
    admin = await fixture.tokenOf(await fixture.client(accountId))
    for (const _ of [1, 2]) {
      const more = await call('POST', `/clients/${made.id}/secrets`)
      expect(more.statusCode, more.body).toBe(201)
      expect(await opens(made.clientId, more.json<Client>().clientSecret)).toBe(200)
    }
  })

  test('Rotation keeps the newest secret for its grace period and ends the others', async () => {
    const made = await add()
    const second = (await call('POST', `/clients/${made.id}/secrets`)).json<Client>()
    const rotated = await call('POST', `/clients/${made.id}/rotate-secret`, { graceSeconds: 60 })
    const now = rotated.json<Client>()
    expect(rotated.statusCode, rotated.body).toBe(200)
    expect(now.previousSecretUntil).toBe(now.secrets[1]?.expiresAt)
    expect(await opens(made.clientId, made.clientSecret)).toBe(401)
    expect(await opens(made.clientId, second.clientSecret)).toBe(200)
    expect(await opens(made.clientId, now.clientSecret)).toBe(200)
    fixture.clock.advance(60_000)
    expect(await opens(made.clientId, second.clientSecret)).toBe(401)
  })

  test('Revoking a leaked secret revokes the tokens issued with it', async () => {
    const made = await add()
    const token = (await ask({ client_id: made.clientId, client_secret: made.clientSecret ?? '' })).json<{
      access_token: string
    }>().access_token
    await call('POST', `/clients/${made.id}/secrets`)
    const path = `/clients/${made.id}/secrets/${made.secrets[0]?.id}?endTokens=true`
    expect((await call('DELETE', path)).statusCode).toBe(204)
    const me = await fixture.app.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })
    expect(problemOf(me)).toEqual([401, 'AUTH_TOKEN_REVOKED'])
  })

  test('Every change of a client stands in the administration journal, without a secret', async () => {
    const made = await add({ name: 'Watched' })
    await call('PATCH', `/clients/${made.id}`, { name: 'Renamed', allowedAddresses: ['127.0.0.0/8'] })
    await call('POST', `/clients/${made.id}/secrets`)
    await call('DELETE', `/clients/${made.id}/secrets/${made.secrets[0]?.id}`)
    await call('DELETE', `/clients/${made.id}`)
    const entries = (await administrationOf(fixture.database, accountId)).filter(
      ({ subjectId }) => subjectId === made.id,
    )
    expect(entries.map(({ name }) => name)).toEqual([
      'CLIENT_ADDED',
      'CLIENT_SECRET_ADDED',
      'CLIENT_CHANGED',
      'CLIENT_SECRET_ADDED',
      'CLIENT_SECRET_REMOVED',
      'CLIENT_DEACTIVATED',
    ])
    expect(entries[2]).toMatchObject({
      actorType: 'API_CLIENT',
      before: { name: 'Watched', allowedAddresses: [] },
      after: { name: 'Renamed', allowedAddresses: ['127.0.0.0/8'] },
      origin: { address: '127.0.0.1' },
    })
    expect(JSON.stringify(entries)).not.toContain('vgs_')
  })

  test('Administrators are told once, two weeks before a secret ends', async () => {
    const own = await fixture.account('Café & fils')
    await fixture.user(own, 'chief@people.example', ['ADMIN'])
    await fixture.user(own, 'reader@people.example', ['READER'])
    const token = await fixture.tokenOf(await fixture.client(own))
    const create = (name: string, expiresInDays: number) =>
      fixture.app.inject({
        method: 'POST',
        url: `/api/v1/account/${own}/clients`,
        headers: { authorization: `Bearer ${token}` },
        payload: { name, scopes: ['READER'], secret: { expiresInDays } },
      })
    await create('Soon', 10)
    await create('Later', 100)
    const run = () =>
      runTask(
        { db: fixture.database.db } as TestApp,
        'clients.warn-secrets',
        warnOfSecrets({ publicUrl }),
        {},
      )
    await run()
    await run()
    const { rows } = await fixture.database.admin.query<{ recipient: string; subject: string }>(
      'select recipient, subject from mail where account_id = $1',
      [own],
    )
    expect(rows).toEqual([
      { recipient: 'chief@people.example', subject: expect.stringContaining('“Soon” ends on') },
    ])
  })

  test('A secret with contradictory options is refused', async () => {
    for (const expiresInDays of [0, -1, 3_651, 1.5, '30']) {
      const answer = await call('POST', '/clients', {
        name: 'x',
        scopes: ['READER'],
        secret: { expiresInDays },
      })
      expect(problemOf(answer)).toEqual([400, 'VALIDATION_FAILED'])
    }
  })
})

describe('Client authentication by private_key_jwt', () => {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const keyPairs: Record<string, { publicKey: KeyObject; privateKey: KeyObject }> = {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
  }
  const privateKeyOf = (alg: string) => (keyPairs[alg] ?? keyPairs['RS256'])?.privateKey as KeyObject
  const publicJwk = async (alg: string) => ({
    ...(await exportJWK(keyPairs[alg]?.publicKey as KeyObject)),
    kid: alg,
  })
  let client: Client
  let secretClient: Client
  beforeAll(async () => {
    client = await add({ jwks: { keys: await Promise.all(['RS256', 'ES256', 'EdDSA'].map(publicJwk)) } })
    secretClient = await add()
  })

  const seconds = () => Math.floor(fixture.clock.now().getTime() / 1000)
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iss: client.clientId,
    sub: client.clientId,
    aud: `${publicUrl}/oauth2/token`,
    iat: seconds(),
    exp: seconds() + 60,
    jti: randomUUID(),
    ...more,
  })
  const sign = (payload: JWTPayload, alg = 'ES256', kid = alg === 'PS256' ? 'RS256' : alg) =>
    new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(privateKeyOf(alg))
  const present = (assertion: string, more: Record<string, string> = {}) =>
    ask({ client_assertion: assertion, client_assertion_type: type, ...more })

  test('An assertion is accepted with every advertised algorithm, for the issuer and for the endpoint', async () => {
    expect(client.clientSecret).toBeUndefined()
    expect(client.secrets).toEqual([])
    const metadata = (await fixture.app.inject('/.well-known/oauth-authorization-server')).json()
    expect(metadata.token_endpoint_auth_methods_supported).toContain('private_key_jwt')
    const algorithms: string[] = metadata.token_endpoint_auth_signing_alg_values_supported
    expect(algorithms).toEqual(['RS256', 'PS256', 'ES256', 'EdDSA'])
    for (const alg of algorithms) {
      const answer = await present(await sign(claims(), alg))
      expect([alg, answer.statusCode], answer.body).toEqual([alg, 200])
    }
    const forIssuer = await present(await sign(claims({ aud: publicUrl })), { client_id: client.clientId })
    expect(forIssuer.json()).toMatchObject({ token_type: 'Bearer', scope: 'READER' })
  })

  test('An assertion works once: it is refused afterwards, in another process too', async () => {
    const assertion = await sign(claims())
    const answers = await Promise.all([1, 2, 3, 4].map(() => present(assertion)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401,
    ])
    // Kept until it ends by itself, not longer.
    await fixture.database.db.system((tx) => purgeOldTokens(tx, fixture.clock))
    expect((await present(assertion)).statusCode).toBe(401)
    fixture.clock.advance(5 * 60_000)
    await fixture.database.db.system((tx) => purgeOldTokens(tx, fixture.clock))
    const { rows } = await fixture.database.admin.query('select * from client_assertion')
    expect(rows).toEqual([])
    expect((await present(assertion)).statusCode).toBe(401)
  })

  test('An assertion in any other form is refused with one and the same answer', async () => {
    const other = await add({ jwks: { keys: [{ ...(await publicJwk('EdDSA')), kid: 'theirs' }] } })
    const publicText = JSON.stringify(await publicJwk('RS256'))
    const hmac = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'RS256' })
    const { jti: _, ...withoutJti } = claims()
    const { exp: __, ...withoutExp } = claims()
    const bad: Record<string, string> = {
      none: new UnsecuredJWT(claims()).encode(),
      'HS256 with the public key': await hmac.sign(Buffer.from(publicText)),
      'wrong audience': await sign(claims({ aud: 'https://elsewhere.example' })),
      'two audiences': await sign(claims({ aud: [publicUrl, 'https://elsewhere.example'] })),
      'no audience': await sign({ ...claims(), aud: [] }),
      expired: await sign(claims({ exp: seconds() - 31 })),
      'ends too late': await sign(claims({ exp: seconds() + 5 * 60 + 31 })),
      'not yet': await sign(claims({ nbf: seconds() + 60 })),
      'no jti': await sign(withoutJti),
      'empty jti': await sign(claims({ jti: '' })),
      'long jti': await sign(claims({ jti: 'x'.repeat(129) })),
      'no end': await sign(withoutExp),
      'another subject': await sign(claims({ sub: 'vgc_somebody-else' })),
      'another issuer': await sign(claims({ iss: 'vgc_somebody-else' })),
      'signed by another client': await sign(claims(), 'EdDSA', 'theirs'),
      'of an unknown client': await sign(claims({ iss: 'vgc_unknown-client', sub: 'vgc_unknown-client' })),
      'of a client without keys': await sign(
        claims({ iss: secretClient.clientId, sub: secretClient.clientId }),
      ),
      garbage: 'a.b.c',
      'much too long': `${await sign(claims())}${'A'.repeat(8_192)}`,
    }
    expect(other.keys).toHaveLength(1)
    for (const [name, assertion] of Object.entries(bad)) {
      const answer = await present(assertion)
      expect([name, answer.statusCode, answer.json().error]).toEqual([name, 401, 'invalid_client'])
    }
    const good = await sign(claims())
    const mixed = await present(good, { client_secret: 'x' })
    expect([mixed.statusCode, mixed.json().error]).toEqual([400, 'invalid_request'])
    const untyped = await ask({ client_assertion: good })
    expect([untyped.statusCode, untyped.json().error]).toEqual([400, 'invalid_request'])
    const unlike = await present(good, { client_id: secretClient.clientId })
    expect(unlike.statusCode).toBe(401)
    // None of it spent the good one.
    expect((await present(good)).statusCode).toBe(200)
  })

  test('Client keys must be public, asymmetric, strong and named, and nothing else of them is stored', async () => {
    const rsa = await publicJwk('RS256')
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const faults: [string, object, string][] = [
      ['private RSA', { ...(await exportJWK(privateKeyOf('RS256'))), kid: 'a' }, 'KEY_PRIVATE'],
      ['private EdDSA', { ...(await exportJWK(privateKeyOf('EdDSA'))), kid: 'a' }, 'KEY_PRIVATE'],
      ['symmetric', { kty: 'oct', k: 'c2VjcmV0', kid: 'a' }, 'KEY_PRIVATE'],
      ['symmetric without key', { kty: 'oct', kid: 'a' }, 'KEY_KIND'],
      ['weak RSA', { ...(await exportJWK(weak.publicKey)), kid: 'a' }, 'KEY_SIZE'],
      ['no kid', { ...rsa, kid: undefined }, 'KEY_ID'],
      ['symmetric alg', { ...rsa, alg: 'HS256' }, 'KEY_ALGORITHM'],
      ['for encryption', { ...rsa, use: 'enc' }, 'KEY_ALGORITHM'],
      ['P-384', { kty: 'EC', crv: 'P-384', x: 'x', y: 'y', kid: 'a' }, 'KEY_KIND'],
      ['off the curve', { ...(await publicJwk('ES256')), x: 'AAAA' }, 'KEY_UNREADABLE'],
      ['empty', {}, 'KEY_KIND'],
      ['no text', { kty: { toString: 1 }, crv: [], kid: {}, alg: {} }, 'KEY_KIND'],
      ['parts that are no text', { kty: 'RSA', n: 1, e: {}, kid: 'a' }, 'KEY_UNREADABLE'],
    ]
    for (const [name, key, code] of faults) {
      const answer = await call('PATCH', `/clients/${client.id}`, { jwks: { keys: [key] } })
      expect([name, ...problemOf(answer)]).toEqual([name, 422, 'CLIENT_KEYS_INVALID'])
      expect(answer.json().errors).toMatchObject([{ pointer: '/jwks/keys/0', code }])
    }
    const twice = await call('PATCH', `/clients/${client.id}`, { jwks: { keys: [rsa, rsa] } })
    expect(twice.json().errors).toMatchObject([{ pointer: '/jwks/keys/1', code: 'KEY_ID' }])
    const many = await call('PATCH', `/clients/${client.id}`, { jwks: { keys: Array(6).fill(rsa) } })
    expect(problemOf(many)).toEqual([400, 'VALIDATION_FAILED'])
    const kept = await add({ jwks: { keys: [{ ...rsa, x5c: ['AAAA'], 'x-note': 'mine' }] } })
    expect(Object.keys(kept.keys[0] ?? {}).toSorted()).toEqual(['e', 'kid', 'kty', 'n'])
  })

  test('Keys can be added to a client with a secret and replace it, but not leave it with nothing', async () => {
    const made = await add()
    const keys = [await publicJwk('EdDSA')]
    const changed = await call('PATCH', `/clients/${made.id}`, { jwks: { keys } })
    expect(changed.json<Client>().keys).toEqual(keys)
    const removed = await call('DELETE', `/clients/${made.id}/secrets/${made.secrets[0]?.id}`)
    expect(removed.statusCode).toBe(204)
    const { access_token: token } = (
      await present(await sign(claims({ iss: made.clientId, sub: made.clientId }), 'EdDSA'))
    ).json<{ access_token: string }>()
    const me = () => fixture.app.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })
    expect((await me()).statusCode).toBe(200)
    // A key that has leaked is replaced, and what it opened ends.
    const renewed = { jwks: { keys: [await publicJwk('ES256')] }, endTokens: true }
    expect((await call('PATCH', `/clients/${made.id}`, renewed)).statusCode).toBe(200)
    expect(problemOf(await me())).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    const without = await call('PATCH', `/clients/${made.id}`, { jwks: null })
    expect(problemOf(without)).toEqual([409, 'CLIENT_LAST_CREDENTIAL'])
    expect((await call('PATCH', `/clients/${made.id}`, {})).statusCode).toBe(400)
  })
})
