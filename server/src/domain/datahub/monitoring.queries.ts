import { sql } from 'kysely'
import type { OuterRow, ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { lastVerification } from './follow-verification.ts'
import { listProviders } from './providers.queries.ts'
import type { Provider } from './providers.ts'
import type { Source } from './monitored.ts'
import type { MonitoringView } from './monitoring.schema.ts'
import type { Static } from 'typebox'

type View = Static<typeof MonitoringView>
type Row = Omit<View, 'label' | 'kind' | 'lastVerification'>

/** All seven, followed or not. */
export async function listMonitoring(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<View[]> {
  const { accountId } = scope
  const { rows } = await sql<{ rows: Row[] }>`
    select coalesce(jsonb_agg(jsonb_build_object('provider', m.provider, 'active', m.active,
      'since', wire_time(m.since), 'state', case when v.value_id is null then 'UNKNOWN'
        when m.active and m.stale_at > (select account_now(${accountId})) then 'KNOWN' else 'STALE' end,
      'value', v.value, 'raw', v.raw, 'score', v.score, 'band', v.band, 'scaleId', v.scale_id,
      'scaleVersion', v.scale_version, 'asOf', m.as_of, 'receivedAt', wire_time(v.received_at),
      'confirmedAt', wire_time(m.confirmed_at), 'staleAt', wire_time(m.stale_at), 'source', v.source,
      'reference', v.reference, 'url', v.url, 'rationale', v.rationale, 'failure', case when m.failure is not null
        then jsonb_build_object('reason', m.failure, 'since', wire_time(m.failing_since)) end,
      'nextAskedAt', wire_time(m.due_at))) filter (where m.provider is not null), '[]') as rows
    from thirdparty t
    left join datahub_monitoring m on m.account_id = ${accountId} and m.thirdparty_id = t.thirdparty_id
    left join datahub_value v on v.account_id = ${accountId} and v.value_id = m.value_id
    where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}
    group by t.thirdparty_id`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  const settings = await listProviders(tx, scope)
  const verified = await lastVerification(tx, scope, thirdpartyId)
  return settings.map(({ provider, label, kind }) => ({
    ...(found.rows.find((row) => row.provider === provider) ?? { ...never, provider }),
    label,
    kind,
    ...(provider === 'DOCCHECK' && { lastVerification: verified }),
  }))
}

const never: Omit<Row, 'provider'> = {
  active: false,
  since: null,
  state: 'UNKNOWN',
  value: null,
  raw: null,
  score: null,
  band: null,
  scaleId: null,
  scaleVersion: null,
  asOf: null,
  receivedAt: null,
  confirmedAt: null,
  staleAt: null,
  source: null,
  reference: null,
  url: null,
  rationale: null,
  failure: null,
  nextAskedAt: null,
}

interface Page {
  readonly size: number
  readonly offset: number
}

/** The rows of one page as the wire has them, newest first, and how many there are. */
interface Found<T> {
  readonly rows: T[]
  readonly total: number
}

export interface ValueRow {
  valueId: number
  value: number | null
  raw: string | null
  score: number | null
  band: string | null
  scaleId: string
  scaleVersion: string
  asOf: string
  receivedAt: string
  source: Source
  reference: string | null
  url: string | null
  rationale: string | null
  detail: unknown
}

export async function valueHistory(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId, provider, size, offset }: Page & { thirdpartyId: number; provider: Provider },
): Promise<Found<ValueRow>> {
  const { rows } = await sql<OuterRow<ValueRow> & { total: number | null }>`
    select h.*, (select count(*)::int from datahub_value n where n.account_id = ${accountId}
      and n.thirdparty_id = t.thirdparty_id and n.provider = ${provider}) as total
    from thirdparty t left join lateral (
      select value_id as "valueId", value, raw, score, band, scale_id as "scaleId", scale_version as "scaleVersion",
        as_of::text as "asOf", wire_time(received_at) as "receivedAt", source, reference, url, rationale, detail
      from datahub_value v
      where v.account_id = ${accountId} and v.thirdparty_id = t.thirdparty_id and v.provider = ${provider}
      order by v.value_id desc limit ${size} offset ${offset}) h on true
    where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}
    order by h."valueId" desc`.execute(tx)
  return toFound<ValueRow>(rows, thirdpartyId, ({ valueId }) => valueId !== null)
}

export interface NewsRow {
  itemId: string
  title: string
  summary: string | null
  url: string | null
  publishedAt: string
  sentiment: number | null
  receivedAt: string
}

export async function newsPage(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId, size, offset }: Page & { thirdpartyId: number },
): Promise<Found<NewsRow>> {
  const { rows } = await sql<OuterRow<NewsRow> & { total: number | null }>`
    select h.*, (select count(*)::int from datahub_news n where n.account_id = ${accountId}
      and n.thirdparty_id = t.thirdparty_id) as total
    from thirdparty t left join lateral (
      select encode(item_key, 'hex') as "itemId", title, summary, url, wire_time(published_at) as "publishedAt", sentiment,
        wire_time(received_at) as "receivedAt"
      from datahub_news n where n.account_id = ${accountId} and n.thirdparty_id = t.thirdparty_id
      order by n.published_at desc, n.item_key desc limit ${size} offset ${offset}) h on true
    where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}`.execute(tx)
  return toFound<NewsRow>(rows, thirdpartyId, ({ title }) => title !== null)
}

/** A third party without any is one row of nulls. */
function toFound<T>(
  rows: readonly (OuterRow<T> & { total: number | null })[],
  thirdpartyId: number,
  isThere: (row: OuterRow<T>) => boolean,
): Found<T> {
  const [first] = rows
  if (!first) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  return { rows: rows.filter(isThere) as T[], total: first.total ?? 0 }
}
