import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { countPortfolio } from './count-portfolio.ts'
import type { Statistics, StatisticsContent } from './statistics.schema.ts'

interface Kept {
  asOf: string
  tookMs: number
  ageMs: number
  content: StatisticsContent
}

/** A count is good for so many times what it took: counting takes a small part of the time at most. */
const freshFor = 20
/** Quicker than this it is counted while the caller waits. */
const waitMs = 100
const dayMs = 86_400_000

/** What is small is counted anew for each request; what is large is answered from the last count, and counted behind. */
export async function currentStatistics(db: Db, scope: Scope): Promise<Statistics> {
  const kept = await findKept(db, scope)
  if (!kept || kept.ageMs < 0 || kept.ageMs >= dayMs) return countNow(db, scope)
  if (kept.ageMs < kept.tookMs * freshFor) return { ...kept.content, asOf: kept.asOf }
  if (kept.tookMs <= waitMs) return countNow(db, scope)
  const { accountId } = scope
  const jobKey = `statistics.refresh:${accountId}`
  await db.write(scope, (tx) => enqueue(tx, 'statistics.refresh', { accountId }, { jobKey }))
  return { ...kept.content, asOf: kept.asOf }
}

export const refreshStatistics: Handler<'statistics.refresh'> = async (_payload, { db, scope }) => {
  await countNow(db, scope)
}

async function findKept(db: Db, scope: Scope): Promise<Kept | undefined> {
  const { accountId } = scope
  const { rows } = await db.read(scope, (tx) =>
    sql<Kept>`
      select wire_time(as_of) as "asOf", took_ms as "tookMs", content,
        (extract(epoch from account_now(${accountId}) - as_of) * 1000)::float8 as "ageMs"
      from statistics_snapshot where account_id = ${accountId}`.execute(tx),
  )
  return rows[0]
}

async function countNow(db: Db, scope: Scope): Promise<Statistics> {
  const started = performance.now()
  const content = await db.snapshot(scope, (tx) => countPortfolio(tx, scope))
  const tookMs = Math.ceil(performance.now() - started)
  const { accountId } = scope
  const { rows } = await db.write(scope, (tx) =>
    sql<{ asOf: string }>`
      insert into statistics_snapshot (account_id, as_of, took_ms, content)
      values (${accountId}, account_now(${accountId}), ${tookMs}, ${JSON.stringify(content)})
      on conflict (account_id) do update
        set as_of = excluded.as_of, took_ms = excluded.took_ms, content = excluded.content
      returning wire_time(as_of) as "asOf"`.execute(tx),
  )
  return { ...content, asOf: rows[0]?.asOf ?? '' }
}
