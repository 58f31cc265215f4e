import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { StoredProvider } from './provider-settings.ts'

const columns = [
  'account_id as accountId',
  'issuer',
  'client_id as clientId',
  'sealed_client_secret as sealedClientSecret',
  'scopes',
  'subject_claim as subjectClaim',
  'email_claim as emailClaim',
  'name_claim as nameClaim',
  'roles_claim as rolesClaim',
  'trust_unverified_email as trustUnverifiedEmail',
  'role_mapping as roleMapping',
  'default_role as defaultRole',
  'second_factor_amr as secondFactorAmr',
  'second_factor_acr as secondFactorAcr',
  'token_audience as tokenAudience',
  'token_types as tokenTypes',
  'token_algorithms as tokenAlgorithms',
  'token_account_claim as tokenAccountClaim',
  'token_machines as tokenMachines',
  'state',
  'enforced',
  'settings_version as settingsVersion',
  'tried_version as triedVersion',
  'version',
  'updated_at as updatedAt',
] as const

export async function findIdentityProvider(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<StoredProvider | undefined> {
  return tx
    .selectFrom('identity_provider')
    .select(columns)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function getIdentityProvider(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
): Promise<StoredProvider> {
  return (await findIdentityProvider(tx, scope)) ?? refuseUnknown()
}

export async function lockIdentityProvider(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<StoredProvider | undefined> {
  return tx
    .selectFrom('identity_provider')
    .select(columns)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export function refuseUnknown(): never {
  throw new AppError('IDENTITY_PROVIDER_NOT_FOUND')
}

/** Accounts that take access tokens of this issuer, the first to do so first. Needs the directory. */
export async function providersOfIssuer(tx: ReadTx, issuer: string): Promise<StoredProvider[]> {
  return tx
    .selectFrom('identity_provider')
    .select(columns)
    .where('issuer', '=', issuer)
    .where('state', '=', 'IN_FORCE')
    .where('token_audience', 'is not', null)
    .orderBy('created_at')
    .limit(100)
    .execute()
}
