import { decodeJwt, exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { createKeyring } from '../../src/domain/accounts/keyring.ts'
import { systemClock, type ProblemCode } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'
import type { World } from './world.ts'

export interface BadToken {
  readonly name: string
  /** The whole header; none at all when null. */
  readonly authorization: string | null
  readonly code: ProblemCode
}

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] | Uint8Array

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Everything but the named fault is as in a token that is accepted, our own signature included. */
export async function badTokens(harness: TestApp, world: World): Promise<BadToken[]> {
  const { kid, key } = await createKeyring({ ...harness, clock: systemClock }).signer()
  const claims = decodeJwt(world.home.token)
  const now = Math.floor(Date.now() / 1000)
  const header = { alg: 'EdDSA', typ: 'at+jwt', kid }
  const sign = async (change: JWTPayload = {}, head: object = {}, by: Key = key): Promise<string> =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ ...header, ...head }).sign(by)
  const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const [publicJwk] = await createKeyring({ ...harness, clock: systemClock }).publicKeys()
  const publicText = new TextEncoder().encode(JSON.stringify(publicJwk))
  const signature = world.home.token.split('.')[2] ?? ''
  const widened = { ...claims, accounts: [world.home.accountId, world.foreign.accountId] }
  const spki = new TextEncoder().encode(await exportSPKI(stranger.publicKey))
  const invalid: Record<string, string> = {
    'signed by a stranger': await sign({}, {}, stranger.privateKey),
    'signed by a stranger who brings the key': await sign(
      {},
      { jwk: await exportJWK(stranger.publicKey) },
      stranger.privateKey,
    ),
    'keys at an address of its own': await sign({}, { jku: 'https://keys.example/jwks.json' }),
    'widened after signing': [encoded(header), encoded(widened), signature].join('.'),
    'alg none': `${encoded({ ...header, alg: 'none' })}.${encoded(claims)}.`,
    'alg none with the old signature': `${encoded({ ...header, alg: 'none' })}.${encoded(claims)}.${signature}`,
    'HS256 with the public key': await sign({}, { alg: 'HS256' }, publicText),
    'HS256 with a key in PEM': await sign({}, { alg: 'HS256' }, spki),
    'another audience': await sign({ aud: 'another-service' }),
    'a list of audiences': await sign({ aud: ['vigie', 'another-service'] }),
    'another issuer': await sign({ iss: 'https://issuer.example' }),
    'an ID token': await sign({}, { typ: 'JWT' }),
    'an unknown kid': await sign({}, { kid: 'AAAAAAAAAAAAAAAA' }),
    'a kid that walks': await sign({}, { kid: '../../../../dev/null' }),
    'not valid yet': await sign({ nbf: now + 600 }),
    'of no subject': await sign({ sub: 'nobody' }),
    'nine kilobytes': await sign({ padding: 'x'.repeat(9_000) }),
    'cut short': world.home.token.slice(0, -10),
    garbage: 'not.a.token',
  }
  return [
    { name: 'no token', authorization: null, code: 'AUTH_TOKEN_MISSING' },
    { name: 'not Bearer', authorization: `Basic ${encoded('a:b')}`, code: 'AUTH_TOKEN_MISSING' },
    { name: 'Bearer and nothing', authorization: 'Bearer ', code: 'AUTH_TOKEN_MISSING' },
    bearer(
      'expired',
      await sign({ iat: now - 7_200, nbf: now - 7_200, exp: now - 61 }),
      'AUTH_TOKEN_EXPIRED',
    ),
    ...Object.entries(invalid).map(([name, token]) => bearer(name, token, 'AUTH_TOKEN_INVALID')),
    bearer('revoked', await revokedToken(harness, world), 'AUTH_TOKEN_REVOKED'),
    bearer('of a client no longer active', await orphanToken(harness, world), 'AUTH_TOKEN_REVOKED'),
    bearer('of an earlier version', await sign({ ver: -1 }), 'AUTH_TOKEN_REVOKED'),
  ]
}

function bearer(name: string, token: string, code: ProblemCode): BadToken {
  return { name, authorization: `Bearer ${token}`, code }
}

async function revokedToken({ app, given }: TestApp, { home, secrets }: World): Promise<string> {
  const client = await given.client(home.accountId)
  secrets.add(client.token).add(client.clientSecret)
  const { clientId, clientSecret, token } = client
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/revoke',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }).toString(),
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return token
}

async function orphanToken(harness: TestApp, { home, secrets }: World): Promise<string> {
  const client = await harness.given.client(home.accountId)
  secrets.add(client.token)
  const { id } = (await harness.call('GET', `${home.base}/clients?size=500`, { token: home.token }))
    .json<{ content: { id: number; clientId: string }[] }>()
    .content.find((one) => one.clientId === client.clientId) ?? { id: 0 }
  const answer = await harness.call('DELETE', `${home.base}/clients/${id}`, { token: home.token })
  if (answer.statusCode !== 204) throw new Error(answer.body)
  return client.token
}
