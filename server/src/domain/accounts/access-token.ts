import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { AppError, type Clock } from '../../platform/kernel/index.ts'
import type { Keyring } from './keyring.ts'
import {
  accessTokenAlgorithm,
  accessTokenType,
  invalidToken,
  leewaySeconds,
  type TokenHead,
} from './token-rules.ts'

export interface TokenIdentity {
  /** Our public address, which is also the name of the issuer. */
  readonly issuer: string
  readonly audience: string
}

export interface TokenDeps {
  readonly keyring: Keyring
  readonly clock: Clock
  readonly identity: TokenIdentity
}

export type SubjectKind = 'USER' | 'API_CLIENT'

export interface AccessClaims {
  readonly kind: SubjectKind
  readonly id: number
  readonly accounts: readonly number[]
  readonly scope: readonly string[]
  readonly version: number
  /** The session of a person: ending it ends every access token born from it. */
  readonly session: string | null
}

export interface VerifiedClaims extends AccessClaims {
  readonly jti: string
  readonly expiresAt: Date
}

export interface IssuedToken {
  readonly token: string
  readonly jti: string
  readonly expiresIn: number
}

const subjectPrefix: Record<SubjectKind, string> = { USER: 'user', API_CLIENT: 'client' }
const subjectShape = /^(user|client):([1-9]\d{0,15})$/

export async function issueAccessToken(
  deps: TokenDeps,
  claims: AccessClaims,
  lifetimeSeconds: number,
): Promise<IssuedToken> {
  const { kid, key } = await deps.keyring.signer()
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1000)
  const jti = randomUUID()
  const payload: JWTPayload = {
    iss: deps.identity.issuer,
    aud: deps.identity.audience,
    sub: `${subjectPrefix[claims.kind]}:${claims.id}`,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    jti,
    accounts: [...claims.accounts],
    scope: claims.scope.join(' '),
    ver: claims.version,
    ...(claims.session === null ? {} : { sid: claims.session }),
  }
  const header = { alg: accessTokenAlgorithm, typ: accessTokenType, kid }
  const token = await new SignJWT(payload).setProtectedHeader(header).sign(key)
  return { token, jti, expiresIn: lifetimeSeconds }
}

/** Verifies a token that names us as its issuer. */
export async function verifyOwnToken(
  deps: TokenDeps,
  token: string,
  head: TokenHead,
): Promise<VerifiedClaims> {
  if (head.algorithm !== accessTokenAlgorithm || head.type !== accessTokenType || head.kid === null) {
    throw invalidToken()
  }
  const key = await deps.keyring.verifier(head.kid)
  if (!key) throw invalidToken()
  const { payload } = await jwtVerify(token, key, {
    algorithms: [accessTokenAlgorithm],
    issuer: deps.identity.issuer,
    audience: deps.identity.audience,
    clockTolerance: leewaySeconds,
    currentDate: deps.clock.now(),
    requiredClaims: ['sub', 'exp', 'iat', 'nbf', 'jti', 'accounts', 'scope', 'ver'],
  }).catch((error: unknown) => {
    throw refusal(error)
  })
  return claimsOf(payload)
}

/** Only expiry is told apart, and only once the signature was found good. */
export function refusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new AppError('AUTH_TOKEN_EXPIRED')
  return error instanceof errors.JOSEError ? invalidToken() : error
}

function claimsOf(payload: JWTPayload): VerifiedClaims {
  const subject = subjectShape.exec(payload.sub ?? '')
  const { accounts, scope, ver, sid = null } = payload as Record<string, unknown>
  // We always write one audience as text; a list would let one token serve two services.
  if (!subject || typeof payload.aud !== 'string' || typeof scope !== 'string') throw invalidToken()
  if (!Array.isArray(accounts) || !accounts.every(Number.isSafeInteger)) throw invalidToken()
  if (!Number.isSafeInteger(ver) || (sid !== null && typeof sid !== 'string')) throw invalidToken()
  return {
    kind: subject[1] === 'user' ? 'USER' : 'API_CLIENT',
    id: Number(subject[2]),
    accounts: accounts as number[],
    scope: scope.split(' ').filter(Boolean),
    version: ver as number,
    session: sid,
    jti: payload.jti ?? '',
    expiresAt: new Date((payload.exp ?? 0) * 1000),
  }
}
