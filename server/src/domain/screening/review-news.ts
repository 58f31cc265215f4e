import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { newsSource, storedNews } from '../datahub/index.ts'
import { answerNews } from './answer-news.ts'
import { describeNews, newsMonths, settleNews, type KnownNewsHit } from './settle-news.ts'
import { storeNewsChanges } from './store-news-hits.ts'

interface Companies {
  readonly thirdpartyIds: readonly number[]
  readonly signal?: AbortSignal | undefined
}

/** Brings the hits on the news of these companies, and their documents, to what was delivered; each on its own. */
export async function reviewNews(db: Db, scope: Scope, { thirdpartyIds, signal }: Companies): Promise<void> {
  for (const thirdpartyId of thirdpartyIds) {
    signal?.throwIfAborted()
    await db.write(scope, async (tx) => {
      await updateNewsHits(tx, scope, thirdpartyId)
      await answerNews(tx, scope, thirdpartyId)
    })
  }
}

/** Opens hits for bad news, and ends those that hold nothing open any longer. */
async function updateNewsHits(tx: Tx, scope: Scope, thirdpartyId: number): Promise<void> {
  const { accountId } = scope
  // Held: of two reviews at once, the later one sees the hits of the earlier.
  await sql`select from thirdparty where account_id = ${accountId} and thirdparty_id = ${thirdpartyId}
    for no key update`.execute(tx)
  const source = await newsSource(tx, scope, thirdpartyId)
  const label = source?.label ?? ''
  const stored = source === null ? [] : await storedNews(tx, scope, thirdpartyId)
  const items = stored.map((item) => ({ ...item, digest: describeNews(item, label).digest }))
  const known = await lockNewsHits(tx, scope, thirdpartyId)
  const changes = settleNews({ known, items, oldest: await oldestDay(tx, scope) })
  await storeNewsChanges(tx, scope, { thirdpartyId, label }, changes)
}

/** The first day that counts, by the clock of the account. */
async function oldestDay(tx: Tx, { accountId }: Scope): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((account_now(${accountId}) at time zone 'UTC')::date - make_interval(months => ${newsMonths}))::date::text
      as day`.execute(tx)
  return rows[0]?.day ?? ''
}

async function lockNewsHits(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<KnownNewsHit[]> {
  const { rows } = await sql<KnownNewsHit>`
    select h.hit_id as "hitId", h.entry_key as "entryKey", encode(h.matching_digest, 'hex') as digest, h.state,
      coalesce(h.entry ->> 'listedOn', '') as day
    from screening_hit h
    where h.account_id = ${accountId} and h.thirdparty_id = ${thirdpartyId} and h.hit_class = 'NEWS'
    order by h.hit_id for update`.execute(tx)
  return rows
}
