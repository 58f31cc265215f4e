import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Provider } from './providers.ts'

/**
 * To be called when a provider that answers documents was heard, or its following began or ended; nothing for others.
 * Null: any company of the account may be concerned, since whether there is a provider at all may have changed.
 */
export async function enqueueAnswers(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  provider: Provider,
  thirdpartyIds: readonly number[] | null,
): Promise<void> {
  if (thirdpartyIds?.length === 0) return
  const named = thirdpartyIds && [...thirdpartyIds]
  if (provider === 'SECURITY_RATING') {
    const options = named === null ? { jobKey: `datahub.answer-ratings:${accountId}` } : {}
    await enqueue(tx, 'datahub.answer-ratings', { accountId, thirdpartyIds: named }, options)
  }
  if (provider === 'NEWSFEED') {
    if (named !== null) await enqueue(tx, 'screening.news', { accountId, thirdpartyIds: named })
    // A word about one company may be the first that others, too, have waited for.
    const options = { jobKey: `screening.news:${accountId}` }
    await enqueue(tx, 'screening.news', { accountId, thirdpartyIds: null }, options)
  }
}
