import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/** What this person brought stays theirs by number alone. */
export async function eraseSender(tx: Tx, scope: Scope, userId: number): Promise<void> {
  await tx
    .updateTable('portfolio_import')
    .set({ actor_name: '' })
    .where('account_id', '=', scope.accountId)
    .where('actor_type', '=', 'USER')
    .where('actor_id', '=', userId)
    .execute()
}
