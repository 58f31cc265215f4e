import type { OidcConfig } from './config.ts'
import type { ExternalIssuerConfig, OidcSignInConfig } from './domain/accounts/index.ts'

/** Tokens of this issuer are accepted on the API beside our own. */
export function externalIssuers(oidc: OidcConfig | null): ExternalIssuerConfig[] {
  if (oidc === null) return []
  const { issuer, audience, algorithms, accountsClaim, rolesClaim, secondFactor } = oidc
  const claimMapping = {
    ...(accountsClaim === null ? {} : { accounts: accountsClaim }),
    ...(rolesClaim === null ? {} : { roles: rolesClaim }),
  }
  return [{ issuer, audience, algorithms, claimMapping, secondFactor }]
}

/** People may sign in there when a client was registered for it. */
export function oidcSignIn(oidc: OidcConfig | null): OidcSignInConfig | null {
  if (oidc === null || oidc.clientId === null || oidc.clientSecret === null) return null
  const { issuer, clientId, clientSecret, secondFactor } = oidc
  return { issuer, clientId, clientSecret, secondFactor }
}
