import { sql } from 'kysely'
import type { Db, Tx } from '../db/index.ts'
import type { Count } from './share.ts'
import type { CountTogether } from './shared-limits.ts'

/** All processes count in one table, each by one statement for many limits. */
export function countInDatabase(db: Pick<Db, 'system'>): CountTogether {
  return async (requests) => {
    const { rows } = await db.system((tx) =>
      sql<Count>`
        select granted, room from count_rates(
          ${requests.map(({ key }) => key)}::bytea[],
          ${requests.map(({ perSecond }) => 1_000 / perSecond)}::float8[],
          ${requests.map(({ burst }) => burst)}::integer[],
          ${requests.map(({ charge }) => charge)}::integer[],
          ${requests.map(({ wish }) => wish)}::integer[]) order by place`.execute(tx),
    )
    return rows
  }
}

// Longer than any process may have read a row before it counts in it.
const quietMinutes = 10

/** A reserve that is whole again is the same as none, and so is a place nobody holds any more. */
export async function purgeSharedLimits(tx: Tx): Promise<void> {
  const before = sql<Date>`now() - make_interval(mins => ${quietMinutes})`
  await tx.deleteFrom('rate_count').where('full_at', '<', before).execute()
  await tx.deleteFrom('place_lease').where('until', '<', before).execute()
}
