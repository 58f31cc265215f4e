import type { OidcConfig } from './config.ts'
import type { ExternalIssuerConfig, OidcSignInConfig } from './domain/accounts/index.ts'

/** Tokens of this issuer are accepted on the API beside our own. */
export function externalIssuers(oidc: OidcConfig | null): ExternalIssuerConfig[] {
  if (oidc === null) return []
  const { issuer, audience, algorithms, accountsClaim, rolesClaim } = oidc
  const claimMapping = {
    ...(accountsClaim === null ? {} : { accounts: accountsClaim }),
    ...(rolesClaim === null ? {} : { roles: rolesClaim }),
  }
  return [{ issuer, audience, algorithms, claimMapping }]
}

/** People may sign in there when a client was registered for it. */
export function oidcSignIn(oidc: OidcConfig | null): OidcSignInConfig | null {
  if (oidc === null || oidc.clientId === null || oidc.clientSecret === null) return null
  return { issuer: oidc.issuer, clientId: oidc.clientId, clientSecret: oidc.clientSecret }
}
