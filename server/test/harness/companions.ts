import { addCompanions } from '../../src/domain/thirdparties/add-thirdparty.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'

/** For third parties written straight into their table: what adding them would have written beside each. */
export async function completeThirdParties(db: Db, accountId: number): Promise<void> {
  const scope = jobScope(accountId, 'test')
  await db.write(scope, async (tx) => {
    const bare = await tx
      .selectFrom('thirdparty as t')
      .leftJoin('thirdparty_summary as s', (join) =>
        join.onRef('s.account_id', '=', 't.account_id').onRef('s.thirdparty_id', '=', 't.thirdparty_id'),
      )
      .select('t.thirdparty_id as id')
      .where('t.account_id', '=', accountId)
      .where('s.thirdparty_id', 'is', null)
      .execute()
    await addCompanions(
      tx,
      scope,
      bare.map(({ id }) => id),
    )
  })
}
