import type { Db } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { companiesAwaitingNews } from '../datahub/index.ts'
import { companiesWithOldNews } from './affected.queries.ts'
import { reviewNews } from './review-news.ts'

export const newsTask: Handler<'screening.news'> = ({ thirdpartyIds }, { db, scope, signal }) =>
  thirdpartyIds === null ? reviewDueNews(db, scope, signal) : reviewNews(db, scope, { thirdpartyIds, signal })

/** As a step of a day: items grow old, and providers fall silent, by themselves. */
export async function reviewDueNews(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  const old = await db.read(scope, (tx) => companiesWithOldNews(tx, scope))
  await reviewNews(db, scope, { thirdpartyIds: old, signal })
  for (let after = 0; ;) {
    const due = await db.read(scope, (tx) => companiesAwaitingNews(tx, scope, { after }))
    await reviewNews(db, scope, { thirdpartyIds: due, signal })
    const last = due.at(-1)
    if (last === undefined) return
    after = last
  }
}
