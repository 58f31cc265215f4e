import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../platform/kernel/index.ts'
import { refusal } from './access-token.ts'
import { externalClaims, type ExternalClaims, type ExternalIssuerConfig } from './external-claims.ts'
import { coolDownMs, issuerUnavailable, loadOnce } from './issuer-availability.ts'
import { fetchBounded, fetchJson, outsideTimeoutMs, requireSafeIssuer } from './outside-fetch.ts'
import { invalidToken, leewaySeconds, type TokenHead } from './token-rules.ts'

export interface ExternalIssuer {
  readonly issuer: string
  verify(token: string, head: TokenHead): Promise<ExternalClaims>
}

const keysMaxAgeMs = 10 * 60 * 1000
const symmetric = /^(HS|none$)/i

export function createExternalIssuer(config: ExternalIssuerConfig, clock: Clock): ExternalIssuer {
  if (config.algorithms.length === 0 || config.algorithms.some((name) => symmetric.test(name))) {
    throw new Error(`The issuer ${config.issuer} must be given asymmetric signature algorithms.`)
  }
  requireSafeIssuer(config.issuer)
  const types = (config.tokenTypes ?? ['at+jwt']).map((type) => type.toLowerCase())
  const keys = loadOnce(config.issuer, clock, () => discoverKeys(config))
  return {
    issuer: config.issuer,
    async verify(token, head) {
      if (!config.algorithms.includes(head.algorithm) || !types.includes(head.type ?? ''))
        throw invalidToken()
      const options = {
        algorithms: [...config.algorithms],
        issuer: config.issuer,
        audience: config.audience,
        clockTolerance: leewaySeconds,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp'],
      }
      const keySet = await keys()
      const { payload } = await jwtVerify(token, keySet, options).catch((error: unknown) => {
        throw keysNotHad(error) ? issuerUnavailable(config.issuer, error) : refusal(error)
      })
      return externalClaims(config, payload, token)
    },
  }
}

async function discoverKeys(config: ExternalIssuerConfig): Promise<JWTVerifyGetKey> {
  const uri = config.jwksUri ?? (await discoverJwksUri(config.issuer))
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: outsideTimeoutMs,
    cooldownDuration: coolDownMs,
    cacheMaxAge: keysMaxAgeMs,
    [customFetch]: fetchBounded,
  })
}

async function discoverJwksUri(issuer: string): Promise<string> {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { issuer: stated, jwks_uri: uri } = document
  if (stated !== issuer || typeof uri !== 'string')
    throw new Error('The discovery document is not that issuer’s.')
  // A tampered document must not be able to send us elsewhere for the keys.
  if (new URL(uri).origin !== new URL(issuer).origin) {
    throw new Error(
      'The keys are served from another origin than the issuer’s: state jwksUri in the configuration.',
    )
  }
  return uri
}

function keysNotHad(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}
