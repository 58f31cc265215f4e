import { sql } from 'kysely'
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
  const { rows } = await sql<{ key: string }>`
    select distinct object_key as key from evidence
    where account_id = ${scope.accountId} and object_key = any(${[...keys]}::text[])
      and file_state <> 'DELETED'`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}
