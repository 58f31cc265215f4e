import { sql, type NotNull } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { resealClientSecret } from './identity-provider/provider-settings.ts'
import { sealingPurpose } from './keyring.ts'
import { createFactorTools, totpPurpose } from './second-factor/factor-tools.ts'
import { totpLabel } from './second-factor/totp.ts'
import { reseal, type KeyChange, type Resealing } from './secrets.ts'

export interface ResealedAccounts {
  readonly signingKeys: Resealing
  readonly authenticators: Resealing
  readonly identityProviders: Resealing
  /** Codes whose hashes took the former key: nobody can use them any more. */
  readonly recoveryCodesEnded: number
}

/** What the installation and its people have under the secret key, outside any account. */
export async function resealAccounts(tx: Tx, change: KeyChange): Promise<ResealedAccounts> {
  const signingKeys = await resealSigningKeys(tx, change)
  const authenticators = await resealAuthenticators(tx, change)
  const identityProviders = await resealProviderSecrets(tx, change)
  await preserveUserHandles(tx, change)
  // Half an enrolment; whoever was at it begins again.
  await tx.deleteFrom('factor_challenge').where('sealed_secret', 'is not', null).execute()
  const { numDeletedRows } = await tx.deleteFrom('recovery_code').executeTakeFirst()
  return { signingKeys, authenticators, identityProviders, recoveryCodesEnded: Number(numDeletedRows) }
}

async function resealSigningKeys(tx: Tx, change: KeyChange): Promise<Resealing> {
  const rows = await tx
    .selectFrom('signing_key')
    .select(['kid', 'sealed_private_jwk as sealed'])
    .forUpdate()
    .execute()
  const count = { resealed: 0, unreadable: 0 }
  for (const { kid, sealed } of rows) {
    const renewed = reseal(change, sealingPurpose, { label: kid, sealed })
    count[renewed ? 'resealed' : 'unreadable'] += 1
    if (renewed) {
      await tx
        .updateTable('signing_key')
        .set({ sealed_private_jwk: renewed })
        .where('kid', '=', kid)
        .execute()
    }
  }
  return count
}

async function resealAuthenticators(tx: Tx, change: KeyChange): Promise<Resealing> {
  const rows = await tx
    .selectFrom('second_factor')
    .select(['factor_id', 'sealed_secret'])
    .where('sealed_secret', 'is not', null)
    .forUpdate()
    .$narrowType<{ sealed_secret: NotNull }>()
    .execute()
  const renewed = rows.flatMap(({ factor_id: id, sealed_secret: sealed }) => {
    const secret = reseal(change, totpPurpose, { label: totpLabel, sealed })
    return secret ? [{ id, secret }] : []
  })
  await sql`
    update second_factor f set sealed_secret = n.secret
    from unnest(${renewed.map(({ id }) => id)}::bigint[], ${renewed.map(({ secret }) => secret)}::bytea[]) n (id, secret)
    where f.factor_id = n.id`.execute(tx)
  return { resealed: renewed.length, unreadable: rows.length - renewed.length }
}

/** What we show to the accounts' own identity providers. */
async function resealProviderSecrets(tx: Tx, change: KeyChange): Promise<Resealing> {
  const rows = await tx
    .selectFrom('identity_provider')
    .select(['account_id as accountId', 'issuer', 'sealed_client_secret as sealed'])
    .where('sealed_client_secret', 'is not', null)
    .forUpdate()
    .$narrowType<{ sealed: NotNull }>()
    .execute()
  const count = { resealed: 0, unreadable: 0 }
  for (const { accountId, issuer, sealed } of rows) {
    const renewed = resealClientSecret(change, { accountId, issuer }, sealed)
    count[renewed ? 'resealed' : 'unreadable'] += 1
    if (!renewed) continue
    await tx
      .updateTable('identity_provider')
      .set({ sealed_client_secret: renewed })
      .where('account_id', '=', accountId)
      .execute()
  }
  return count
}

/** Passkeys go on naming their owner by what the former key made of them, so that is noted beside each. */
async function preserveUserHandles(tx: Tx, { from }: KeyChange): Promise<void> {
  // No address matters here: the handle follows from the key alone.
  const former = createFactorTools(from, 'http://localhost')
  const rows = await tx
    .selectFrom('second_factor')
    .select('user_id as userId')
    .distinct()
    .where('kind', '=', 'PASSKEY')
    .where('user_handle', 'is', null)
    .execute()
  const handles = rows.map(({ userId }) => Buffer.from(former.userHandle(userId)))
  await sql`
    update second_factor f set user_handle = n.handle
    from unnest(${rows.map(({ userId }) => userId)}::bigint[], ${handles}::bytea[]) n (user_id, handle)
    where f.user_id = n.user_id and f.kind = 'PASSKEY' and f.user_handle is null`.execute(tx)
}
