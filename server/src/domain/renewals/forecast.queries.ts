import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { orLast } from '../../platform/lists/index.ts'
import { graceDays, isReplaced } from '../evaluation/index.ts'
import { named, type FoundItem } from './forecast-names.queries.ts'
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

// Each along an index of its own.
const sources: Record<ForecastReason, Source> = {
  DOSSIER_EXPIRES: {
    from: sql`dossier c where c.archived_at is null and c.expiration_date is not null`,
    date: orLast('c.expiration_date'),
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
      and not ${isReplaced('c')}`,
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
  /** All of them by default. */
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
  const { rows } = await sql<FoundItem>`${plannedAnew}
    select f.date::text, (${[...forecastReasons]}::text[])[f.rank + 1] as reason, t.thirdparty_id as "thirdpartyId",
      t.name as "thirdpartyName", t.status = 'STRUCK_OFF' as "isStruckOff", d.dossier_id as "dossierId",
      d.type_code as "dossierCode", d.type_version as "dossierVersion", c.document_id as "documentId",
      c.code as "documentCode", c.type_version as "documentVersion", coalesce(c.status, d.status) as "statusCode",
      sent.state is not null as "answerUnderWay"
    from (${found}) f
    left join document c on f.rank > 0 and c.account_id = ${asked.accountId} and c.document_id = f.id
    left join lateral (select state from response where account_id = c.account_id and document_id = c.document_id
      and state in ('CHECKING', 'PENDING') limit 1) sent on true
    join dossier d on d.account_id = ${asked.accountId}
      and d.dossier_id = case when f.rank = 0 then f.id else c.dossier_id end
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    order by f.date, f.rank, f.id`.execute(tx)
  return named(tx, asked, rows, language)
}

/** Of the day of the position, what comes after it. */
function onward(reason: ForecastReason, rank: number, after: Position | null): RawBuilder<unknown> {
  if (after === null) return sql``
  const { date, id } = sources[reason]
  const day = sql`${after.date}::date - ${delayOf(reason)}::int`
  const reached = forecastReasons.indexOf(after.reason)
  if (rank === reached) return sql`and (${date}, ${id}) > (${day}, ${after.id}::bigint)`
  return rank < reached ? sql`and ${date} > ${day}` : sql``
}

/** In a large account no more than so many are counted for a page, as in other lists. */
export const mostCounted = 10_000

interface Counted {
  readonly today: string
  readonly thirdpartyId: number | null
  /** Counts at most this many per reason, plus one to show that there are more. All of them by default. */
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
