import type { OidcConfig } from './config-oidc.ts'
import type { ExternalIssuerConfig, OidcSignInConfig } from './domain/accounts/index.ts'

/** Tokens of this issuer are accepted on the API beside our own, when they are made for us. */
export function externalIssuers(oidc: OidcConfig | null): ExternalIssuerConfig[] {
  if (oidc === null || oidc.audience === null) return []
  const { issuer, audience, algorithms, tokenTypes, jwksUri, secondFactor, trustUnverifiedEmail } = oidc
  const { accountsClaim, rolesClaim, roleNames, emailClaim } = oidc
  const claimMapping = {
    ...(accountsClaim === null ? {} : { accounts: accountsClaim }),
    ...(rolesClaim === null ? {} : { roles: rolesClaim }),
    roleNames,
    email: emailClaim,
  }
  const keys = jwksUri === null ? {} : { jwksUri }
  const common = { issuer, audience, algorithms, tokenTypes, secondFactor, trustUnverifiedEmail }
  return [{ ...common, ...keys, claimMapping }]
}

/** People may sign in there when a client was registered for it. */
export function oidcSignIn(oidc: OidcConfig | null): OidcSignInConfig | null {
  if (oidc === null || oidc.clientId === null) return null
  const { issuer, clientId, clientSecret, scopes: scope, secondFactor } = oidc
  const { emailClaim, trustUnverifiedEmail } = oidc
  return { issuer, clientId, clientSecret, scope, emailClaim, trustUnverifiedEmail, secondFactor }
}
