import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

type Mood = 'well' | 'down' | 'garbage' | 'huge' | 'redirecting' | 'foreign-keys' | 'no-userinfo'

/** A small OIDC provider on loopback: discovery, keys, code flow with PKCE, and tokens made to order. */
export interface FakeOidc {
  readonly issuer: string
  /** How it answers discovery and keys from now on. */
  mood: Mood
  /** Whom the next sign-in is for. */
  person: Record<string, unknown>
  readonly requests: string[]
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
  rotate(): Promise<void>
  close(): Promise<void>
}

interface PendingCode {
  clientId: string
  challenge: string
  nonce: string | null
}

type Key = Awaited<ReturnType<typeof makeKey>>

async function makeKey() {
  const kid = randomUUID()
  const pair = await generateKeyPair('ES256', { extractable: true })
  return { kid, pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

export async function startFakeOidc(): Promise<FakeOidc> {
  let key = await makeKey()
  const codes = new Map<string, PendingCode>()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const fake: FakeOidc = {
    issuer,
    mood: 'well',
    person: {},
    requests: [],
    sign: (claims, header = {}) => signWith(key, claims, header),
    rotate: async () => {
      key = await makeKey()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    fake.requests.push(url.pathname)
    if (url.pathname === '/authorize') return authorize(url, response, codes)
    if (url.pathname === '/token') return json(response, await token(request, { fake, codes }))
    if (fake.mood === 'down') return void request.socket.destroy()
    if (fake.mood === 'garbage') return void response.end('<html>')
    if (fake.mood === 'huge') return void response.end(`{"x":"${'x'.repeat(1024 * 1024)}"}`)
    if (fake.mood === 'redirecting')
      return void response.writeHead(302, { location: `${issuer}/elsewhere` }).end()
    if (url.pathname === '/.well-known/openid-configuration')
      return json(response, metadata(issuer, fake.mood))
    if (url.pathname === '/jwks') return json(response, { keys: [key.jwk] })
    response.writeHead(404).end()
  }
  return fake
}

function signWith(key: Key, claims: JWTPayload, header: Record<string, unknown>): Promise<string> {
  const protectedHeader = { alg: 'ES256', kid: key.kid, typ: 'at+jwt', ...header }
  return new SignJWT(claims).setProtectedHeader(protectedHeader).sign(key.pair.privateKey)
}

function metadata(issuer: string, mood: Mood) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...(mood === 'no-userinfo' && { userinfo_endpoint: `${issuer}/nowhere` }),
    jwks_uri: mood === 'foreign-keys' ? 'http://localhost:9/jwks' : `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
  }
}

function authorize(url: URL, response: ServerResponse, codes: Map<string, PendingCode>): void {
  const query = url.searchParams
  const code = randomUUID()
  codes.set(code, {
    clientId: query.get('client_id') ?? '',
    challenge: query.get('code_challenge') ?? '',
    nonce: query.get('nonce'),
  })
  const back = new URL(query.get('redirect_uri') ?? '')
  back.searchParams.set('code', code)
  back.searchParams.set('state', query.get('state') ?? '')
  response.writeHead(302, { location: back.href }).end()
}

async function token(
  request: IncomingMessage,
  { fake, codes }: { fake: FakeOidc; codes: Map<string, PendingCode> },
): Promise<object | null> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const form = new URLSearchParams(body)
  const code = form.get('code') ?? ''
  const pending = codes.get(code)
  codes.delete(code)
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (!pending || pending.challenge !== challenge) return null
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: fake.issuer, aud: pending.clientId, sub: 'them', iat: now, exp: now + 60 }
  const idToken = await fake.sign({ ...claims, nonce: pending.nonce, ...fake.person }, { typ: 'JWT' })
  return { access_token: randomUUID(), token_type: 'bearer', expires_in: 60, id_token: idToken }
}

function json(response: ServerResponse, body: object | null): void {
  const [status, answer] = body === null ? [400, { error: 'invalid_grant' }] : [200, body]
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}
