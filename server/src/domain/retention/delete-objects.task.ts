import type { NotNull } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { ObjectStore } from '../../platform/files/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/**
 * Removes stored objects whose evidences are gone. One that another answer repeats stays until that one goes too;
 * whoever repeats an answer holds it meanwhile, so no evidence can begin to name an object that is being removed.
 */
export const deleteObjects =
  ({ store }: { store: ObjectStore }): Handler<'files.delete'> =>
  async ({ objectKeys }, { db, scope, signal }) => {
    const needed = await db.read(scope, (tx) => stillNamed(tx, scope, objectKeys))
    for (const key of objectKeys) {
      signal.throwIfAborted()
      if (!needed.has(key) && key.startsWith(`${scope.accountId}/`)) await store.delete(key)
    }
  }

async function stillNamed(tx: ReadTx, scope: Scope, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('evidence')
    .select('object_key')
    .distinct()
    .where('account_id', '=', scope.accountId)
    .where((evidence) => evidence('object_key', '=', evidence.fn.any(evidence.val([...keys]))))
    .where('file_state', '<>', 'DELETED')
    .$narrowType<{ object_key: NotNull }>()
    .execute()
  return new Set(rows.map((row) => row.object_key))
}
