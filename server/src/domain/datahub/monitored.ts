import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Provider } from './providers.ts'

/** What a provider's last word was; all null before the first. */
export interface Present {
  readonly raw: string | null
  readonly score: number | null
  readonly band: string | null
  readonly value: number | null
  readonly scaleId: string | null
  readonly scaleVersion: string | null
  readonly asOf: string | null
}

export interface Monitored extends Present {
  readonly thirdpartyId: number
}

export interface LockedMonitored {
  /** The account's day, by UTC. */
  readonly today: string
  readonly monitored: ReadonlyMap<number, Monitored>
}

/** Locks those of the third parties that are followed, in one order for all who do. */
export async function lockMonitored(
  tx: Tx,
  { accountId }: Scope,
  provider: Provider,
  thirdpartyIds: readonly number[],
): Promise<LockedMonitored> {
  const { rows } = await sql<Monitored>`
    select m.thirdparty_id as "thirdpartyId", v.raw, v.score, v.band, v.value, v.scale_id as "scaleId",
      v.scale_version as "scaleVersion", m.as_of::text as "asOf"
    from datahub_monitoring m left join datahub_value v on v.account_id = ${accountId} and v.value_id = m.value_id
    where m.account_id = ${accountId} and m.provider = ${provider} and m.active
      and m.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
    order by m.thirdparty_id for no key update of m`.execute(tx)
  const { rows: days } = await sql<{ today: string }>`
    select (account_now(${accountId}) at time zone 'UTC')::date::text as today`.execute(tx)
  return {
    today: days[0]?.today ?? '',
    monitored: new Map(rows.map((row) => [row.thirdpartyId, row])),
  }
}

export interface NewValue extends Present {
  readonly valueId: number
  readonly thirdpartyId: number
  readonly reference: string | null
  readonly url: string | null
  readonly rationale: string | null
  readonly detail: string | null
}

export type Source = 'FILE' | 'HTTP' | 'PUSH' | 'VERIFICATION'

/** Numbers for values to come. */
export async function takeValueIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval('vigie_id') as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertValues(
  tx: Tx,
  { accountId }: Scope,
  { provider, source }: { provider: Provider; source: Source },
  values: readonly NewValue[],
): Promise<void> {
  if (values.length === 0) return
  await sql`
    insert into datahub_value (account_id, value_id, thirdparty_id, provider, raw, score, band, value, scale_id,
      scale_version, as_of, received_at, source, reference, url, rationale, detail)
    select ${accountId}, "valueId", "thirdpartyId", ${provider}, raw, score, band, value, "scaleId", "scaleVersion",
      "asOf", moment, ${source}, reference, url, rationale, detail::jsonb
    from account_now(${accountId}) moment, jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (
      "valueId" bigint, "thirdpartyId" bigint, raw text, score float8, band text, value float8, "scaleId" text,
      "scaleVersion" text, "asOf" date, reference text, url text, rationale text, detail text)`.execute(tx)
}

export interface Confirmation {
  readonly thirdpartyId: number
  /** Null when the value is the one that is there. */
  readonly valueId: number | null
  readonly asOf: string
}

/** The provider was heard: the value counts anew from now, and whatever kept it from being heard is over. */
export async function confirm(
  tx: Tx,
  { accountId }: Scope,
  { provider, staleAfterDays }: { provider: Provider; staleAfterDays: number },
  confirmations: readonly Confirmation[],
): Promise<void> {
  if (confirmations.length === 0) return
  await sql`
    update datahub_monitoring m set value_id = coalesce(c."valueId", m.value_id), as_of = c."asOf",
      confirmed_at = moment, stale_at = moment + make_interval(days => ${staleAfterDays}::int),
      failure = null, failing_since = null, heard_at = moment
    from account_now(${accountId}) moment, jsonb_to_recordset(${JSON.stringify(confirmations)}::jsonb) as c (
      "thirdpartyId" bigint, "valueId" bigint, "asOf" date)
    where m.account_id = ${accountId} and m.provider = ${provider} and m.thirdparty_id = c."thirdpartyId"`.execute(
    tx,
  )
}
