import type { Body } from '../../api/index.ts'
import { isRole, type Role } from '../../parts/roles/roles.ts'
import type { Provider } from './single-sign-on.queries.ts'

type ProviderBody = Body<'putIdentityProvider'>
type Tokens = Required<NonNullable<ProviderBody['tokens']>>

export const tokenTypes = ['at+jwt', 'JWT'] as const
export const tokenAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** The settings as somebody types them. */
export interface ProviderDraft {
  issuer: string
  clientId: string
  /** Empty: the stored one stays. */
  clientSecret: string
  isPublic: boolean
  scopes: string
  claims: { subject: string; email: string; name: string; roles: string }
  trustUnverifiedEmail: boolean
  roleMapping: readonly { value: string; role: Role }[]
  defaultRole: Role | null
  amr: readonly string[]
  acr: readonly string[]
  audience: string
  types: Tokens['types']
  algorithms: Tokens['algorithms']
  accountClaim: string
  machines: boolean
}

/** What every group of fields is given. */
export interface FieldsProps {
  draft: ProviderDraft
  change: (part: Partial<ProviderDraft>) => void
  /** What the server said of what was sent. */
  error: Error | null
}

const usual = {
  scopes: 'openid email profile',
  claims: { subject: 'sub', email: 'email', name: 'name', roles: 'roles' },
  trustUnverifiedEmail: false,
}

export const emptyDraft: ProviderDraft = {
  ...usual,
  issuer: '',
  clientId: '',
  clientSecret: '',
  isPublic: false,
  roleMapping: [],
  defaultRole: null,
  amr: [],
  acr: [],
  audience: '',
  types: [...tokenTypes],
  algorithms: [...tokenAlgorithms],
  accountClaim: '',
  machines: false,
}

export const providerKinds = ['entra', 'google', 'keycloak', 'okta', 'auth0', 'other'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** What each kind of provider needs; the rest is as usual. */
const presets: Record<ProviderKind, Partial<typeof usual> & { issuer?: string }> = {
  entra: { trustUnverifiedEmail: true, claims: { ...usual.claims, subject: 'oid' } },
  google: { issuer: 'https://accounts.google.com' },
  keycloak: { claims: { ...usual.claims, roles: 'realm_access.roles' } },
  okta: { scopes: 'openid email profile groups', claims: { ...usual.claims, roles: 'groups' } },
  auth0: { claims: { ...usual.claims, roles: 'https://vigie/roles' } },
  other: {},
}

export const issuerExamples: Record<ProviderKind, string> = {
  entra: 'https://login.microsoftonline.com/<tenant id>/v2.0',
  google: 'https://accounts.google.com',
  keycloak: 'https://<host>/realms/<realm>',
  okta: 'https://<org>.okta.com',
  auth0: 'https://<tenant>.eu.auth0.com/',
  other: 'https://login.example.com',
}

export function applyPreset(draft: ProviderDraft, kind: ProviderKind): ProviderDraft {
  // One that was filled in for another kind would only mislead.
  const issuer = Object.values(presets).some((preset) => preset.issuer === draft.issuer) ? '' : draft.issuer
  return { ...draft, ...usual, issuer, ...presets[kind] }
}

const marks: readonly [RegExp, ProviderKind][] = [
  [/^https:\/\/login\.microsoftonline\./, 'entra'],
  [/^https:\/\/accounts\.google\.com/, 'google'],
  [/\/realms\//, 'keycloak'],
  [/\.okta(preview|-emea)?\.com/, 'okta'],
  [/\.auth0\.com/, 'auth0'],
]

export function kindOf(issuer: string): ProviderKind {
  return marks.find(([mark]) => mark.test(issuer))?.[1] ?? 'other'
}

export function draftOf(provider: Provider): ProviderDraft {
  const { issuer, clientId, scopes, claims, trustUnverifiedEmail, secondFactor, tokens } = provider
  return {
    issuer,
    clientId,
    clientSecret: '',
    isPublic: !provider.hasClientSecret,
    scopes,
    claims,
    trustUnverifiedEmail,
    roleMapping: provider.roleMapping,
    defaultRole: provider.defaultRole !== null && isRole(provider.defaultRole) ? provider.defaultRole : null,
    amr: secondFactor.amr,
    acr: secondFactor.acr,
    audience: tokens.audience ?? '',
    types: tokenTypes.filter((type) => tokens.types.includes(type)),
    algorithms: tokenAlgorithms.filter((algorithm) => tokens.algorithms.includes(algorithm)),
    accountClaim: tokens.accountClaim ?? '',
    machines: tokens.machines,
  }
}

/** As the server takes it. Settings that did not change must come back as they were, or a trial no longer counts. */
export function bodyOf(draft: ProviderDraft, standing: Pick<Provider, 'state' | 'enforced'>): ProviderBody {
  const secret = draft.clientSecret.trim()
  return {
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    ...(draft.isPublic ? { clientSecret: null } : secret !== '' && { clientSecret: secret }),
    scopes: draft.scopes.trim(),
    claims: draft.claims,
    trustUnverifiedEmail: draft.trustUnverifiedEmail,
    roleMapping: draft.roleMapping.map(({ value, role }) => ({ value, role })),
    defaultRole: draft.defaultRole,
    secondFactor: { amr: [...draft.amr], acr: [...draft.acr] },
    tokens: {
      audience: draft.audience.trim() || null,
      types: draft.types,
      algorithms: draft.algorithms,
      accountClaim: draft.accountClaim.trim() || null,
      machines: draft.machines,
    },
    state: standing.state,
    enforced: standing.enforced,
  }
}

const draftState = { state: 'DRAFT', enforced: false } as const

export function isChanged(draft: ProviderDraft, provider: Provider | null): boolean {
  const before = provider === null ? emptyDraft : draftOf(provider)
  return JSON.stringify(bodyOf(draft, draftState)) !== JSON.stringify(bodyOf(before, draftState))
}

export function isComplete(draft: ProviderDraft, provider: Provider | null): boolean {
  const { issuer, clientId, clientSecret, isPublic, roleMapping, claims } = draft
  const hasSecret = isPublic || clientSecret.trim() !== '' || provider?.hasClientSecret === true
  const isFilled = [...Object.values(claims), ...roleMapping.map(({ value }) => value)].every(
    (text) => text.trim() !== '',
  )
  return issuer.trim().length >= 8 && clientId.trim() !== '' && hasSecret && isFilled
}
