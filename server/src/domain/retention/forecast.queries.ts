import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import type { ResponseState } from '../evaluation/index.ts'
import { selectUnusedAnswers, warningDays } from './unused-answers.ts'

export interface ForecastRow {
  responseId: number
  documentId: number
  dossierId: number
  thirdpartyId: number
  documentCode: string
  documentName: string
  status: ResponseState
  unusedSince: string
  deletionDate: string
  warnedAt: string | null
  legalHold: boolean
}

interface RetentionQuery {
  readonly days: number
  readonly language: Language
  readonly size: number
  readonly offset: number
}

/** What will be deleted within so many days, the next first. What is held is listed, and said to be. */
export async function deletionForecast(
  tx: ReadTx,
  scope: Scope,
  { days, language, size, offset }: RetentionQuery,
): Promise<{ rows: ForecastRow[]; total: number }> {
  const { rows } = await sql<ForecastRow & { total: number }>`
    with clock as materialized (select account_now(${scope.accountId}) as moment), due as (
      select u.*, (greatest(u.ends_at, case when u.warned then u.deletion_warned_at else clock.moment end
        + make_interval(days => ${warningDays})) at time zone 'UTC')::date as day,
        (clock.moment at time zone 'UTC')::date + ${days}::int as last_day
      from clock, ${selectUnusedAnswers(scope.accountId, days)} u
    ), page as (
      select *, count(*) over ()::int as total from due where day <= last_day
      order by day, response_id limit ${size} offset ${offset})
    select response_id as "responseId", document_id as "documentId", dossier_id as "dossierId",
      thirdparty_id as "thirdpartyId", code as "documentCode", name ->> ${language}::text as "documentName",
      state as status, wire_time(unused_since) as "unusedSince", day::text as "deletionDate",
      case when warned then wire_time(deletion_warned_at) end as "warnedAt", held as "legalHold", total
    from page order by day, response_id`.execute(tx)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
