import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { formDay, type Scope } from '../../platform/kernel/index.ts'
import { newsSource, type NewsSource } from '../datahub/index.ts'
import { answerCheck, type CheckFinding } from '../evaluation/index.ts'
import type { FormEntry } from '../forms/index.ts'
import { newsMonths } from './settle-news.ts'

interface NewsStanding {
  open: number
  trueMatches: number
  cleared: number
  /** Items of the days that count. */
  items: number
  from: string
  until: string
  /** Tells one set of decided hits from another. */
  print: string
}

/** Brings the documents that ask for bad press to what the hits on news of the company say now. */
export async function answerNews(tx: Tx, scope: Scope, thirdpartyId: number): Promise<void> {
  const source = await newsSource(tx, scope, thirdpartyId)
  const standing = await newsStanding(tx, scope, thirdpartyId)
  const finding = newsFinding(source, standing)
  await answerCheck(tx, scope, { thirdpartyId, code: 'ADVERSE_MEDIA' }, finding)
}

async function newsStanding(tx: ReadTx, { accountId }: Scope, thirdpartyId: number): Promise<NewsStanding> {
  const { rows } = await sql<NewsStanding>`
    with days as materialized (
      select day, (day - make_interval(months => ${newsMonths}))::date as first
      from (select (account_now(${accountId}) at time zone 'UTC')::date as day) today)
    select (count(*) filter (where h.state in ('OPEN', 'UNCLEAR', 'PROPOSED')))::int as open,
      (count(*) filter (where h.state = 'TRUE_MATCH'))::int as "trueMatches",
      (count(*) filter (where h.state = 'CLEARED'))::int as cleared,
      (select count(*)::int from datahub_news n where n.account_id = ${accountId}
        and n.thirdparty_id = ${thirdpartyId} and n.published_at >= days.first) as items,
      days.first::text as from, days.day::text as until,
      coalesce(string_agg(h.entry_key || h.state, ' ' order by h.entry_key), '') as print
    from days left join screening_hit h on h.account_id = ${accountId} and h.thirdparty_id = ${thirdpartyId}
      and h.hit_class = 'NEWS' and h.state <> 'ENDED'
    group by days.first, days.day`.execute(tx)
  return rows[0] ?? { open: 0, trueMatches: 0, cleared: 0, items: 0, from: '', until: '', print: '' }
}

function newsFinding(source: NewsSource | null, standing: NewsStanding): CheckFinding {
  const { open, trueMatches } = standing
  // What was found stays found, also when nobody watches any longer.
  if (open + trueMatches === 0) {
    if (source === null) return { outcome: 'NOBODY' }
    if (!source.isHeard) return { outcome: 'WAITING' }
  }
  const outcome = trueMatches > 0 ? 'TRUE_MATCH' : open > 0 ? 'OPEN_HIT' : 'CLEAR'
  return { outcome, origin: 'NEWS', ...newsReport(source, standing) }
}

function newsReport(source: NewsSource | null, { print, ...standing }: NewsStanding) {
  const metadata = {
    news_provider: source?.label ?? '',
    news_from: formDay(standing.from),
    news_until: formDay(standing.until),
    news_items: String(standing.items),
    news_open: String(standing.open),
    news_true_matches: String(standing.trueMatches),
    news_cleared: String(standing.cleared),
  }
  const entries: Pick<FormEntry, 'type' | 'key' | 'title' | 'value'>[] = [
    { type: 'string', key: 'newsProvider', title: 'Fournisseur d’actualités', value: metadata.news_provider },
    { type: 'date', key: 'newsFrom', title: 'Période examinée, du', value: metadata.news_from },
    { type: 'date', key: 'newsUntil', title: 'Période examinée, au', value: metadata.news_until },
    { type: 'string', key: 'newsItems', title: 'Articles reçus', value: metadata.news_items },
    { type: 'string', key: 'open', title: 'Correspondances à examiner', value: metadata.news_open },
    {
      type: 'string',
      key: 'trueMatches',
      title: 'Correspondances confirmées',
      value: metadata.news_true_matches,
    },
    { type: 'string', key: 'cleared', title: 'Correspondances écartées', value: metadata.news_cleared },
  ]
  const formdata = entries
    .filter(({ value }) => value !== '')
    .map((entry, index): FormEntry => ({ ...entry, order: index + 1 }))
  return { formdata, metadata, fingerprint: createHash('sha256').update(print).digest('hex') }
}
