import { describe, expect, test } from 'vitest'
import { readProviderHosts } from './config-oidc.ts'
import { Settings } from './config-readers.ts'
import { loadConfig } from './config.ts'

const issuer = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'vigie' }
const read = (values: Record<string, string>) => loadConfig(values).oidc

describe('The provider of the installation', () => {
  test('Without an issuer there is none, whatever else is set', () => {
    expect(read({ OIDC_CLIENT_ID: 'vigie', OIDC_AUDIENCE: 'api' })).toBeNull()
  })

  test('The usual settings need only an issuer and a client', () => {
    expect(read(issuer)).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'vigie',
      clientSecret: null,
      audience: null,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      tokenTypes: ['at+jwt', 'JWT'],
      jwksUri: null,
      accountsClaim: null,
      rolesClaim: null,
      roleNames: {},
      scopes: 'openid email profile',
      emailClaim: 'email',
      trustUnverifiedEmail: false,
      secondFactor: { amr: [], acr: [] },
    })
  })

  test('Every setting is read', () => {
    const oidc = read({
      ...issuer,
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_AUDIENCE: 'https://api.example.com',
      OIDC_ALGORITHMS: 'ES256, EdDSA',
      OIDC_TOKEN_TYPES: 'JWT',
      OIDC_JWKS_URI: 'https://keys.example.com/jwks',
      OIDC_ACCOUNTS_CLAIM: 'vigie.accounts',
      OIDC_ROLES_CLAIM: 'realm_access.roles',
      OIDC_ROLE_NAMES: 'Vigie Admins=ADMIN,a=b=READER',
      OIDC_SCOPES: 'openid email',
      OIDC_EMAIL_CLAIM: 'upn',
      OIDC_TRUST_UNVERIFIED_EMAIL: 'true',
      OIDC_SECOND_FACTOR_AMR: 'mfa,otp',
      OIDC_SECOND_FACTOR_ACR: 'gold',
    })
    expect(oidc).toMatchObject({
      clientSecret: 'secret',
      audience: 'https://api.example.com',
      algorithms: ['ES256', 'EdDSA'],
      tokenTypes: ['JWT'],
      jwksUri: 'https://keys.example.com/jwks',
      accountsClaim: 'vigie.accounts',
      rolesClaim: 'realm_access.roles',
      roleNames: { 'Vigie Admins': 'ADMIN', 'a=b': 'READER' },
      scopes: 'openid email',
      emailClaim: 'upn',
      trustUnverifiedEmail: true,
      secondFactor: { amr: ['mfa', 'otp'], acr: ['gold'] },
    })
  })

  test('Where client and audience are one, an ID token never passes for an access token', () => {
    const oidc = read({ ...issuer, OIDC_AUDIENCE: 'vigie', OIDC_TOKEN_TYPES: 'at+jwt,JWT' })
    expect(oidc?.tokenTypes).toEqual(['at+jwt'])
  })

  test.each([
    ['an issuer for nothing', { OIDC_ISSUER: 'https://login.example.com' }, /OIDC_CLIENT_ID.*OIDC_AUDIENCE/],
    ['an issuer that is no address', { ...issuer, OIDC_ISSUER: 'login' }, /OIDC_ISSUER/],
    ['an issuer by another protocol', { ...issuer, OIDC_ISSUER: 'ldap://login.example.com' }, /OIDC_ISSUER/],
    ['a role nobody knows', { ...issuer, OIDC_ROLE_NAMES: 'x=EMPEROR' }, /OIDC_ROLE_NAMES/],
    ['a role without a value', { ...issuer, OIDC_ROLE_NAMES: 'ADMIN' }, /OIDC_ROLE_NAMES/],
    [
      'a flag that is neither',
      { ...issuer, OIDC_TRUST_UNVERIFIED_EMAIL: 'maybe' },
      /OIDC_TRUST_UNVERIFIED_EMAIL/,
    ],
  ])('A start with %s is refused by name', (_, values, fault) => {
    expect(() => read(values as Record<string, string>)).toThrow(fault)
  })
})

describe('Hosts that accounts may name as their provider', () => {
  const hosts = (production: boolean, value = '') => {
    const settings = new Settings(value === '' ? {} : { SSO_ALLOWED_HOSTS: value })
    return readProviderHosts(settings, production)
  }

  test('In production none is allowed inside the network unless the operator names it', () => {
    expect(hosts(true)).toEqual([])
    expect(hosts(true, 'login.internal:8443,10.0.0.8')).toEqual([
      { host: 'login.internal', port: 8443 },
      { host: '10.0.0.8', port: null },
    ])
  })

  test('Elsewhere a provider on the machine itself can be tried', () => {
    expect(hosts(false).map(({ host }) => host)).toEqual(['127.0.0.1', 'localhost', '::1'])
  })
})
