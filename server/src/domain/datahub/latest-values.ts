import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Source } from './monitored.ts'
import type { Provider } from './providers.ts'

/** What a provider said last of a third party; one that never said anything has no row. */
export interface LatestValue {
  readonly thirdpartyId: number
  readonly provider: Provider
  /** 0 to 100, higher is better; null where the scale has no word for it. */
  readonly value: number | null
  readonly raw: string | null
  readonly scaleId: string
  readonly scaleVersion: string
  readonly asOf: string
  readonly state: 'KNOWN' | 'STALE'
  /** The moment from which it is too old. It is there whenever a value is, so never null: they are set together. */
  readonly staleAt: Date
  readonly source: Source
}

/** Of the given third parties, or of all. */
export async function latestValues(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  thirdpartyIds: readonly number[] | null,
): Promise<LatestValue[]> {
  const ids = thirdpartyIds && [...thirdpartyIds]
  const { rows } = await sql<LatestValue>`
    select m.thirdparty_id as "thirdpartyId", m.provider, v.value, v.raw, v.scale_id as "scaleId",
      v.scale_version as "scaleVersion", m.as_of::text as "asOf", v.source,
      case when m.active and m.stale_at > moment then 'KNOWN' else 'STALE' end as state,
      m.stale_at as "staleAt"
    from account_now(${accountId}) moment, datahub_monitoring m
    join datahub_value v on v.account_id = ${accountId} and v.value_id = m.value_id
    where m.account_id = ${accountId} and (${ids}::bigint[] is null or m.thirdparty_id = any(${ids}::bigint[]))
    order by m.thirdparty_id, m.provider`.execute(tx)
  return rows
}
