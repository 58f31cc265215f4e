import type { Db } from '../../../platform/db/index.ts'
import type { Clock } from '../../../platform/kernel/index.ts'
import type { AllowedHost, GuardedFetch } from '../../../platform/outgoing/index.ts'
import type { SecondFactorClaims } from '../external-claims.ts'
import { createIssuerFetch, hostOfIssuer, requireSafeIssuer } from '../outside-fetch.ts'
import { findIdentityProvider } from './identity-provider.queries.ts'
import { createJourneys, type Journeys } from './journeys.ts'
import { createOidcClient, createOidcClients, type OidcClient, type OidcSettings } from './oidc-client.ts'
import {
  createClientSecrets,
  toProvider,
  type AccountProvider,
  type ClientSecrets,
} from './provider-settings.ts'

/** The provider of the installation, from its environment. */
export interface OidcSignInConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scope?: string
  readonly emailClaim?: string
  readonly trustUnverifiedEmail?: boolean
  readonly secondFactor?: SecondFactorClaims
}

/** Everything it takes to send people to a provider and to understand what they come back with. */
export interface IdentityProviders {
  /** Of the installation; null when it has none. */
  readonly installation: OidcClient | null
  readonly redirectUri: string
  readonly journeys: Journeys
  readonly secrets: ClientSecrets
  readonly allowedHosts: readonly AllowedHost[]
  /** For addresses that an account chose. */
  readonly fetch: GuardedFetch
  /** The account's own; null when it has none, or is none. */
  find(accountId: number): Promise<AccountProvider | null>
  clientOf(provider: AccountProvider): OidcClient
  /** Knows nothing from before: what a trial finds is so now. */
  freshClientOf(provider: AccountProvider): OidcClient
}

interface ProvidersOptions {
  readonly db: Db
  readonly clock: Clock
  readonly secretKey: Uint8Array
  readonly redirectUri: string
  readonly oidcSignIn: OidcSignInConfig | null
  readonly providerHosts: readonly AllowedHost[]
}

export function createIdentityProviders(options: ProvidersOptions): IdentityProviders {
  const { db, clock, secretKey, redirectUri, oidcSignIn, providerHosts: allowedHosts } = options
  const secrets = createClientSecrets(secretKey)
  const fetch = createIssuerFetch(allowedHosts)
  const clientFor = createOidcClients({ clock, fetch, redirectUri })
  return {
    installation: oidcSignIn && installationClient(oidcSignIn, options),
    redirectUri,
    journeys: createJourneys(clock, secretKey),
    secrets,
    allowedHosts,
    fetch,
    async find(accountId) {
      const stored = await db.system((tx) => findIdentityProvider(tx, { accountId }))
      return stored ? toProvider(stored, secrets) : null
    },
    clientOf: (provider) => clientFor(provider.oidc),
    freshClientOf: (provider) => createOidcClient(provider.oidc, { clock, fetch, redirectUri }),
  }
}

function installationClient(config: OidcSignInConfig, options: ProvidersOptions): OidcClient {
  requireSafeIssuer(config.issuer)
  const { clock, redirectUri, providerHosts } = options
  const fetch = createIssuerFetch([hostOfIssuer(config.issuer), ...providerHosts])
  return createOidcClient(installationSettings(config), { clock, fetch, redirectUri })
}

function installationSettings(config: OidcSignInConfig): OidcSettings {
  const { issuer, clientId, clientSecret } = config
  const claims = {
    subject: 'sub',
    email: config.emailClaim ?? 'email',
    name: 'name',
    roles: 'roles',
    trustUnverifiedEmail: config.trustUnverifiedEmail ?? false,
    secondFactor: config.secondFactor ?? { amr: [], acr: [] },
    wantsRoles: false,
  }
  return { issuer, clientId, clientSecret, scopes: config.scope ?? 'openid email profile', claims }
}
