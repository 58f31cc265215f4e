import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { DecidedInMonth, HitsOfList, OpenOfClass, ScreeningStatistics } from './statistics.schema.ts'

const months = 12

/**
 * What waits and what was decided lately are read along their indexes. Hits of each list, and companies screened or not,
 * are counted through: they cost what the account has, not what is shown.
 */
export async function countScreening(tx: ReadTx, scope: Scope): Promise<ScreeningStatistics> {
  // So that the wall around the units is asked once, and not for each row.
  if (scope.units !== 'ALL') await sql`select set_config('app.reads', 'many', true)`.execute(tx)
  const { rows } = await sql<{ asOf: string }>`
    select wire_time(account_now(${scope.accountId})) as "asOf"`.execute(tx)
  return {
    asOf: rows[0]?.asOf ?? '',
    open: await countOpen(tx, scope),
    ...(await countDecided(tx, scope)),
    byList: await countLists(tx, scope),
    companies: await countCompanies(tx, scope),
  }
}

async function countOpen(tx: ReadTx, { accountId }: Scope): Promise<ScreeningStatistics['open']> {
  const { rows } = await sql<OpenOfClass & { oldestSince: string }>`
    with clock as materialized (select account_now(${accountId}) as now)
    select h.hit_class as class, count(*)::int as total,
      count(*) filter (where h.opened_at > now - interval '8 days')::int as "upTo7Days",
      count(*) filter (where h.opened_at <= now - interval '8 days'
        and h.opened_at > now - interval '31 days')::int as "upTo30Days",
      count(*) filter (where h.opened_at <= now - interval '31 days')::int as older,
      wire_time(min(h.opened_at)) as "oldestSince"
    from clock, screening_hit h
    join thirdparty t on t.account_id = h.account_id and t.thirdparty_id = h.thirdparty_id and t.archived_at is null
    where h.account_id = ${accountId} and h.state in ('OPEN', 'UNCLEAR', 'PROPOSED')
    group by h.hit_class order by total desc, class`.execute(tx)
  const oldest = rows.map(({ oldestSince }) => oldestSince).toSorted()
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    oldestSince: oldest[0] ?? null,
    byClass: rows.map(({ oldestSince: _since, ...counted }) => counted),
  }
}

type Decided = Pick<ScreeningStatistics, 'decidedPerMonth' | 'medianDaysToDecision' | 'falsePositiveShare'>

async function countDecided(tx: ReadTx, { accountId }: Scope): Promise<Decided> {
  const { rows } = await sql<DecidedInMonth & { median: number | null }>`
    with clock as materialized (
      select date_trunc('month', account_now(${accountId}) at time zone 'UTC') as month),
    first as materialized (select month - make_interval(months => ${months - 1}) as month from clock),
    taken as materialized (
      select date_trunc('month', x.decided_at at time zone 'UTC') as month, x.verdict,
        extract(epoch from x.decided_at - x.opened_at) / 86400 as days
      from first, screening_decision x
      where x.account_id = ${accountId} and x.decided_at >= first.month at time zone 'UTC'
        and x.step in ('DECIDED', 'CONFIRMED') and x.verdict <> 'REOPENED')
    select to_char(m.month, 'YYYY-MM') as month,
      count(*) filter (where d.verdict = 'TRUE_MATCH')::int as "trueMatch",
      count(*) filter (where d.verdict = 'FALSE_POSITIVE')::int as "falsePositive",
      count(*) filter (where d.verdict = 'UNCLEAR')::int as unclear,
      (select percentile_cont(0.5) within group (order by all_taken.days) from taken all_taken)::float8 as median
    from first, clock, generate_series(first.month, clock.month, interval '1 month') m (month)
    left join taken d on d.month = m.month
    group by m.month order by m.month`.execute(tx)
  const sum = (of: 'trueMatch' | 'falsePositive') => rows.reduce((all, row) => all + row[of], 0)
  const judged = sum('trueMatch') + sum('falsePositive')
  const median = rows[0]?.median ?? null
  return {
    decidedPerMonth: rows.map(({ median: _median, ...month }) => month),
    medianDaysToDecision: median === null ? null : Math.round(median * 10) / 10,
    falsePositiveShare: judged === 0 ? null : Math.round((sum('falsePositive') / judged) * 1_000) / 1_000,
  }
}

async function countLists(tx: ReadTx, { accountId }: Scope): Promise<HitsOfList[]> {
  const { rows } = await sql<HitsOfList>`
    select h.source, h.hit_class as class, count(*)::int as hits,
      count(*) filter (where h.state in ('OPEN', 'UNCLEAR', 'PROPOSED'))::int as open
    from screening_hit h where h.account_id = ${accountId}
    group by h.source, h.hit_class order by hits desc, h.source, h.hit_class`.execute(tx)
  return rows
}

async function countCompanies(tx: ReadTx, { accountId }: Scope): Promise<ScreeningStatistics['companies']> {
  const { rows } = await sql<ScreeningStatistics['companies']>`
    select count(*) filter (where s.thirdparty_id is not null)::int as screened,
      count(*) filter (where s.thirdparty_id is null)::int as "neverScreened"
    from thirdparty t
    left join screening_subject s
      on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id and s.role = 'COMPANY'
    where t.account_id = ${accountId} and t.archived_at is null`.execute(tx)
  return rows[0] ?? { screened: 0, neverScreened: 0 }
}
