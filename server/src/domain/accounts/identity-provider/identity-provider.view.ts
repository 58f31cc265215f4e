import { Type, type Static } from 'typebox'
import { nullable, namedObject } from '../../../platform/http/index.ts'
import { formatDateTime, roles } from '../../../platform/kernel/index.ts'
import {
  asRole,
  readRoleMapping,
  tokenAlgorithms,
  tokenTypes,
  type StoredProvider,
} from './provider-settings.ts'

const role = Type.Enum([...roles])
const claimName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'A name, or a path with dots such as realm_access.roles; a claim of that very name wins.',
})
const words = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })
const roleRule = Type.Object({ value: Type.String({ minLength: 1, maxLength: 500 }), role })
const issuer = Type.String({
  minLength: 8,
  maxLength: 500,
  description: 'Exactly as the provider states it in its discovery document, with or without the last slash.',
})
const clientId = Type.String({ minLength: 1, maxLength: 500 })
const scopes = Type.String({ minLength: 6, maxLength: 500, description: 'Divided by spaces, with openid.' })
const state = Type.Enum(['DRAFT', 'IN_FORCE'], {
  description: 'A draft can be tried and signs nobody in.',
})
const audience = nullable(
  Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'What access tokens must be made for to be accepted by the API; null when none are.',
  }),
)
const accountClaim = nullable(
  Type.String({ minLength: 1, maxLength: 200, description: 'A claim that must name this account.' }),
)
const machines = Type.Boolean({
  description: 'Whether a token of nobody known here is let in with the roles its claim maps to.',
})
const types = Type.Array(Type.Enum([...tokenTypes]), { minItems: 1, maxItems: 2 })
const algorithms = Type.Array(Type.Enum([...tokenAlgorithms]), { minItems: 1, maxItems: 4 })
const roleMapping = Type.Array(roleRule, {
  maxItems: 500,
  description: 'Which value of the claim of roles gives which role; several give all of theirs.',
})

export const ProviderBody = Type.Object({
  issuer,
  clientId,
  clientSecret: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'Absent: as it was. Null: a public client, which proves itself by PKCE. Never shown.',
      }),
    ),
  ),
  scopes: Type.Optional(scopes),
  claims: Type.Optional(
    Type.Object({
      subject: Type.Optional(claimName),
      email: Type.Optional(claimName),
      name: Type.Optional(claimName),
      roles: Type.Optional(claimName),
    }),
  ),
  trustUnverifiedEmail: Type.Optional(
    Type.Boolean({
      description: 'For a provider that owns every address it states but never sends email_verified.',
    }),
  ),
  roleMapping: Type.Optional(roleMapping),
  defaultRole: Type.Optional(nullable(role)),
  secondFactor: Type.Optional(Type.Object({ amr: Type.Optional(words), acr: Type.Optional(words) })),
  tokens: Type.Optional(
    Type.Object({
      audience: Type.Optional(audience),
      types: Type.Optional(types),
      algorithms: Type.Optional(algorithms),
      accountClaim: Type.Optional(accountClaim),
      machines: Type.Optional(machines),
    }),
  ),
  state,
  enforced: Type.Optional(
    Type.Boolean({
      description:
        'People enter through the provider only. Needs a trial of these settings that found its maker.',
    }),
  ),
})

export const ProviderRecord = namedObject('IdentityProvider', {
  issuer,
  clientId,
  hasClientSecret: Type.Boolean(),
  scopes,
  claims: Type.Object({
    subject: Type.String({ description: 'What never changes of a person at the provider.' }),
    email: Type.String(),
    name: Type.String(),
    roles: Type.String(),
  }),
  trustUnverifiedEmail: Type.Boolean(),
  roleMapping,
  defaultRole: nullable(role),
  secondFactor: Type.Object({ amr: words, acr: words }),
  tokens: Type.Object({
    audience,
    types: Type.Array(Type.String()),
    algorithms: Type.Array(Type.String()),
    accountClaim,
    machines,
  }),
  state,
  enforced: Type.Boolean(),
  tried: Type.Boolean({ description: 'Whether a trial of the present settings found its maker.' }),
  redirectUri: Type.String({ description: 'To be registered at the provider.' }),
  startUri: Type.String({ description: 'Where people of the account begin to sign in.' }),
  version: Type.Integer(),
  updatedAt: Type.String(),
})

export function viewProvider(
  stored: StoredProvider,
  { publicUrl, redirectUri }: { readonly publicUrl: string; readonly redirectUri: string },
): Static<typeof ProviderRecord> {
  return {
    issuer: stored.issuer,
    clientId: stored.clientId,
    hasClientSecret: stored.sealedClientSecret !== null,
    scopes: stored.scopes,
    claims: {
      subject: stored.subjectClaim,
      email: stored.emailClaim,
      name: stored.nameClaim,
      roles: stored.rolesClaim,
    },
    trustUnverifiedEmail: stored.trustUnverifiedEmail,
    roleMapping: readRoleMapping(stored.roleMapping),
    defaultRole: asRole(stored.defaultRole),
    secondFactor: { amr: stored.secondFactorAmr, acr: stored.secondFactorAcr },
    tokens: {
      audience: stored.tokenAudience,
      types: stored.tokenTypes,
      algorithms: stored.tokenAlgorithms,
      accountClaim: stored.tokenAccountClaim,
      machines: stored.tokenMachines,
    },
    state: stored.state === 'IN_FORCE' ? 'IN_FORCE' : 'DRAFT',
    enforced: stored.enforced,
    tried: stored.triedVersion === stored.settingsVersion,
    redirectUri,
    startUri: `${publicUrl}/auth/oidc/start?account=${stored.accountId}`,
    version: stored.version,
    updatedAt: formatDateTime(stored.updatedAt),
  }
}
