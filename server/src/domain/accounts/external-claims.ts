import type { JWTPayload } from 'jose'
import { isRole, type Role } from '../../platform/kernel/index.ts'
import { comparableEmail } from './email.ts'

export interface ClaimMapping {
  /** Claim that lists account numbers. Absent: the token stands for a person, found by e-mail. */
  readonly accounts?: string
  /** Claim that lists roles, as an array or as words; values are translated by `roleNames`. */
  readonly roles?: string
  readonly roleNames?: Readonly<Record<string, Role>>
  /** What never changes of a person there; `sub` unless named. */
  readonly subject?: string
  readonly email?: string
  readonly emailVerified?: string
  readonly name?: string
}

export interface ExternalIssuerConfig {
  readonly issuer: string
  readonly audience: string
  readonly algorithms: readonly string[]
  /** Values of the `typ` header that mark an access token there; RFC 9068 says at+jwt, most providers JWT. */
  readonly tokenTypes?: readonly string[]
  /** Needed only when the keys are served from another origin than the issuer's. */
  readonly jwksUri?: string
  /** For directories that own every address they state but do not say so in a claim. */
  readonly trustUnverifiedEmail?: boolean
  /** What in `amr` or `acr` says that the person gave a second factor there. Nothing does unless named here. */
  readonly secondFactor?: SecondFactorClaims
  /** The only accounts this issuer may open. Absent: any. */
  readonly accounts?: readonly number[]
  /** A claim that must name the account, where the issuer is an account's own. */
  readonly accountClaim?: string | null
  readonly claimMapping: ClaimMapping
}

export interface SecondFactorClaims {
  readonly amr: readonly string[]
  readonly acr: readonly string[]
}

export interface ExternalClaims {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly jti: string
  readonly expiresAt: Date
  readonly issuedAt: Date | null
  readonly email: string | null
  /** Null when the token stands for a person of ours. */
  readonly grant: { accounts: readonly number[]; roles: readonly Role[] } | null
  readonly allowedAccounts: readonly number[] | null
  readonly proof: ExternalProof
}

/** When the person signed in there, and when with a second factor, as far as the issuer says. */
export interface ExternalProof {
  readonly provedAt: Date | null
  readonly secondFactorAt: Date | null
}

/** What a verified token of that issuer means here. */
export function externalClaims(
  config: ExternalIssuerConfig,
  payload: JWTPayload,
  jti: string,
): ExternalClaims {
  const mapping = config.claimMapping
  const stated = readClaim(payload, mapping.subject ?? 'sub')
  const subject = typeof stated === 'string' ? stated.trim().slice(0, 255) : ''
  const name = readClaim(payload, mapping.name ?? 'name')
  return {
    issuer: config.issuer,
    subject,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : subject.slice(0, 200),
    jti,
    expiresAt: new Date((payload.exp ?? 0) * 1000),
    issuedAt: typeof payload.iat === 'number' ? new Date(payload.iat * 1000) : null,
    email: readVerifiedEmail(config, payload),
    grant: mapping.accounts === undefined ? null : grantOf(mapping, payload),
    allowedAccounts: config.accounts ?? null,
    proof: externalProof(payload, config.secondFactor),
  }
}

/** Without auth_time nobody knows how old the proof is: it counts as one, but never as a fresh one. */
export function externalProof(
  payload: Readonly<Record<string, unknown>>,
  counts?: SecondFactorClaims,
): ExternalProof {
  const { amr, acr, auth_time: time } = payload
  const methods: unknown[] = Array.isArray(amr) ? amr : []
  const passed =
    counts !== undefined &&
    (counts.amr.some((method) => methods.includes(method)) ||
      (typeof acr === 'string' && counts.acr.includes(acr)))
  const provedAt = new Date(typeof time === 'number' ? time * 1000 : 0)
  return { provedAt, secondFactorAt: passed ? provedAt : null }
}

function readVerifiedEmail(config: ExternalIssuerConfig, payload: JWTPayload): string | null {
  const email = readClaim(payload, config.claimMapping.email ?? 'email')
  const word = readClaim(payload, config.claimMapping.emailVerified ?? 'email_verified')
  const verified = word === true || word === 'true'
  if (typeof email !== 'string' || !(verified || config.trustUnverifiedEmail === true)) return null
  return comparableEmail(email)
}

function grantOf(mapping: ClaimMapping, payload: JWTPayload): ExternalClaims['grant'] {
  const grantedRoles = readWords(readClaim(payload, mapping.roles ?? 'roles')).map((word) => {
    const table = mapping.roleNames ?? {}
    return Object.hasOwn(table, word) ? (table[word] ?? word) : word
  })
  return { accounts: readAccounts(payload, mapping.accounts ?? ''), roles: grantedRoles.filter(isRole) }
}

/** Account numbers, alone or in a list, as numbers or as text. */
export function readAccounts(payload: JWTPayload, name: string): number[] {
  const stated = readClaim(payload, name)
  const values: unknown[] = Array.isArray(stated) ? stated : [stated]
  return values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
}

export function readWords(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter(Boolean)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A dotted path, so that nested claims (realm_access.roles) can be named; a literal name wins. */
export function readClaim(payload: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(payload, path)) return payload[path]
  let value: unknown = payload
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}
