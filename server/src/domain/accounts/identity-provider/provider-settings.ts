import { isRole, roles as allRoles, type Role } from '../../../platform/kernel/index.ts'
import type { RoleRule, RoleSettings } from './map-roles.ts'
import type { OidcSettings } from './oidc-client.ts'
import { deriveKey, reseal, seal, unseal, type KeyChange } from '../secrets.ts'

/** How access tokens of the provider are taken by the API; no audience: they are not. */
export interface TokenSettings {
  readonly audience: string | null
  /** Values of the `typ` header. */
  readonly types: readonly string[]
  readonly algorithms: readonly string[]
  /** A claim that must name this account; null when the audience is enough. */
  readonly accountClaim: string | null
  /** Whether mapped roles let in callers who are nobody here. */
  readonly machines: boolean
}

export const tokenAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export const tokenTypes = ['at+jwt', 'JWT'] as const

/** The provider of an account, as it is used. */
export interface AccountProvider {
  readonly accountId: number
  readonly settingsVersion: number
  readonly isInForce: boolean
  readonly isEnforced: boolean
  readonly oidc: OidcSettings
  readonly roles: RoleSettings
  readonly tokens: TokenSettings
}

/** What the database keeps of a provider. */
export interface StoredProvider {
  accountId: number
  issuer: string
  clientId: string
  sealedClientSecret: Buffer | null
  scopes: string
  subjectClaim: string
  emailClaim: string
  nameClaim: string
  rolesClaim: string
  trustUnverifiedEmail: boolean
  roleMapping: unknown
  defaultRole: string | null
  secondFactorAmr: string[]
  secondFactorAcr: string[]
  tokenAudience: string | null
  tokenTypes: string[]
  tokenAlgorithms: string[]
  tokenAccountClaim: string | null
  tokenMachines: boolean
  state: string
  enforced: boolean
  settingsVersion: number
  triedVersion: number | null
  version: number
  updatedAt: Date
}

export function readRoleMapping(stored: unknown): RoleRule[] {
  const rules: unknown[] = Array.isArray(stored) ? stored : []
  return rules.flatMap((rule) => {
    const { value, role } = rule as { value?: unknown; role?: unknown }
    return typeof value === 'string' && typeof role === 'string' && isRole(role) ? [{ value, role }] : []
  })
}

export function asRole(name: string | null): Role | null {
  return allRoles.find((role) => role === name) ?? null
}

export function toProvider(stored: StoredProvider, secrets: ClientSecrets): AccountProvider {
  const { accountId, issuer, sealedClientSecret: sealed } = stored
  const mapping = readRoleMapping(stored.roleMapping)
  return {
    accountId,
    settingsVersion: stored.settingsVersion,
    isInForce: stored.state === 'IN_FORCE',
    isEnforced: stored.enforced,
    oidc: {
      issuer,
      clientId: stored.clientId,
      // One that no longer opens is asked for by the provider, which names the cause.
      clientSecret: sealed && (secrets.open({ accountId, issuer }, sealed) ?? 'unreadable'),
      scopes: stored.scopes,
      claims: {
        subject: stored.subjectClaim,
        email: stored.emailClaim,
        name: stored.nameClaim,
        roles: stored.rolesClaim,
        trustUnverifiedEmail: stored.trustUnverifiedEmail,
        secondFactor: { amr: stored.secondFactorAmr, acr: stored.secondFactorAcr },
        wantsRoles: mapping.length > 0,
      },
    },
    roles: { mapping, defaultRole: asRole(stored.defaultRole) },
    tokens: {
      audience: stored.tokenAudience,
      types: stored.tokenTypes,
      algorithms: stored.tokenAlgorithms,
      accountClaim: stored.tokenAccountClaim,
      machines: stored.tokenMachines,
    },
  }
}

interface Place {
  readonly accountId: number
  readonly issuer: string
}

/** Secrets of our clients at providers, bound to where they are sent: under another issuer none can be opened. */
export interface ClientSecrets {
  close(place: Place, secret: string): Buffer
  open(place: Place, sealed: Buffer): string | null
}

const purpose = 'identity provider secrets'
const labelOf = ({ accountId, issuer }: Place) => `${accountId}:${issuer}`

export function createClientSecrets(secretKey: Uint8Array): ClientSecrets {
  const key = deriveKey(secretKey, purpose)
  return {
    close: (place, secret) => seal(key, labelOf(place), Buffer.from(secret)),
    open: (place, sealed) => unseal(key, labelOf(place), sealed)?.toString() ?? null,
  }
}

export function resealClientSecret(change: KeyChange, place: Place, sealed: Buffer): Buffer | null {
  return reseal(change, purpose, { label: labelOf(place), sealed })
}
