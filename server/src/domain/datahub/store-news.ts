import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ValueOf } from './apply-values.ts'

const keptItems = 100

interface Tone {
  thirdpartyId: number
  mean: number | null
  newest: string
  items: number
}

/**
 * Keeps the items of companies whose news is followed, as they were told last, and gives the tone of all that are kept
 * as the value of each company. Other values stay as they are.
 */
export async function withNews(tx: Tx, scope: Scope, values: readonly ValueOf[]): Promise<ValueOf[]> {
  const fresh = await insertItems(tx, scope, values)
  const tones = await tonesOf(tx, scope, values)
  return values.map((one) => {
    const tone = tones.get(one.thirdpartyId)
    if (one.given.items.length === 0 || !tone) return one
    const rationale = tone.items === 1 ? '1 item' : `${tone.items} items`
    const score = tone.mean === null ? null : Math.round(tone.mean * 1_000) / 1_000
    const given = { ...one.given, score, grade: null, asOf: tone.newest, rationale, detail: null }
    // Told once, however many rows of a file speak of the company.
    return { ...one, given, isNews: fresh.delete(one.thirdpartyId) }
  })
}

async function insertItems(tx: Tx, { accountId }: Scope, values: readonly ValueOf[]): Promise<Set<number>> {
  const rows = values.flatMap(({ thirdpartyId, given }) =>
    given.items.map((item) => ({ thirdpartyId, ...item })),
  )
  const { rows: told } = await sql<{ id: number; isNew: boolean }>`
    insert into datahub_news as n
      (account_id, thirdparty_id, item_key, title, summary, url, published_at, sentiment, received_at)
    select distinct on (i."thirdpartyId", i.key) ${accountId}, i."thirdpartyId", decode(i.key, 'hex'), i.title,
      i.summary, i.url, least(i."publishedAt", moment), i.sentiment, moment
    from account_now(${accountId}) moment, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (
      "thirdpartyId" bigint, key text, title text, summary text, url text, "publishedAt" timestamptz, sentiment float8)
    join datahub_monitoring m on m.account_id = ${accountId} and m.thirdparty_id = i."thirdpartyId"
      and m.provider = 'NEWSFEED' and m.active
    order by i."thirdpartyId", i.key
    on conflict (account_id, thirdparty_id, item_key) do update
      set title = excluded.title, summary = excluded.summary, published_at = excluded.published_at,
        sentiment = excluded.sentiment
      where (n.title, n.summary, n.published_at, n.sentiment)
        is distinct from (excluded.title, excluded.summary, excluded.published_at, excluded.sentiment)
    returning n.thirdparty_id as id, n.xmax = 0 as "isNew"`.execute(tx)
  const ids = [...new Set(told.flatMap(({ id, isNew }) => (isNew ? [id] : [])))]
  await sql`
    delete from datahub_news n using (
      select thirdparty_id, item_key, row_number() over (
        partition by thirdparty_id order by published_at desc, item_key) as nth
      from datahub_news where account_id = ${accountId} and thirdparty_id = any(${ids}::bigint[])) ranked
    where n.account_id = ${accountId} and n.thirdparty_id = ranked.thirdparty_id and n.item_key = ranked.item_key
      and ranked.nth > ${keptItems}`.execute(tx)
  return new Set(ids)
}

async function tonesOf(tx: Tx, { accountId }: Scope, values: readonly ValueOf[]): Promise<Map<number, Tone>> {
  const ids = [...new Set(values.map(({ thirdpartyId }) => thirdpartyId))]
  const { rows } = await sql<Tone>`
    select thirdparty_id as "thirdpartyId", avg(sentiment) as mean, count(*)::int as items,
      (max(published_at) at time zone 'UTC')::date::text as newest
    from datahub_news where account_id = ${accountId} and thirdparty_id = any(${ids}::bigint[])
    group by thirdparty_id`.execute(tx)
  return new Map(rows.map((row) => [row.thirdpartyId, row]))
}
