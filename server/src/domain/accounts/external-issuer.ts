import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import type { Clock } from '../../platform/kernel/index.ts'
import type { GuardedFetch } from '../../platform/outgoing/index.ts'
import { coolDownMs, issuerUnavailable, loadOnce } from './issuer-availability.ts'
import { fetchJson, outsideTimeoutMs } from './outside-fetch.ts'
import { leewaySeconds } from './token-rules.ts'
import { TokenRefused, type TokenCause } from './token-refusal.ts'

/** The keys of an issuer, whoever takes its tokens. */
export interface ExternalIssuer {
  /** The payload of a token that the issuer signed and that is not over. Throws `TokenRefused`. */
  verify(token: string, algorithms: readonly string[]): Promise<JWTPayload>
}

interface IssuerDeps {
  readonly clock: Clock
  readonly fetch: GuardedFetch
  /** Needed only when the keys are served from another origin than the issuer's. */
  readonly jwksUri?: string | undefined
}

const keysMaxAgeMs = 10 * 60 * 1000
const discoveryMaxAgeMs = 60 * 60 * 1000

export function createExternalIssuer(issuer: string, deps: IssuerDeps): ExternalIssuer {
  const { clock } = deps
  const keys = loadOnce(issuer, clock, () => discoverKeys(issuer, deps), discoveryMaxAgeMs)
  return {
    async verify(token, algorithms) {
      const options = {
        algorithms: [...algorithms],
        issuer,
        clockTolerance: leewaySeconds,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp'],
      }
      const keySet = await keys().catch((error: unknown) => {
        throw new TokenRefused('ISSUER_UNREACHABLE', null, { cause: error })
      })
      const { payload } = await jwtVerify(token, keySet, options).catch((error: unknown) => {
        throw refusalOf(issuer, error)
      })
      return payload
    },
  }
}

async function discoverKeys(issuer: string, { fetch, jwksUri }: IssuerDeps): Promise<JWTVerifyGetKey> {
  const uri = jwksUri ?? (await discoverJwksUri(issuer, fetch))
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: outsideTimeoutMs,
    cooldownDuration: coolDownMs,
    cacheMaxAge: keysMaxAgeMs,
    [customFetch]: (url, { headers, signal }) => fetch(url, { headers: Object.fromEntries(headers), signal }),
  })
}

async function discoverJwksUri(issuer: string, fetch: GuardedFetch): Promise<string> {
  const document = await fetchJson(fetch, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { issuer: stated, jwks_uri: uri } = document
  if (stated !== issuer || typeof uri !== 'string')
    throw new Error('The discovery document is not that issuer’s.')
  // A tampered document must not be able to send us elsewhere for the keys.
  if (new URL(uri).origin !== new URL(issuer).origin) {
    throw new Error('The keys are served from another origin than the issuer’s.')
  }
  return uri
}

const causes: Readonly<Record<string, TokenCause>> = {
  ERR_JWT_EXPIRED: 'EXPIRED',
  ERR_JWKS_NO_MATCHING_KEY: 'UNKNOWN_KEY',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'UNKNOWN_KEY',
  ERR_JOSE_ALG_NOT_ALLOWED: 'WRONG_ALGORITHM',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'MISSING_CLAIM',
}

function refusalOf(issuer: string, error: unknown): TokenRefused {
  if (keysNotHad(error)) {
    return new TokenRefused('ISSUER_UNREACHABLE', null, { cause: issuerUnavailable(issuer, error) })
  }
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf') {
    return new TokenRefused('NOT_YET_VALID')
  }
  return new TokenRefused(causes[(error as errors.JOSEError).code] ?? 'BAD_SIGNATURE')
}

function keysNotHad(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}
