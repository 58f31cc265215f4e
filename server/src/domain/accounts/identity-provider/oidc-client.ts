import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import type { Clock } from '../../../platform/kernel/index.ts'
import type { GuardedFetch } from '../../../platform/outgoing/index.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { loadOnce } from '../issuer-availability.ts'
import { outsideTimeoutMs } from '../outside-fetch.ts'
import { asRefusal } from './classify-fault.ts'
import { lacksClaims, readIdentity, type Claims, type ClaimSettings, type Identity } from './read-claims.ts'
import { SignInRefused } from './sign-in-refusal.ts'

/** A provider as a client of it sees it. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  /** Null for a public client, which proves itself by PKCE alone. */
  readonly clientSecret: string | null
  readonly scopes: string
  readonly claims: ClaimSettings
}

/** What the journey through the browser must bring back. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Whom the provider vouches for, and in which words. */
export interface Vouched {
  readonly identity: Identity
  readonly idToken: Claims
  /** Null when the ID token said all there was to know. */
  readonly userinfo: Claims | null
}

export interface OidcClient {
  readonly settings: OidcSettings
  /** What the provider says of itself; refused when it is another's, or out of reach. */
  metadata(): Promise<client.ServerMetadata>
  /** `anew`: the person has to prove themselves there, whoever they are signed in as. */
  leave(anew?: boolean): Promise<{ location: string; checks: Checks }>
  /** Throws `SignInRefused`. */
  comeBack(callback: URL, checks: Checks): Promise<Vouched>
}

export interface OidcDeps {
  readonly clock: Clock
  readonly fetch: GuardedFetch
  readonly redirectUri: string
}

const leewaySeconds = 30
const maxAgeMs = 60 * 60_000

/** Authorization code with PKCE, state and nonce; the ID token is verified although it comes over TLS. */
export function createOidcClient(settings: OidcSettings, deps: OidcDeps): OidcClient {
  const discovered = loadOnce(settings.issuer, deps.clock, () => discover(settings, deps.fetch), maxAgeMs)
  const server = () => discovered().catch((error: unknown) => Promise.reject(asRefusal(error)))
  return {
    settings,
    metadata: async () => (await server()).serverMetadata(),
    async leave(anew = false) {
      const configuration = await server()
      const verifier = client.randomPKCECodeVerifier()
      const checks = { state: client.randomState(), nonce: client.randomNonce(), verifier }
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: deps.redirectUri,
        scope: settings.scopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: checks.state,
        nonce: checks.nonce,
        // A maximal age makes the provider say when it was; not zero, which some take for none.
        ...(anew && { prompt: 'login', max_age: '1' }),
      })
      return { location: location.href, checks }
    },
    async comeBack(callback, checks) {
      if (callback.searchParams.get('state') !== checks.state) throw new SignInRefused('STATE_MISMATCH')
      // Named by most; whoever names another mixes two providers up, or wants us to.
      const named = callback.searchParams.get('iss')
      if (named !== null && named !== settings.issuer) {
        throw new SignInRefused('ISSUER_WRONG', named.slice(0, 300))
      }
      return exchange(await server(), settings, callback, checks)
    },
  }
}

/** One client for each set of settings, so that discovery and keys are fetched once for all people. */
export function createOidcClients(deps: OidcDeps): (settings: OidcSettings) => OidcClient {
  const known = new BoundedCache<OidcClient>(deps.clock, { maxEntries: 1_000, maxAgeMs: 24 * maxAgeMs })
  return (settings) => {
    const key = createHash('sha256').update(JSON.stringify(settings)).digest('base64')
    const made = known.get(key) ?? createOidcClient(settings, deps)
    known.set(key, made)
    return made
  }
}

async function discover(settings: OidcSettings, fetch: GuardedFetch): Promise<client.Configuration> {
  const server = new URL(settings.issuer)
  const authentication =
    settings.clientSecret === null ? client.None() : client.ClientSecretBasic(settings.clientSecret)
  const execute = [client.enableNonRepudiationChecks]
  // Only hosts the operator vouches for pass the guard by plain http.
  if (server.protocol === 'http:') execute.push(client.allowInsecureRequests)
  const configuration = await client.discovery(
    server,
    settings.clientId,
    { [client.clockTolerance]: leewaySeconds },
    authentication,
    {
      timeout: outsideTimeoutMs / 1000,
      execute,
      [client.customFetch]: (url, { method, headers, body, signal }) =>
        fetch(url, {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          ...(body === undefined || body === null ? {} : { body: String(body as string | URLSearchParams) }),
          ...(signal ? { signal } : {}),
        }),
    },
  )
  // An issuer of all tenants states a pattern: whoever owns one of them could state any address.
  const { issuer } = configuration.serverMetadata()
  if (issuer !== settings.issuer) throw new SignInRefused('ISSUER_WRONG', issuer)
  return configuration
}

async function exchange(
  server: client.Configuration,
  settings: OidcSettings,
  callback: URL,
  checks: Checks,
): Promise<Vouched> {
  const tokens = await client
    .authorizationCodeGrant(server, callback, {
      pkceCodeVerifier: checks.verifier,
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      idTokenExpected: true,
    })
    .catch((error: unknown) => Promise.reject(asRefusal(error)))
  const idToken: Claims = { ...tokens.claims() }
  const asks =
    lacksClaims(settings.claims, idToken) && server.serverMetadata().userinfo_endpoint !== undefined
  const userinfo = asks ? await askUserinfo(server, tokens.access_token, String(idToken['sub'])) : null
  const identity = readIdentity(settings.claims, idToken, userinfo)
  if (identity.subject === '') {
    throw new SignInRefused('ID_TOKEN_REFUSED', `The claim ${settings.claims.subject} is missing.`)
  }
  return { identity, idToken, userinfo }
}

async function askUserinfo(
  server: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Claims> {
  try {
    return { ...(await client.fetchUserInfo(server, accessToken, subject)) }
  } catch (error) {
    const { detail } = asRefusal(error)
    throw new SignInRefused('USERINFO_FAILED', detail, { cause: error })
  }
}
