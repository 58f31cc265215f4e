import { sql } from 'kysely'
import { recordAdministration } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Role, type Scope } from '../../../platform/kernel/index.ts'
import { checkUrl, type AllowedHost } from '../../../platform/outgoing/index.ts'
import { inDirectory } from '../directory.ts'
import { endConfinedSessions } from '../sessions.ts'
import { announceToAll } from '../standing.ts'
import { getIdentityProvider, lockIdentityProvider, refuseUnknown } from './identity-provider.queries.ts'
import type { RoleRule } from './map-roles.ts'
import type { ClientSecrets, StoredProvider, TokenSettings } from './provider-settings.ts'

/** The provider as an administrator writes it. */
export interface ProviderBody {
  readonly issuer: string
  readonly clientId: string
  /** Absent: as it was. Null: a public client. */
  readonly clientSecret?: string | null
  readonly scopes?: string
  readonly claims?: {
    readonly subject?: string
    readonly email?: string
    readonly name?: string
    readonly roles?: string
  }
  readonly trustUnverifiedEmail?: boolean
  readonly roleMapping?: readonly RoleRule[]
  readonly defaultRole?: Role | null
  readonly secondFactor?: { readonly amr?: readonly string[]; readonly acr?: readonly string[] }
  readonly tokens?: Partial<TokenSettings>
  readonly state: 'DRAFT' | 'IN_FORCE'
  readonly enforced?: boolean
}

export interface PutProvider {
  readonly body: ProviderBody
  readonly secrets: ClientSecrets
  readonly allowedHosts: readonly AllowedHost[]
  /** Throws when the caller knows another version. */
  readonly guard: (version: number) => void
}

/** Writes the provider of the account. What a trial proved holds for the settings it was made with, and no others. */
export async function putProvider(tx: Tx, scope: Scope, command: PutProvider): Promise<StoredProvider> {
  const { body, secrets } = command
  const { accountId } = scope
  requireSafe(body, command.allowedHosts)
  const before = await lockIdentityProvider(tx, scope)
  command.guard(before?.version ?? 0)
  const settings = settingsOf(body)
  const secret = secretOf(before, body, (plain) => secrets.close({ accountId, issuer: body.issuer }, plain))
  const isSame = before !== undefined && secret === undefined && sameSettings(before, settings)
  const enforced = body.enforced ?? false
  if (enforced && body.state !== 'IN_FORCE') throw new AppError('IDENTITY_PROVIDER_NOT_IN_FORCE')
  if (enforced && !(isSame && before.triedVersion === before.settingsVersion)) {
    throw new AppError('IDENTITY_PROVIDER_NOT_TRIED')
  }
  const row = { ...settings, state: body.state, enforced }
  const sealed = secret === undefined ? {} : { sealed_client_secret: secret }
  if (before) {
    await tx
      .updateTable('identity_provider')
      .set((eb) => ({
        ...row,
        ...sealed,
        role_mapping: JSON.stringify(row.role_mapping),
        settings_version: eb('settings_version', '+', isSame ? 0 : 1),
        version: eb('version', '+', 1),
        updated_at: sql<Date>`now()`,
      }))
      .where('account_id', '=', accountId)
      .execute()
  } else {
    const values = {
      account_id: accountId,
      ...row,
      ...sealed,
      role_mapping: JSON.stringify(row.role_mapping),
    }
    await tx.insertInto('identity_provider').values(values).execute()
  }
  const after = await getIdentityProvider(tx, scope)
  await endWhatIsOver(tx, accountId, { before, after })
  await announceToAll(tx)
  recordAdministration(tx, scope, {
    name: 'IDENTITY_PROVIDER_CHANGED',
    subject: { type: 'ACCOUNT', id: accountId },
    ...(before && { before: recordOf(before) }),
    after: { ...recordOf(after), secretReplaced: secret !== undefined },
  })
  return after
}

export async function removeProvider(tx: Tx, scope: Scope, guard: PutProvider['guard']): Promise<void> {
  const before = (await lockIdentityProvider(tx, scope)) ?? refuseUnknown()
  guard(before.version)
  const { accountId } = scope
  await tx.deleteFrom('identity_trial').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('identity_provider').where('account_id', '=', accountId).execute()
  await inDirectory(tx, () => endConfinedSessions(tx, accountId, 'BY_ADMINISTRATOR'))
  await announceToAll(tx)
  recordAdministration(tx, scope, {
    name: 'IDENTITY_PROVIDER_REMOVED',
    subject: { type: 'ACCOUNT', id: accountId },
    before: recordOf(before),
  })
}

/** Whoever came through a provider that is switched off or has become another comes again. */
async function endWhatIsOver(
  tx: Tx,
  accountId: number,
  { before, after }: { before: StoredProvider | undefined; after: StoredProvider },
): Promise<void> {
  if (before?.state !== 'IN_FORCE') return
  if (after.state === 'IN_FORCE' && after.issuer === before.issuer) return
  await inDirectory(tx, () => endConfinedSessions(tx, accountId, 'BY_ADMINISTRATOR'))
}

function requireSafe(
  { issuer, scopes, clientId, tokens }: ProviderBody,
  allowedHosts: readonly AllowedHost[],
): void {
  const checked = checkUrl(issuer, allowedHosts)
  const pointer = (name: string) => ({ errors: [{ pointer: `/${name}`, code: 'FIELD_FORMAT', message: '' }] })
  if (typeof checked === 'string' || checked.url.search !== '') {
    throw new AppError('IDENTITY_PROVIDER_ADDRESS', {}, pointer('issuer'))
  }
  if (scopes !== undefined && !scopes.split(' ').includes('openid')) {
    throw new AppError('IDENTITY_PROVIDER_SCOPES', {}, pointer('scopes'))
  }
  // An ID token is made for the client: it must never pass for an access token.
  if (tokens?.audience === clientId) {
    throw new AppError('IDENTITY_PROVIDER_AUDIENCE', {}, pointer('tokens/audience'))
  }
}

/** A stored secret stays with the issuer and client it was made for, or anybody could have it sent to themselves. */
function secretOf(
  before: StoredProvider | undefined,
  { issuer, clientId, clientSecret }: ProviderBody,
  close: (plain: string) => Buffer,
): Buffer | null | undefined {
  if (clientSecret !== undefined) {
    const isNothingNew = clientSecret === null && before?.sealedClientSecret === null
    if (isNothingNew) return undefined
    return clientSecret === null ? null : close(clientSecret)
  }
  const isKept = !before?.sealedClientSecret || (before.issuer === issuer && before.clientId === clientId)
  if (!isKept) throw new AppError('IDENTITY_PROVIDER_SECRET_NEEDED')
  return undefined
}

function settingsOf(body: ProviderBody) {
  const { claims = {}, secondFactor = {}, tokens = {} } = body
  return {
    issuer: body.issuer,
    client_id: body.clientId,
    scopes: body.scopes ?? 'openid email profile',
    subject_claim: claims.subject ?? 'sub',
    email_claim: claims.email ?? 'email',
    name_claim: claims.name ?? 'name',
    roles_claim: claims.roles ?? 'roles',
    trust_unverified_email: body.trustUnverifiedEmail ?? false,
    role_mapping: (body.roleMapping ?? []).map(({ value, role }) => ({ value, role })),
    default_role: body.defaultRole ?? null,
    second_factor_amr: [...(secondFactor.amr ?? [])],
    second_factor_acr: [...(secondFactor.acr ?? [])],
    token_audience: tokens.audience ?? null,
    token_types: [...(tokens.types ?? ['at+jwt', 'JWT'])],
    token_algorithms: [...(tokens.algorithms ?? ['RS256', 'PS256', 'ES256', 'EdDSA'])],
    token_account_claim: tokens.accountClaim ?? null,
    token_machines: tokens.machines ?? false,
  }
}

type Settings = ReturnType<typeof settingsOf>

function sameSettings(before: StoredProvider, settings: Settings): boolean {
  return JSON.stringify(storedSettings(before)) === JSON.stringify(settings)
}

function storedSettings(stored: StoredProvider): Settings {
  return {
    issuer: stored.issuer,
    client_id: stored.clientId,
    scopes: stored.scopes,
    subject_claim: stored.subjectClaim,
    email_claim: stored.emailClaim,
    name_claim: stored.nameClaim,
    roles_claim: stored.rolesClaim,
    trust_unverified_email: stored.trustUnverifiedEmail,
    role_mapping: (stored.roleMapping as RoleRule[]).map(({ value, role }) => ({ value, role })),
    default_role: stored.defaultRole as Role | null,
    second_factor_amr: stored.secondFactorAmr,
    second_factor_acr: stored.secondFactorAcr,
    token_audience: stored.tokenAudience,
    token_types: stored.tokenTypes,
    token_algorithms: stored.tokenAlgorithms,
    token_account_claim: stored.tokenAccountClaim,
    token_machines: stored.tokenMachines,
  }
}

/** For the journal: everything but the secret. */
function recordOf(stored: StoredProvider) {
  const { state, enforced } = stored
  return { ...storedSettings(stored), state, enforced }
}
