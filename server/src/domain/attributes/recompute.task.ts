import type { Db, ReadTx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { recomputeDossiers } from './recompute-dossiers.ts'
import { recomputeCalculated } from './recompute.ts'

const batchSize = 500

/**
 * Calculated attributes of the third parties named, or of the whole portfolio, and of their dossiers. Each batch is a transaction of
 * its own, and what is up to date already changes nothing: the job may stop anywhere and begin again.
 */
export const recomputeAttributes: Handler<'attributes.recompute'> = async (
  { thirdpartyIds },
  { db, scope, signal },
) => {
  if (thirdpartyIds !== null) {
    for (let from = 0; from < thirdpartyIds.length; from += batchSize) {
      signal.throwIfAborted()
      const batch = thirdpartyIds.slice(from, from + batchSize)
      await recomputeBatch(db, scope, batch)
    }
    return
  }
  for (let last = 0; ;) {
    signal.throwIfAborted()
    const batch = await db.read(scope, (tx) => nextThirdParties(tx, scope, last))
    if (batch.length === 0) return
    await recomputeBatch(db, scope, batch)
    last = batch.at(-1) ?? last
  }
}

async function recomputeBatch(db: Pick<Db, 'write'>, scope: Scope, batch: readonly number[]): Promise<void> {
  await db.write(scope, (tx) => recomputeCalculated(tx, scope, batch))
  await db.write(scope, (tx) => recomputeDossiers(tx, scope, batch))
}

async function nextThirdParties(tx: ReadTx, scope: Scope, after: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '>', after)
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id')
    .limit(batchSize)
    .execute()
  return rows.map((row) => row.thirdparty_id)
}
