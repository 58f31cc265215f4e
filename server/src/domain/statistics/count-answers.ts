import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { StatisticsContent } from './statistics.schema.ts'

const weeks = 12

interface Week {
  week: string
  count: number
  answerDays: number | null
  answered: number
  decisionDays: number | null
  decided: number
}

/** What was sent in the last weeks; what only repeats an answer given elsewhere was not. */
export async function countAnswers(
  tx: ReadTx,
  { accountId }: Scope,
  today: string,
): Promise<Pick<StatisticsContent, 'answersPerWeek' | 'delays'>> {
  const days = (from: string, to: string) =>
    sql`sum(extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) / 86400)::float8`
  const { rows } = await sql<Week>`
    with first as materialized (select date_trunc('week', ${today}::timestamp) - make_interval(weeks => ${weeks - 1})
      as monday),
    sent as materialized (
      select date_trunc('week', r.submitted_at at time zone 'UTC') as week, count(*)::int as count,
        ${days('c.request_date', 'r.submitted_at')} as answer_days,
        ${days('r.submitted_at', 'r.decided_at')} as decision_days, count(r.decided_at)::int as decided
      from first, response r
      join document c on c.account_id = r.account_id and c.document_id = r.document_id
      where r.account_id = ${accountId} and r.submitted_at is not null and r.reused_from is null
        and r.submitted_at >= monday at time zone 'UTC' and r.state <> 'DRAFT'
      group by 1)
    select to_char(w.week, 'YYYY-MM-DD') as week, coalesce(s.count, 0) as count, s.answer_days as "answerDays",
      coalesce(s.count, 0) as answered, s.decision_days as "decisionDays", coalesce(s.decided, 0) as decided
    from first, generate_series(monday, ${today}::timestamp, interval '1 week') w (week)
    left join sent s on s.week = w.week
    order by w.week`.execute(tx)
  const mean = (total: 'answerDays' | 'decisionDays', number: 'answered' | 'decided') => {
    const divisor = rows.reduce((sum, row) => sum + row[number], 0)
    const all = rows.reduce((sum, row) => sum + (row[total] ?? 0), 0)
    return divisor === 0 ? null : Math.round((all / divisor) * 10) / 10
  }
  return {
    answersPerWeek: rows.map(({ week, count }) => ({ week, count })),
    delays: {
      requestToAnswer: mean('answerDays', 'answered'),
      answerToDecision: mean('decisionDays', 'decided'),
    },
  }
}
