import * as client from 'openid-client'
import type { Clock } from '../../platform/kernel/index.ts'
import { externalProof, type SecondFactorClaims } from './external-claims.ts'
import { loadOnce } from './issuer-availability.ts'
import { fetchBounded, isLoopbackHttp, outsideTimeoutMs, requireSafeIssuer } from './outside-fetch.ts'
import { deriveKey, seal, unseal } from './secrets.ts'

export interface OidcSignInConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scope?: string
  /** For directories that own every address they state but do not say so in a claim. */
  readonly trustUnverifiedEmail?: boolean
  /** What in `amr` or `acr` says that the person gave a second factor there. */
  readonly secondFactor?: SecondFactorClaims
}

/** Whom the issuer vouches for. */
export interface Arrived {
  readonly email: string
  /** Given there, and counted here by configuration. */
  readonly secondFactor: boolean
  readonly returnTo: string
}

/** What the browser keeps, sealed, between leaving for the issuer and coming back. */
interface Journey {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  readonly until: number
}

export interface OidcSignIn {
  start(returnTo: string): Promise<{ location: string; journey: string }>
  /** Null when the answer does not belong to the journey or the issuer vouches for no address. */
  finish(callback: URL, journey: string): Promise<Arrived | null>
}

export const journeySeconds = 10 * 60
const leeway = 30

export function createOidcSignIn(
  config: OidcSignInConfig,
  deps: { clock: Clock; secretKey: Uint8Array; redirectUri: string },
): OidcSignIn {
  requireSafeIssuer(config.issuer)
  const key = deriveKey(deps.secretKey, 'oidc sign-in')
  const issuer = loadOnce(config.issuer, deps.clock, () => discover(config))
  return {
    async start(returnTo) {
      const server = await issuer()
      const until = deps.clock.now().getTime() + journeySeconds * 1000
      const verifier = client.randomPKCECodeVerifier()
      const journey = { state: client.randomState(), nonce: client.randomNonce(), verifier, returnTo, until }
      const location = client.buildAuthorizationUrl(server, {
        redirect_uri: deps.redirectUri,
        scope: config.scope ?? 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: journey.state,
        nonce: journey.nonce,
      })
      return { location: location.href, journey: sealJourney(key, journey) }
    },
    async finish(callback, sealed) {
      const journey = openJourney(key, sealed)
      if (!journey || journey.until <= deps.clock.now().getTime()) return null
      return exchange(await issuer(), config, callback, journey)
    },
  }
}

function discover(config: OidcSignInConfig): Promise<client.Configuration> {
  const server = new URL(config.issuer)
  const metadata = { [client.clockTolerance]: leeway }
  const authentication =
    config.clientSecret === null ? client.None() : client.ClientSecretBasic(config.clientSecret)
  return client.discovery(server, config.clientId, metadata, authentication, {
    timeout: outsideTimeoutMs / 1000,
    [client.customFetch]: (url, options) => fetchBounded(url, options as RequestInit),
    ...(isLoopbackHttp(server) ? { execute: [client.allowInsecureRequests] } : {}),
  })
}

async function exchange(
  server: client.Configuration,
  config: OidcSignInConfig,
  callback: URL,
  journey: Journey,
): Promise<Arrived | null> {
  const checks = {
    pkceCodeVerifier: journey.verifier,
    expectedState: journey.state,
    expectedNonce: journey.nonce,
    idTokenExpected: true,
  }
  // Whatever is wrong with the answer, the person can only start again.
  const tokens = await client.authorizationCodeGrant(server, callback, checks).catch(() => null)
  const claims = tokens?.claims()
  const vouched = claims?.['email_verified'] === true || config.trustUnverifiedEmail === true
  const email = claims?.['email']
  if (!claims || !vouched || typeof email !== 'string') return null
  const { secondFactorAt } = externalProof(claims, config.secondFactor)
  return { email: email.toLowerCase(), secondFactor: secondFactorAt !== null, returnTo: journey.returnTo }
}

const label = 'journey'

function sealJourney(key: Uint8Array, journey: Journey): string {
  return seal(key, label, Buffer.from(JSON.stringify(journey))).toString('base64url')
}

function openJourney(key: Uint8Array, sealed: string): Journey | null {
  const plain = unseal(key, label, Buffer.from(sealed, 'base64url'))
  return plain && (JSON.parse(plain.toString()) as Journey)
}
