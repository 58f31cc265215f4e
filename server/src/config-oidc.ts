import type { Settings } from './config-readers.ts'
import { isRole, type Role } from './platform/kernel/index.ts'

/** The identity provider of the whole installation. */
export interface OidcConfig {
  readonly issuer: string
  /** What its access tokens must be made for to be accepted; null when none are. */
  readonly audience: string | null
  readonly algorithms: readonly string[]
  readonly tokenTypes: readonly string[]
  readonly jwksUri: string | null
  readonly accountsClaim: string | null
  readonly rolesClaim: string | null
  readonly roleNames: Readonly<Record<string, Role>>
  /** Sign-in of people needs a client registered at the issuer; checking its tokens does not. */
  readonly clientId: string | null
  /** Null for a public client. */
  readonly clientSecret: string | null
  readonly scopes: string
  readonly emailClaim: string
  readonly trustUnverifiedEmail: boolean
  /** Values of `amr` and `acr` that count as a second factor given there; none unless named. */
  readonly secondFactor: { readonly amr: readonly string[]; readonly acr: readonly string[] }
}

export interface HostAndPort {
  readonly host: string
  readonly port: number | null
}

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
const tokenTypes = ['at+jwt', 'JWT']

export function readOidc(settings: Settings): OidcConfig | null {
  const issuer = settings.url('OIDC_ISSUER', ['https', 'http'])
  if (issuer === null) return null
  const audience = settings.optional('OIDC_AUDIENCE')
  const clientId = settings.optional('OIDC_CLIENT_ID')
  if (audience === null && clientId === null) {
    settings.fault('OIDC_ISSUER needs OIDC_CLIENT_ID for sign-in, OIDC_AUDIENCE for access tokens, or both.')
  }
  return {
    issuer,
    audience,
    algorithms: orElse(settings.list('OIDC_ALGORITHMS'), algorithms),
    // ID tokens are made for the client: where both have one audience, only the type tells them apart.
    tokenTypes: audience === clientId ? ['at+jwt'] : orElse(settings.list('OIDC_TOKEN_TYPES'), tokenTypes),
    jwksUri: settings.url('OIDC_JWKS_URI', ['https', 'http']),
    accountsClaim: settings.optional('OIDC_ACCOUNTS_CLAIM'),
    rolesClaim: settings.optional('OIDC_ROLES_CLAIM'),
    roleNames: readRoleNames(settings),
    clientId,
    clientSecret: settings.optional('OIDC_CLIENT_SECRET'),
    scopes: settings.text('OIDC_SCOPES', 'openid email profile'),
    emailClaim: settings.text('OIDC_EMAIL_CLAIM', 'email'),
    trustUnverifiedEmail: settings.flag('OIDC_TRUST_UNVERIFIED_EMAIL', false),
    secondFactor: {
      amr: settings.list('OIDC_SECOND_FACTOR_AMR'),
      acr: settings.list('OIDC_SECOND_FACTOR_ACR'),
    },
  }
}

function orElse(given: string[], usual: readonly string[]): readonly string[] {
  return given.length > 0 ? given : usual
}

function readRoleNames(settings: Settings): Record<string, Role> {
  const names: Record<string, Role> = {}
  for (const entry of settings.list('OIDC_ROLE_NAMES')) {
    const [, value = '', role = ''] = /^(.+)=([A-Z]+)$/.exec(entry) ?? []
    if (isRole(role)) names[value] = role
    else settings.fault('OIDC_ROLE_NAMES must be a list of value=ROLE.')
  }
  return names
}

const loopback = ['127.0.0.1', 'localhost', '::1'].map((host) => ({ host, port: null }))

/** Outside production a provider on the machine itself may be tried. */
export function readProviderHosts(settings: Settings, production: boolean): HostAndPort[] {
  return [...settings.hosts('SSO_ALLOWED_HOSTS'), ...(production ? [] : loopback)]
}
