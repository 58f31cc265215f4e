import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { getProvider, type StoredProvider } from './providers.queries.ts'

/** Who watches the news of a company. */
export interface NewsSource {
  readonly label: string
  /** It has spoken since it is followed, and not too long ago: its silence never reads as "no bad news". */
  readonly isHeard: boolean
}

/** Null: nobody watches the news of this company. */
export async function newsSource(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<NewsSource | null> {
  const { accountId } = scope
  const stored = await getProvider(tx, scope, 'NEWSFEED')
  const { rows } = await sql<{ isHeard: boolean }>`
    select ${isHeard(accountId, stored)} as "isHeard" from datahub_monitoring m
    where m.account_id = ${accountId} and m.thirdparty_id = ${thirdpartyId} and m.provider = 'NEWSFEED'
      and m.active`.execute(tx)
  const [row] = rows
  return row ? { label: stored.label, isHeard: row.isHeard } : null
}

/** Who is asked has to answer about the company itself; who sends by itself is silent about those without news. */
function isHeard(accountId: number, { kind, staleAfterDays }: StoredProvider) {
  const heardAt =
    kind === 'HTTP'
      ? sql`m.heard_at`
      : sql`(select max(o.heard_at) from datahub_monitoring o
          where o.account_id = ${accountId} and o.provider = 'NEWSFEED' and o.active and o.heard_at is not null)`
  return sql`coalesce(${heardAt} >= m.since
    and ${heardAt} > (select account_now(${accountId})) - make_interval(days => ${staleAfterDays}), false)`
}

/** An item as it was told last. */
export interface StoredNewsItem {
  /** SHA-256 in hex. */
  readonly key: string
  readonly title: string
  readonly summary: string | null
  readonly url: string | null
  /** YYYY-MM-DD */
  readonly day: string
  readonly sentiment: number | null
}

/** All that is kept, newest first. */
export async function storedNews(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
): Promise<StoredNewsItem[]> {
  const { rows } = await sql<StoredNewsItem>`
    select encode(n.item_key, 'hex') as key, n.title, n.summary, n.url,
      (n.published_at at time zone 'UTC')::date::text as day, n.sentiment
    from datahub_news n where n.account_id = ${accountId} and n.thirdparty_id = ${thirdpartyId}
    order by n.published_at desc, n.item_key`.execute(tx)
  return rows
}

const batchSize = 500

/** Companies whose document about bad press does not say whether anybody watches, or still says what nobody confirms. */
export async function companiesAwaitingNews(
  tx: ReadTx,
  scope: Scope,
  { after }: { after: number },
): Promise<number[]> {
  const { accountId } = scope
  const stored = await getProvider(tx, scope, 'NEWSFEED')
  const { rows } = await sql<{ id: number }>`
    select distinct c.thirdparty_id as id from document c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    left join datahub_monitoring m on m.account_id = c.account_id and m.thirdparty_id = c.thirdparty_id
      and m.provider = 'NEWSFEED' and m.active
    where c.account_id = ${accountId} and c.code = 'ADVERSE_MEDIA' and c.stopped_at is null
      and c.thirdparty_id > ${after}
      and case when m.thirdparty_id is null then not c.no_source
        else c.no_source or (c.status = 'VALID') <> ${isHeard(accountId, stored)} end
    order by id limit ${batchSize}`.execute(tx)
  return rows.map(({ id }) => id)
}
