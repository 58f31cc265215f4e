import { expect, test } from 'vitest'
import { bodyOf, draftOf, emptyDraft, isChanged, isComplete, kindOf, applyPreset } from './provider-draft.ts'
import type { Provider } from './single-sign-on.queries.ts'

const stored: Provider = {
  issuer: 'https://login.example.com/',
  clientId: 'vigie',
  hasClientSecret: true,
  scopes: 'openid email',
  claims: { subject: 'oid', email: 'mail', name: 'name', roles: 'realm_access.roles' },
  trustUnverifiedEmail: true,
  roleMapping: [{ value: 'Vigie Admins', role: 'ADMIN' }],
  defaultRole: 'READER',
  secondFactor: { amr: ['mfa'], acr: [] },
  tokens: {
    audience: 'https://api.example',
    types: ['JWT'],
    algorithms: ['ES256', 'EdDSA'],
    accountClaim: null,
    machines: true,
  },
  state: 'IN_FORCE',
  enforced: true,
  tried: true,
  redirectUri: 'https://vigie.example/auth/oidc/callback',
  startUri: 'https://vigie.example/auth/oidc/start?account=7',
  version: 3,
  updatedAt: '2026-01-01T00:00:00.000',
}

test('Stored settings go back as they came, without the secret', () => {
  const { issuer, clientId, scopes, claims, trustUnverifiedEmail, roleMapping, defaultRole } = stored
  const { secondFactor, tokens, state, enforced } = stored
  const same = { issuer, clientId, scopes, claims, trustUnverifiedEmail, roleMapping, defaultRole }
  expect(bodyOf(draftOf(stored), stored)).toEqual({ ...same, secondFactor, tokens, state, enforced })
  expect(isChanged(draftOf(stored), stored)).toBe(false)
})

test('A typed secret is sent, an empty one keeps the stored one, and a public client has none', () => {
  const draft = draftOf(stored)
  expect(bodyOf({ ...draft, clientSecret: ' new ' }, stored).clientSecret).toBe('new')
  expect(isChanged({ ...draft, clientSecret: 'new' }, stored)).toBe(true)
  expect(bodyOf({ ...draft, isPublic: true, clientSecret: 'typed before' }, stored).clientSecret).toBeNull()
})

test('A draft is complete with an issuer, a client and a secret or the word that there is none', () => {
  const typed = { ...emptyDraft, issuer: 'https://login.example.com', clientId: 'vigie' }
  expect(isComplete(typed, null)).toBe(false)
  expect(isComplete({ ...typed, clientSecret: 'secret' }, null)).toBe(true)
  expect(isComplete({ ...typed, isPublic: true }, null)).toBe(true)
  expect(isComplete(typed, stored)).toBe(true)
  expect(isComplete({ ...typed, roleMapping: [{ value: ' ', role: 'ADMIN' }] }, stored)).toBe(false)
})

test('A preset fills in what its provider needs and forgets that of the one chosen before', () => {
  const entra = applyPreset({ ...emptyDraft, clientId: 'vigie' }, 'entra')
  expect(entra).toMatchObject({ clientId: 'vigie', trustUnverifiedEmail: true, claims: { subject: 'oid' } })
  const okta = applyPreset(entra, 'okta')
  expect(okta).toMatchObject({ trustUnverifiedEmail: false, claims: { subject: 'sub', roles: 'groups' } })
})

test.each([
  ['https://login.microsoftonline.com/a/v2.0', 'entra'],
  ['https://accounts.google.com', 'google'],
  ['https://sso.example.com/realms/staff', 'keycloak'],
  ['https://acme.okta.com/oauth2/default', 'okta'],
  ['https://acme.eu.auth0.com/', 'auth0'],
  ['https://login.example.com', 'other'],
])('The issuer %s is told to be of the kind %s', (issuer, kind) => {
  expect(kindOf(issuer)).toBe(kind)
})
