import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { enqueueForAccount, type Handler } from '../../platform/jobs/index.ts'
import { formatDateTime, jobScope, type Scope } from '../../platform/kernel/index.ts'
import { countStatistics } from './count-portfolio.ts'
import type { Statistics, StatisticsContent } from './statistics.schema.ts'

interface Snapshot {
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
const statementTimeout = '57014'

/** Small accounts are counted at each request; large ones get the last count, refreshed in the background. */
export async function currentStatistics(db: Db, scope: Scope): Promise<Statistics> {
  if (scope.units !== 'ALL') return countSeen(db, scope)
  const kept = await findSnapshot(db, scope)
  if (!kept || isOutdated(kept) || !(isFresh(kept) || isLarge(kept))) return countOrBehind(db, scope, kept)
  if (!isFresh(kept)) await countBehind(db, scope)
  return { ...kept.content, asOf: kept.asOf }
}

/** Counts are kept for the whole account only: for who sees a part of it, that part is counted each time. */
async function countSeen(db: Db, scope: Scope): Promise<Statistics> {
  return db.snapshot(scope, async (tx) => {
    // So that the wall looks up once what is seen, and not for each of a million rows.
    await sql`select set_config('app.reads', 'many', true)`.execute(tx)
    const content = await countStatistics(tx, scope)
    const { rows } = await sql<{ now: Date }>`select account_now(${scope.accountId}) as now`.execute(tx)
    return { ...content, asOf: formatDateTime(rows[0]?.now ?? new Date(0)) }
  })
}

/** An account may have grown since it was counted last: a job has more time than whoever asks. */
async function countOrBehind(db: Db, scope: Scope, kept: Snapshot | undefined): Promise<Statistics> {
  try {
    return await countNow(db, scope)
  } catch (error) {
    if ((error as { code?: unknown }).code !== statementTimeout) throw error
    await countBehind(db, scope)
    if (!kept) throw error
    return { ...kept.content, asOf: kept.asOf }
  }
}

/** What will have ended soon, of an account too large to count it for each request; null for others. */
export async function findStoredForecast(db: Db, scope: Scope): Promise<StatisticsContent['ahead'] | null> {
  if (scope.units !== 'ALL') return null
  const kept = await findSnapshot(db, scope)
  if (!kept || isOutdated(kept) || !isLarge(kept)) return null
  if (!isFresh(kept)) await countBehind(db, scope)
  return kept.content.ahead
}

const isOutdated = ({ ageMs }: Snapshot) => ageMs < 0 || ageMs >= dayMs
const isFresh = ({ ageMs, tookMs }: Snapshot) => ageMs < tookMs * freshFor
const isLarge = ({ tookMs }: Snapshot) => tookMs > waitMs

async function countBehind(db: Db, scope: Scope): Promise<void> {
  await db.write(scope, (tx) => enqueueForAccount(tx, 'statistics.refresh', scope.accountId))
}

export const refreshStatistics: Handler<'statistics.refresh'> = async (_payload, { db, scope }) => {
  await countNow(db, scope)
}

/** By night each large account, and each never counted: nobody waits in the morning for what is too old. */
export const refreshEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'statistics.refresh-all'> =>
  async (_payload, { db }) => {
    for (const accountId of await deps.accountIds(db)) {
      const scope = jobScope(accountId, 'statistics.refresh-all')
      const kept = await findSnapshot(db, scope)
      if (!kept || isLarge(kept)) await countBehind(db, scope)
    }
  }

async function findSnapshot(db: Db, scope: Scope): Promise<Snapshot | undefined> {
  const { accountId } = scope
  const row = await db.read(scope, (tx) =>
    tx
      .selectFrom('statistics_snapshot')
      .select(['as_of', 'took_ms', 'content'])
      .select(
        sql<number>`(extract(epoch from account_now(${accountId}) - as_of) * 1000)::float8`.as('age_ms'),
      )
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const content = row.content as unknown as Snapshot['content']
  return { asOf: formatDateTime(row.as_of), tookMs: row.took_ms, content, ageMs: row.age_ms }
}

async function countNow(db: Db, scope: Scope): Promise<Statistics> {
  const started = performance.now()
  const content = await db.snapshot(scope, (tx) => countStatistics(tx, scope))
  const tookMs = Math.ceil(performance.now() - started)
  const { accountId } = scope
  const values = {
    as_of: sql<Date>`account_now(${accountId})`,
    took_ms: tookMs,
    content: JSON.stringify(content),
  }
  const { as_of: asOf } = await db.write(scope, (tx) =>
    tx
      .insertInto('statistics_snapshot')
      .values({ account_id: accountId, ...values })
      .onConflict((snapshot) => snapshot.column('account_id').doUpdateSet(values))
      .returning('as_of')
      .executeTakeFirstOrThrow(),
  )
  return { ...content, asOf: formatDateTime(asOf) }
}
