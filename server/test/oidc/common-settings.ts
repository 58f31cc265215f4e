import type { Profile } from './real-provider.ts'

/** How a common provider is set up, and what has to be set here for it. */
export interface Setting extends Profile {
  /** What the provider says of somebody with these roles. */
  readonly claims: (email: string, roles: string[]) => Record<string, unknown>
  /** Where `sub` is another for each application. */
  readonly subOfApi?: string
  readonly ours: {
    readonly claims?: object
    readonly trustUnverifiedEmail?: boolean
    readonly scopes?: string
  }
}

const usual = {
  issuerEnding: '',
  userinfoOnly: false,
  tokenType: 'JWT',
  scopes: 'openid email profile',
} as const
export const commonSettings: Setting[] = [
  {
    ...usual,
    name: 'Entra ID',
    algorithm: 'RS256',
    claims: (email, roles) => ({
      email,
      name: 'Ada',
      roles,
      oid: `oid of ${email}`,
      preferred_username: email,
    }),
    ours: { trustUnverifiedEmail: true, claims: { subject: 'oid' } },
    subOfApi: 'another-in-each-application',
  },
  {
    ...usual,
    name: 'Google',
    algorithm: 'RS256',
    tokenType: 'at+jwt',
    claims: (email, roles) => ({ email, email_verified: true, name: 'Ada', hd: 'people.example', roles }),
    ours: {},
  },
  {
    ...usual,
    name: 'Keycloak',
    algorithm: 'PS256',
    claims: (email, roles) => ({ email, email_verified: true, name: 'Ada', realm_access: { roles } }),
    ours: { claims: { roles: 'realm_access.roles' } },
  },
  {
    ...usual,
    name: 'Okta',
    algorithm: 'ES256',
    tokenType: 'at+jwt',
    userinfoOnly: true,
    scopes: 'openid email profile groups',
    claims: (email, roles) => ({ email, email_verified: true, name: 'Ada', groups: ['Everyone', ...roles] }),
    ours: { claims: { roles: 'groups' }, scopes: 'openid email profile groups' },
  },
  {
    ...usual,
    name: 'Auth0',
    issuerEnding: '/',
    algorithm: 'EdDSA',
    tokenType: 'at+jwt',
    claims: (email, roles) => ({
      email,
      email_verified: true,
      name: 'Ada',
      'https://vigie.example/roles': roles,
    }),
    ours: { claims: { roles: 'https://vigie.example/roles' } },
  },
]
