import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'

const changesAtOnce = 5_000

/**
 * Folds what was added to the counts of portfolios, so that reading one stays a matter of a few rows. The counts are
 * exact before, meanwhile and after; a run that dies has folded some changes and left the others for the next.
 */
export const foldCounts: Handler<'thirdparties.fold-counts'> = async (_payload, { db, signal }) => {
  for (let folded = changesAtOnce; folded === changesAtOnce;) {
    signal.throwIfAborted()
    folded = await db.system(foldSome)
  }
}

async function foldSome(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select portfolio_fold(${changesAtOnce}) as folded`.execute(
    tx,
  )
  return rows[0]?.folded ?? 0
}
