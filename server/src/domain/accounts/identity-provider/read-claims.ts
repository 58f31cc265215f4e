import { externalProof, readClaim, readWords, type SecondFactorClaims } from '../external-claims.ts'

/** Which claims mean what, and what is believed of them. */
export interface ClaimSettings {
  /** What never changes of a person there; `sub` differs by application at some. */
  readonly subject: string
  readonly email: string
  readonly name: string
  readonly roles: string
  /** The provider owns every address it states, though it does not say so in a claim. */
  readonly trustUnverifiedEmail: boolean
  /** What in `amr` or `acr` says that the person gave a second factor there. */
  readonly secondFactor: SecondFactorClaims
  /** Whether anybody asks for roles. */
  readonly wantsRoles: boolean
}

export type Claims = Readonly<Record<string, unknown>>

/** Somebody as a provider describes them. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly emailProved: boolean
  readonly name: string | null
  /** Values of the claim of roles, as they came. */
  readonly roleValues: readonly string[]
  readonly secondFactor: boolean
  /** When they proved it there; null when the provider does not say. */
  readonly provedAt: Date | null
}

/** Many providers keep the ID token short and answer the rest when asked for it. */
export function lacksClaims(settings: ClaimSettings, claims: Claims): boolean {
  if (readEmail(settings, claims) === null) return true
  if (!settings.trustUnverifiedEmail && readVerified(claims) === undefined) return true
  return settings.wantsRoles && readClaim(claims, settings.roles) === undefined
}

/** What the ID token says outweighs what was answered beside it: it is signed. */
export function readIdentity(settings: ClaimSettings, idToken: Claims, userinfo: Claims | null): Identity {
  const claims = { ...userinfo, ...idToken }
  const email = readEmail(settings, claims)
  return {
    issuer: readText(idToken['iss']) ?? '',
    subject: readText(readClaim(idToken, settings.subject))?.slice(0, 255) ?? '',
    email,
    emailProved:
      email !== null && (settings.trustUnverifiedEmail || isVerified(settings, email, [idToken, userinfo])),
    name: readText(readClaim(claims, settings.name))?.slice(0, 200) ?? null,
    roleValues: readRoleValues(readClaim(claims, settings.roles)),
    secondFactor: externalProof(claims, settings.secondFactor).secondFactorAt !== null,
    provedAt: readTime(idToken['auth_time']),
  }
}

/** A word on another address says nothing of this one. */
function isVerified(settings: ClaimSettings, email: string, sources: readonly (Claims | null)[]): boolean {
  const said = sources.filter((claims) => claims !== null && readEmail(settings, claims) === email)
  return said.map((claims) => readVerified(claims ?? {})).find((word) => word !== undefined) === true
}

function readEmail(settings: ClaimSettings, claims: Claims): string | null {
  return readText(readClaim(claims, settings.email))
}

/** Some providers write the word instead of the value. */
function readVerified(claims: Claims): boolean | undefined {
  const value = claims['email_verified']
  if (value === undefined) return undefined
  return value === true || value === 'true'
}

/** A list of one stands for its text; a longer one says nothing certain. */
export function readText(value: unknown): string | null {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof one === 'string' && one.trim() !== '' ? one.trim() : null
}

function readTime(value: unknown): Date | null {
  const isTime = typeof value === 'number' && value > 0 && value < 1e11
  return isTime ? new Date(value * 1000) : null
}

const maxRoleValues = 1_000

/** A text may be one value with spaces in it, or several divided by them. */
function readRoleValues(value: unknown): string[] {
  const words = readWords(value)
  return [...new Set(typeof value === 'string' ? [value, ...words] : words)].slice(0, maxRoleValues)
}
