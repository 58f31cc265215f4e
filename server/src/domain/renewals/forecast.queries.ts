import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { graceDays } from '../documents/index.ts'
import { forecastReasons, type ForecastItem, type ForecastReason, type Horizon } from './forecast.schema.ts'

export interface Position {
  readonly date: string
  readonly reason: ForecastReason
  readonly id: number
}

export interface Ahead {
  /** From today, which counts; the last one does not. */
  readonly days: number
  readonly thirdpartyId: number | null
  readonly reasons: readonly ForecastReason[]
}

interface Source {
  readonly from: RawBuilder<unknown>
  readonly date: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

const endingDocuments = sql`document c where c.stopped_at is null and c.required and c.expiration_date is not null
  and c.status_reason in ('ACCEPTED', 'SCORE_BELOW_EXPECTED', 'EXPIRED')`

// Each along an index of its own. A piece whose group another one answers for is not missed when its day comes.
const sources: Record<ForecastReason, Source> = {
  DOSSIER_EXPIRES: {
    from: sql`dossier c where c.archived_at is null and c.expiration_date is not null`,
    date: sql`c.expiration_date`,
    id: sql`c.dossier_id`,
  },
  ANSWER_EXPIRES: {
    from: sql`${endingDocuments} and c.status_reason <> 'EXPIRED'`,
    date: sql`c.expiration_date`,
    id: sql`c.document_id`,
  },
  GRACE_ENDS: { from: endingDocuments, date: sql`c.expiration_date`, id: sql`c.document_id` },
  DUE_DATE_PASSES: {
    from: sql`document c where c.stopped_at is null and c.required and c.due_date is not null
      and c.status in ('MISSING', 'ACTION_REQUIRED', 'INVALID')
      and (c.alternative_group is null or not exists (
        select from document o where o.account_id = c.account_id and o.dossier_id = c.dossier_id
          and o.alternative_group = c.alternative_group and o.stopped_at is null
          and o.status in ('VALID', 'ONGOING', 'BELOW_EXPECTATION')))`,
    date: sql`c.due_date`,
    id: sql`c.document_id`,
  },
}

const delayOf = (reason: ForecastReason) => (reason === 'GRACE_ENDS' ? graceDays : 0)

interface Window {
  readonly accountId: number
  readonly from: string
  readonly until: string
  readonly thirdpartyId: number | null
}

/** What of one reason falls into these days. The column is compared as it is, or its index would not serve. */
function within(
  reason: ForecastReason,
  { accountId, from, until, thirdpartyId }: Window,
): RawBuilder<unknown> {
  const { from: source, date } = sources[reason]
  const delay = delayOf(reason)
  return sql`${source} and c.account_id = ${accountId}
    and ${date} >= ${from}::date - ${delay}::int and ${date} < ${until}::date - ${delay}::int
    ${thirdpartyId === null ? sql`` : sql`and c.thirdparty_id = ${thirdpartyId}`}`
}

export async function todayOf(tx: ReadTx, { accountId }: Pick<Scope, 'accountId'>): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (account_now(${accountId}) at time zone 'UTC')::date::text as day`.execute(tx)
  return rows[0]?.day ?? ''
}

export interface ForecastRequest extends Window {
  /** All of them unless told. */
  readonly reasons?: readonly ForecastReason[]
  readonly after: Position | null
  readonly offset: number
  readonly size: number
}

/** By day, then by reason, then by id. */
export async function forecastItems(
  tx: ReadTx,
  asked: ForecastRequest,
  language: Language,
): Promise<ForecastItem[]> {
  const { after, offset, size, reasons = forecastReasons } = asked
  const window = { ...asked, from: after?.date ?? asked.from }
  const parts = reasons.map((reason) => {
    const { date, id } = sources[reason]
    const rank = forecastReasons.indexOf(reason)
    return sql`(select ${date} + ${delayOf(reason)}::int as date, ${rank}::int as rank, ${id} as id
      from ${within(reason, window)} ${onward(reason, rank, after)}
      order by ${date}, ${id} limit ${offset + size})`
  })
  const found = sql`select * from (${sql.join(parts, sql` union all `)}) merged
    order by date, rank, id limit ${size} offset ${offset}`
  const { rows } = await sql<ForecastItem>`${plannedAnew}
    select f.date::text, (${[...forecastReasons]}::text[])[f.rank + 1] as reason, t.thirdparty_id as "thirdpartyId",
      t.name as "thirdpartyName", d.dossier_id as "dossierId",
      jsonb_build_object('code', d.type_code, 'label', v.definition -> 'label' ->> ${language}) as "dossierType",
      c.document_id as "documentId", c.code as "documentCode", dv.definition -> 'name' ->> ${language} as "documentName",
      coalesce(c.status, d.status) as "statusCode", exists (
        select from response sent where sent.account_id = c.account_id and sent.document_id = c.document_id
          and sent.state in ('CHECKING', 'PENDING')) as "answerUnderWay",
      f.rank = 0 and ${renewsItself} as "renewsItself"
    from (${found}) f
    left join document c on f.rank > 0 and c.account_id = ${asked.accountId} and c.document_id = f.id
    join dossier d on d.account_id = ${asked.accountId}
      and d.dossier_id = case when f.rank = 0 then f.id else c.dossier_id end
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    left join document_type_version dv
      on dv.account_id = c.account_id and dv.code = c.code and dv.type_version = c.type_version
    order by f.date, f.rank, f.id`.execute(tx)
  return rows
}

const renewsItself = sql`t.status is distinct from 'STRUCK_OFF' and exists (
    select from dossier_type k
    join dossier_type_version kv on kv.account_id = k.account_id and kv.code = k.code
      and kv.type_version = k.type_version
    where k.account_id = d.account_id and k.code = d.type_code and k.archived_at is null
      and jsonb_typeof(kv.definition -> 'renewal') = 'object')
  and not exists (select from evaluation_option o
    where o.account_id = d.account_id and o.name = 'AUTO_RENEW' and not o.enabled)`

/** The day of the position is walked once more; what was told of it is left out. */
function onward(reason: ForecastReason, rank: number, after: Position | null): RawBuilder<unknown> {
  if (after === null) return sql``
  const { date, id } = sources[reason]
  const reached = forecastReasons.indexOf(after.reason)
  if (rank > reached) return sql``
  const last = rank === reached ? after.id : Number.MAX_SAFE_INTEGER
  return sql`and (${date} > ${after.date}::date - ${delayOf(reason)}::int or ${id} > ${last})`
}

/** In a large account no more than so many are counted for a page, as in other lists. */
export const mostCounted = 10_000

interface Counted {
  readonly today: string
  readonly thirdpartyId: number | null
  /** Of each reason the nearest so many are counted, then one more: there are others. All of them unless told. */
  readonly most?: number | undefined
}

/** How much of each reason ends within so many days, for each of these horizons. */
export async function countAhead(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  { today, thirdpartyId, most }: Counted,
  horizons: readonly { readonly days: number; readonly until: string }[],
): Promise<Horizon[]> {
  const until = horizons.map((one) => one.until).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? today
  const window = { accountId, from: today, until, thirdpartyId }
  const nearest = most === undefined ? sql`` : sql`order by day limit ${most + 1}`
  const parts = forecastReasons.map((reason) => {
    const sums = horizons.map(
      (one) => sql`count(*) filter (where day < ${one.until}::date - ${delayOf(reason)}::int)::int`,
    )
    return sql`select ${reason}::text as reason, array[${sql.join(sums)}] as counts
      from (select ${sources[reason].date} as day from ${within(reason, window)} ${nearest}) ends`
  })
  const { rows } = await sql<{ reason: ForecastReason; counts: number[] }>`${plannedAnew}
    ${sql.join(parts, sql` union all `)}`.execute(tx)
  const countOf = (reason: ForecastReason, place: number) =>
    rows.find((row) => row.reason === reason)?.counts[place] ?? 0
  return horizons.map(({ days, until: end }, place) => ({
    days,
    until: end,
    DOSSIER_EXPIRES: countOf('DOSSIER_EXPIRES', place),
    ANSWER_EXPIRES: countOf('ANSWER_EXPIRES', place),
    GRACE_ENDS: countOf('GRACE_ENDS', place),
    DUE_DATE_PASSES: countOf('DUE_DATE_PASSES', place),
  }))
}
