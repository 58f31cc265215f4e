import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { addDays, themeCodes, type Scope } from '../../platform/kernel/index.ts'
import { isReplaced } from '../evaluation/index.ts'
import { countAhead, todayOf } from '../renewals/index.ts'
import { countAnswers } from './count-answers.ts'
import type { StatisticsContent } from './statistics.schema.ts'

type Counts = StatisticsContent['documents']['byStatus']

/** Everything in a few passes over the tables, whatever the size of the account. */
export async function countStatistics(tx: ReadTx, scope: Scope): Promise<StatisticsContent> {
  const today = await todayOf(tx, scope)
  const horizons = [30, 60, 90].map((days) => ({ days, until: addDays(today, days) }))
  return {
    thirdParties: await countThirdParties(tx, scope),
    indicators: await countIndicators(tx, scope),
    dossiers: await countDossiers(tx, scope),
    ...(await countDocuments(tx, scope, today)),
    ahead: await countAhead(tx, scope, { today, thirdpartyId: null }, horizons),
    ...(await countAnswers(tx, scope, today)),
  }
}

interface Group {
  status: string | null
  country: string | null
  criticality: string | null
  dossiers: string | null
  grouping: number
  count: number
}

async function countThirdParties(
  tx: ReadTx,
  { accountId }: Scope,
): Promise<StatisticsContent['thirdParties']> {
  const { rows } = await sql<Group>`
    select t.status, t.country_code as country, s.criticality, s.dossier_status as dossiers,
      grouping(t.status, t.country_code, s.criticality, s.dossier_status) as grouping, count(*)::int as count
    from thirdparty t
    left join thirdparty_summary s on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id
    where t.account_id = ${accountId} and t.archived_at is null
    group by grouping sets (t.status, t.country_code, s.criticality, s.dossier_status)`.execute(tx)
  const { rows: ended } = await sql<{ count: number }>`
    select count(*)::int as count from thirdparty
    where account_id = ${accountId} and archived_at is not null`.execute(tx)
  // One bit for each column that is not part of the group, the first column's being the highest.
  const by = (mask: number, column: 'status' | 'country' | 'criticality' | 'dossiers') =>
    sortCounts(rows.filter(({ grouping }) => grouping === mask).map((row) => ({ ...row, code: row[column] })))
  const byStatus = by(0b0111, 'status')
  return {
    total: totalOf(byStatus),
    archived: ended[0]?.count ?? 0,
    byStatus,
    byCountry: by(0b1011, 'country'),
    byCriticality: by(0b1101, 'criticality'),
    byDossierStatus: by(0b1110, 'dossiers'),
  }
}

async function countIndicators(tx: ReadTx, { accountId }: Scope): Promise<StatisticsContent['indicators']> {
  const { rows } = await sql<{ code: string; rating: string | null; count: number }>`
    select i.code, i.rating, count(*)::int as count from indicator i
    join thirdparty t on t.account_id = i.account_id and t.thirdparty_id = i.thirdparty_id and t.archived_at is null
    where i.account_id = ${accountId} and i.dossier_id is null and i.superseded_at is null
    group by i.code, i.rating order by i.code`.execute(tx)
  const codes = [...new Set(rows.map(({ code }) => code))]
  return codes.map((code) => {
    const of = (rating: string | null) =>
      rows.find((row) => row.code === code && row.rating === rating)?.count ?? 0
    return {
      code,
      ratings: { A: of('A'), B: of('B'), C: of('C'), D: of('D'), E: of('E') },
      unknown: of(null),
    }
  })
}

async function countDossiers(tx: ReadTx, { accountId }: Scope): Promise<StatisticsContent['dossiers']> {
  const { rows } = await sql<{ typeCode: string; code: string; count: number }>`
    select type_code as "typeCode", status as code, count(*)::int as count from dossier
    where account_id = ${accountId} and archived_at is null
    group by type_code, status order by type_code`.execute(tx)
  return [...new Set(rows.map(({ typeCode }) => typeCode))].map((typeCode) => {
    const byStatus = sortCounts(rows.filter((row) => row.typeCode === typeCode))
    return { typeCode, total: totalOf(byStatus), byStatus }
  })
}

interface DocumentGroup {
  code: string
  theme: string
  required: boolean
  count: number
  awaited: number
  overdue: number
  reviewed: number
  old: number
  oldest: string | null
}

type OfDocuments = Pick<StatisticsContent, 'documents' | 'themes' | 'reviewQueue' | 'requests'>

// Only what is open can be replaced: of two answers that are there, both count.
const isNotNeeded = sql`d.status in ('MISSING', 'ACTION_REQUIRED', 'INVALID') and ${isReplaced('d')}`
// Nobody can answer it yet, so nobody is late.
const isAwaitable = sql`d.status_reason <> 'NO_SOURCE'`

async function countDocuments(tx: ReadTx, { accountId }: Scope, today: string): Promise<OfDocuments> {
  const { rows } = await sql<DocumentGroup>`
    select c.code, t.theme, c.required, sum(c.count)::int as count, sum(c.awaited)::int as awaited, sum(c.overdue)::int as overdue,
      sum(c.reviewed)::int as reviewed, sum(c.old)::int as old, wire_time(min(c.oldest)) as oldest
    from (
      select d.status as code, d.code as type, d.required and not (${isNotNeeded}) as required, count(*) as count,
        count(*) filter (where ${isAwaitable}) as awaited,
        count(*) filter (where due_date < ${today}::date and ${isAwaitable}) as overdue,
        count(*) filter (where status_reason = 'AWAITING_REVIEW') as reviewed,
        count(*) filter (where status_reason = 'AWAITING_REVIEW'
          and status_since < ${addDays(today, -7)}::timestamp at time zone 'UTC') as old,
        min(status_since) filter (where status_reason = 'AWAITING_REVIEW') as oldest
      from document d where d.account_id = ${accountId} and d.stopped_at is null
      group by 1, 2, 3) c
    join document_type t on t.account_id = ${accountId} and t.code = c.type
    group by c.code, t.theme, c.required`.execute(tx)
  const sum = (of: readonly DocumentGroup[], field: 'count' | 'awaited' | 'overdue' | 'reviewed' | 'old') =>
    of.reduce((total, row) => total + row[field], 0)
  const required = rows.filter((row) => row.required)
  const open = required.filter(({ code }) => ['MISSING', 'ACTION_REQUIRED', 'INVALID'].includes(code))
  const statuses = [...new Set(rows.map(({ code }) => code))]
  return {
    documents: {
      total: sum(rows, 'count'),
      byStatus: sortCounts(
        statuses.map((code) => ({
          code,
          count: sum(
            rows.filter((row) => row.code === code),
            'count',
          ),
        })),
      ),
    },
    themes: themeCodes.map((theme) => {
      const own = required.filter((row) => row.theme === theme)
      const requiredCount = sum(own, 'count')
      const valid = sum(
        own.filter(({ code }) => code === 'VALID'),
        'count',
      )
      return {
        theme,
        required: requiredCount,
        valid,
        coverage: requiredCount === 0 ? null : Math.floor((100 * valid) / requiredCount),
      }
    }),
    reviewQueue: {
      size: sum(rows, 'reviewed'),
      oldestSince: rows.flatMap(({ oldest }) => (oldest === null ? [] : [oldest])).toSorted()[0] ?? null,
      olderThanWeek: sum(rows, 'old'),
    },
    requests: { open: sum(open, 'awaited'), overdue: sum(open, 'overdue') },
  }
}

function sortCounts(counts: readonly { code: string | null; count: number }[]): Counts {
  return counts
    .map(({ code, count }) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || ((a.code ?? '') < (b.code ?? '') ? -1 : 1))
}

const totalOf = (counts: Counts) => counts.reduce((total, { count }) => total + count, 0)
