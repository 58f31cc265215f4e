import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import {
  dateOrLast,
  pageStatement,
  type ListOrder,
  type ListPosition,
  type ListSource,
  type PageWindow,
  type Segment,
} from '../../platform/lists/index.ts'
import { graceDays, isReplaced } from '../evaluation/index.ts'
import { addForecastNames, type FoundItem } from './forecast-names.queries.ts'
import {
  forecastReasons,
  idOf,
  type ForecastItem,
  type ForecastReason,
  type Horizon,
} from './forecast.schema.ts'

export interface Ahead {
  /** From today, which counts; the last one does not. */
  readonly days: number
  readonly thirdpartyId: number | null
  readonly reasons: readonly ForecastReason[]
}

interface Source {
  readonly from: RawBuilder<unknown>
  readonly where: readonly RawBuilder<unknown>[]
  readonly date: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

const document = sql`document c`
const endingDocuments = [
  sql`c.stopped_at is null and c.required and c.expiration_date is not null`,
  sql`c.status_reason in ('ACCEPTED', 'SCORE_BELOW_EXPECTED', 'EXPIRED')`,
]

// Each along an index of its own.
const sources: Record<ForecastReason, Source> = {
  DOSSIER_EXPIRES: {
    from: sql`dossier c`,
    where: [sql`c.archived_at is null and c.expiration_date is not null`],
    date: dateOrLast('c.expiration_date'),
    id: sql`c.dossier_id`,
  },
  ANSWER_EXPIRES: {
    from: document,
    where: [...endingDocuments, sql`c.status_reason <> 'EXPIRED'`],
    date: sql`c.expiration_date`,
    id: sql`c.document_id`,
  },
  GRACE_ENDS: {
    from: document,
    where: endingDocuments,
    date: sql`c.expiration_date`,
    id: sql`c.document_id`,
  },
  DUE_DATE_PASSES: {
    from: document,
    where: [
      sql`c.stopped_at is null and c.required and c.due_date is not null`,
      sql`c.status in ('MISSING', 'ACTION_REQUIRED', 'INVALID') and c.status_reason <> 'NO_SOURCE'`,
      sql`not ${isReplaced('c')}`,
    ],
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
function conditionsWithin(
  reason: ForecastReason,
  { accountId, from, until, thirdpartyId }: Window,
): RawBuilder<unknown>[] {
  const { where, date } = sources[reason]
  const delay = delayOf(reason)
  return [
    ...where,
    sql`c.account_id = ${accountId}`,
    sql`${date} >= ${from}::date - ${delay}::int and ${date} < ${until}::date - ${delay}::int`,
    ...(thirdpartyId === null ? [] : [sql`c.thirdparty_id = ${thirdpartyId}`]),
  ]
}

export async function todayOf(tx: ReadTx, { accountId }: Pick<Scope, 'accountId'>): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (account_now(${accountId}) at time zone 'UTC')::date::text as day`.execute(tx)
  return rows[0]?.day ?? ''
}

export interface ForecastRequest extends Window {
  /** All of them by default. */
  readonly reasons?: readonly ForecastReason[]
}

// Each segment has its own way to its rows.
const noSource: ListSource = { from: sql`document c`, id: sql`c.document_id`, conditions: [] }

/** By day, then by reason, then by id. */
function forecastOrder({ reasons = forecastReasons, ...window }: ForecastRequest): ListOrder {
  const segments = forecastReasons.map((reason): Segment => {
    const { from, date, id } = sources[reason]
    const isWanted = reasons.includes(reason) ? [] : [sql`false`]
    return {
      from,
      id,
      key: date,
      shiftDays: delayOf(reason),
      where: [...conditionsWithin(reason, window), ...isWanted],
    }
  })
  const [first = {}, ...others] = segments
  return { descending: false, keyType: 'date', merge: 'by key and segment', segments: [first, ...others] }
}

interface FoundPage {
  readonly items: ForecastItem[]
  readonly last: ListPosition | null
}

export async function forecastPage(
  tx: ReadTx,
  request: ForecastRequest,
  { size, offset, after }: PageWindow,
  language: Language,
): Promise<FoundPage> {
  const found = pageStatement(noSource, forecastOrder(request), { limit: size + 1, offset, after })
  const { rows } = await sql<FoundItem>`${plannedAnew}
    select f.row_key as date, (${[...forecastReasons]}::text[])[f.row_segment + 1] as reason,
      t.thirdparty_id as "thirdpartyId", t.name as "thirdpartyName", t.status = 'STRUCK_OFF' as "isStruckOff",
      d.dossier_id as "dossierId", d.type_code as "dossierCode", d.type_version as "dossierVersion",
      c.document_id as "documentId", c.code as "documentCode", c.type_version as "documentVersion",
      coalesce(c.status, d.status) as "statusCode", sent.state is not null as "answerUnderWay"
    from (${found}) f
    left join document c on f.row_segment > 0 and c.account_id = ${request.accountId} and c.document_id = f.row_id
    left join lateral (select state from response where account_id = c.account_id and document_id = c.document_id
      and state in ('CHECKING', 'PENDING') limit 1) sent on true
    join dossier d on d.account_id = ${request.accountId}
      and d.dossier_id = case when f.row_segment = 0 then f.row_id else c.dossier_id end
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    order by f.sort_key, f.row_segment, f.row_id`.execute(tx)
  const items = await addForecastNames(tx, request, rows.slice(0, size), language)
  const end = rows.length > size ? items.at(-1) : undefined
  return { items, last: end ? positionOf(end) : null }
}

const positionOf = (item: ForecastItem): ListPosition => ({
  segment: forecastReasons.indexOf(item.reason),
  key: item.date,
  id: idOf(item),
})

/** In a large account no more than so many are counted for a page, as in other lists. */
export const mostCounted = 10_000

interface ForecastCount {
  readonly today: string
  readonly thirdpartyId: number | null
  /** Counts at most this many per reason, plus one to show that there are more. All of them by default. */
  readonly most?: number | undefined
}

/** How much of each reason ends within so many days, for each of these horizons. */
export async function countAhead(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  { today, thirdpartyId, most }: ForecastCount,
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
      from (select ${sources[reason].date} as day from ${sources[reason].from}
        where ${sql.join(conditionsWithin(reason, window), sql` and `)} ${nearest}) ends`
  })
  const { rows } = await sql<{ reason: ForecastReason; counts: number[] }>`${plannedAnew}
    select found.reason, found.counts from (${sql.join(parts, sql` union all `)}) found`.execute(tx)
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
