import { sql } from 'kysely'
import { recordSetting } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, formatDateTime, type Scope } from '../../platform/kernel/index.ts'

/** As far as a sandbox may live ahead of the world: five years, time enough for every validity there is. */
export const farthestDays = 1_830

export interface AccountClock {
  readonly kind: 'PRODUCTION' | 'SANDBOX'
  /** The account's present moment. */
  readonly now: string
  readonly aheadSeconds: number
  /** Where a sandbox is on its way to; null when its clock simply runs. */
  readonly advancingTo: string | null
}

interface Row {
  kind: AccountClock['kind']
  now: Date
  aheadSeconds: number
  target: Date | null
}

export async function readClock(tx: ReadTx, { accountId }: Scope): Promise<AccountClock> {
  const { rows } = await sql<Row>`
    select a.kind, account_now(a.account_id) as now, (a.clock_offset_ms / 1000)::float8 as "aheadSeconds", j.target
    from account a left join sandbox_journey j on j.account_id = a.account_id
    where a.account_id = ${accountId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Account ${accountId} is in a token and not there.`)
  return {
    kind: row.kind,
    now: formatDateTime(row.now),
    aheadSeconds: Math.round(row.aheadSeconds),
    advancingTo: row.target && formatDateTime(row.target),
  }
}

/** Sends a sandbox on its way; a job lives through the days between, one after the other. */
export async function startJourney(tx: Tx, scope: Scope, target: Date): Promise<AccountClock> {
  const { accountId } = scope
  const clock = await readClock(tx, scope)
  if (clock.kind !== 'SANDBOX') throw new AppError('CLOCK_NOT_SANDBOX')
  const now = new Date(`${clock.now}Z`)
  const world = new Date(now.getTime() - clock.aheadSeconds * 1_000)
  const farthest = new Date(world.getTime() + farthestDays * 86_400_000)
  if (target <= now || target > farthest) {
    throw new AppError('CLOCK_TARGET_INVALID', { now: clock.now, farthest: formatDateTime(farthest) })
  }
  const begun = await tx
    .insertInto('sandbox_journey')
    .values({ account_id: accountId, target, started_at: sql<Date>`account_now(${accountId})` })
    .onConflict((journey) => journey.doNothing())
    .returning('target')
    .executeTakeFirst()
  if (!begun) throw new AppError('CLOCK_ADVANCING', { advancingTo: clock.advancingTo ?? '' })
  recordSetting(tx, scope, {
    setting: 'sandbox-clock',
    before: { now: clock.now },
    after: { now: formatDateTime(target) },
  })
  await enqueue(tx, 'sandbox.advance', { accountId }, { jobKey: `sandbox.advance:${accountId}` })
  return { ...clock, advancingTo: formatDateTime(target) }
}
