import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'

/** How a kind of provider is set up where companies use it. */
export interface Profile {
  readonly name: string
  /** A last slash is part of the name at some. */
  readonly issuerEnding: '' | '/'
  /** OIDC core 5.4: claims of scopes are answered by userinfo only. */
  readonly userinfoOnly: boolean
  readonly tokenType: 'at+jwt' | 'JWT'
  readonly algorithm: 'RS256' | 'PS256' | 'ES256' | 'EdDSA'
  readonly scopes: string
}

type Person = { readonly sub: string } & Record<string, unknown>

export interface RealProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly apiAudience: string
  /** Who sits at the browser, with their claims. */
  person: Person
  /** Goes where our service sent the browser, signs in, and returns where the provider sends it back. */
  readonly visit: (location: string) => Promise<URL>
  /** An access token for our API, in the name of the person. */
  accessToken(): Promise<string>
  /** The ID token that came with it. */
  idToken(): Promise<string>
  /** How it fails from now on, by the path that is asked: the line is cut, or nothing ever comes. */
  fault: (path: string) => 'cut' | 'silent' | null
  /** Signs with other keys from now on, and knows no former one. */
  rotate(): Promise<void>
  /** Calls itself otherwise from now on. */
  becomeIssuer(issuer: string): void
  close(): Promise<void>
}

const scopes = ['openid', 'email', 'profile', 'groups']
const claims = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: [
    'name',
    'preferred_username',
    'roles',
    'realm_access',
    'oid',
    'hd',
    'https://vigie.example/roles',
  ],
  groups: ['groups'],
}
const toolCallback = 'https://tool.example/callback'

async function makeKeys(alg: Profile['algorithm']): Promise<JWK[]> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const kid = `${alg}-${randomBytes(6).toString('hex')}`
  return [{ ...(await exportJWK(privateKey)), alg, use: 'sig', kid }]
}

/** The certified provider of npm on loopback, set up like one of the common ones. */
export async function startRealProvider(profile: Profile, redirectUri: string): Promise<RealProvider> {
  const secret = randomBytes(24).toString('hex')
  let person: Person = { sub: 'nobody' }
  let provider: Provider | null = null
  let fault: RealProvider['fault'] = () => null
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const failing = fault(path.split('?', 1)[0] ?? '')
    if (failing === 'cut') return void request.socket.destroy()
    if (failing === 'silent' || provider === null) return
    const answer = path.startsWith('/interaction/')
      ? provider.interactionFinished(request, response, { login: { accountId: person.sub } })
      : provider.callback()(request, response)
    answer.catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}${profile.issuerEnding}`
  const apiAudience = 'https://api.vigie.example'
  let keys = await makeKeys(profile.algorithm)
  const open = (name: string) =>
    new Provider(name, {
      ...configure(profile, { apiAudience, secret, redirectUri, keys }),
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
      extraTokenClaims: () => {
        const { sub: _sub, ...said } = person
        return said
      },
    })
  provider = open(issuer)
  const visit = (location: string) => walk(location, origin)
  const tokens = () => askTokens(origin, { apiAudience, visit, scopes: profile.scopes })
  return {
    issuer,
    clientId: 'vigie',
    clientSecret: secret,
    apiAudience,
    get person() {
      return person
    },
    set person(next) {
      person = next
    },
    visit,
    accessToken: async () => (await tokens()).access_token,
    idToken: async () => (await tokens()).id_token,
    get fault() {
      return fault
    },
    set fault(next) {
      fault = next
    },
    rotate: async () => {
      keys = await makeKeys(profile.algorithm)
      provider = open(issuer)
    },
    becomeIssuer: (name) => {
      provider = open(name)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Parts {
  readonly apiAudience: string
  readonly secret: string
  readonly redirectUri: string
  readonly keys: JWK[]
}

function configure(profile: Profile, { apiAudience, secret, redirectUri, keys }: Parts) {
  const { algorithm, tokenType } = profile
  const common = { response_types: ['code'], grant_types: ['authorization_code'] }
  return {
    clients: [
      {
        ...common,
        client_id: 'vigie',
        client_secret: secret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: algorithm,
      },
      {
        ...common,
        client_id: 'tool',
        token_endpoint_auth_method: 'none',
        redirect_uris: [toolCallback],
        id_token_signed_response_alg: algorithm,
      },
    ],
    jwks: { keys },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'] },
    cookies: { keys: [secret] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    scopes,
    claims,
    conformIdTokenClaims: profile.userinfoOnly,
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant,
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: apiAudience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: algorithm } },
        }),
      },
    },
    formats: {
      customizers: {
        jwt: (_: unknown, __: unknown, parts: { header?: Record<string, unknown> }) => {
          parts.header = { ...parts.header, typ: tokenType }
          return parts
        },
      },
    },
  }
}

interface GrantContext {
  oidc: {
    client: { clientId: string }
    session: { accountId: string }
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } }
  }
}

/** A company agrees for its people: nobody is asked. */
async function loadExistingGrant({ oidc }: GrantContext) {
  const { client, session, provider } = oidc
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scopes.join(' '))
  await grant.save()
  return grant
}

/** A browser with cookies of its own, which leaves when it is sent to another origin. */
async function walk(location: string, origin: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(location)
  for (let step = 0; step < 12 && at.origin === origin; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null)
      throw new Error(`The provider stopped with ${response.status}: ${await response.text()}`)
    at = new URL(next, at)
  }
  return at
}

interface Asked {
  readonly apiAudience: string
  readonly visit: RealProvider['visit']
  readonly scopes: string
}

async function askTokens(origin: string, { apiAudience, visit, scopes: scope }: Asked) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: 'tool',
    redirect_uri: toolCallback,
    response_type: 'code',
    scope,
    resource: apiAudience,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce: 'a-nonce',
  })
  const back = await visit(`${origin}/auth?${query.toString()}`)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'tool',
    redirect_uri: toolCallback,
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
    resource: apiAudience,
  })
  const answer = await fetch(`${origin}/token`, { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`${back.href} ${await answer.text()}`)
  return (await answer.json()) as { access_token: string; id_token: string }
}
