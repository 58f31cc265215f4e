import { sql } from 'kysely'
import { recordAdministration } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { operatorOf } from '../create-user.ts'
import { announceToAll } from '../standing.ts'
import { lockIdentityProvider, refuseUnknown } from './identity-provider.queries.ts'

/**
 * The operator's way back for an account whose provider is gone: people enter by other means again, and the provider
 * stays as it is. True when it was enforced. Needs a transaction of the directory.
 */
export async function releaseSingleSignOn(tx: Tx, accountId: number): Promise<boolean> {
  const provider = (await lockIdentityProvider(tx, { accountId })) ?? refuseUnknown()
  if (!provider.enforced) return false
  await tx
    .updateTable('identity_provider')
    .set((eb) => ({ enforced: false, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('account_id', '=', accountId)
    .execute()
  recordAdministration(tx, operatorOf(accountId), {
    name: 'SINGLE_SIGN_ON_RELEASED',
    subject: { type: 'ACCOUNT', id: accountId },
    before: { enforced: true },
    after: { enforced: false },
  })
  await announceToAll(tx)
  return true
}
