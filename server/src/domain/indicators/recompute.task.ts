import type { Db, ReadTx } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { batchSize, recomputeFor } from './recompute-indicators.ts'

/**
 * Of the third parties named, or of the whole portfolio. Each batch is a transaction of its own, and what is up to
 * date already changes nothing: the job may stop anywhere and begin again.
 */
export const recomputeTask: Handler<'indicators.recompute'> = async (
  { thirdpartyIds },
  { db, scope, signal },
) => {
  for await (const batch of batches(db, scope, thirdpartyIds)) {
    signal.throwIfAborted()
    await db.write(scope, (tx) => recomputeFor(tx, scope, batch))
  }
}

/** Each account as a job of its own: a new model, and whatever else nobody told of, reaches everybody by night. */
export const recomputeEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'indicators.recompute-all'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        const jobKey = `indicators.recompute:${accountId}`
        await enqueue(tx, 'indicators.recompute', { accountId, thirdpartyIds: null }, { jobKey })
      }
    })
  }

async function* batches(db: Db, scope: Scope, given: readonly number[] | null): AsyncGenerator<number[]> {
  if (given !== null) {
    for (let from = 0; from < given.length; from += batchSize) yield given.slice(from, from + batchSize)
    return
  }
  for (let last = 0; ;) {
    const batch = await db.read(scope, (tx) => nextThirdParties(tx, scope, last))
    const end = batch.at(-1)
    if (end === undefined) return
    yield batch
    last = end
  }
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
