import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { enqueue, jobsUnderWay, type Handler, type TaskName } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/** What an account does by itself as time passes; each does what is due at the account's present moment. */
export type DailyStep = (db: Db, scope: Scope, signal: AbortSignal) => Promise<void>

/** What waits for the outside world does not hold up the sandbox's days. */
const notWaitedFor: readonly TaskName[] = [
  'sandbox.advance',
  'mail.send',
  'alerts.run-account',
  'webhooks.fan-out',
  'webhooks.fan-out-screening',
  'webhooks.deliver',
]
/** Most jobs of a day are over in less; then it is quicker to wait for them than to come back. */
const patienceMs = 100
const lookAgainMs = 4
/** After all others that are due. */
const lastOfAll = 100
// Early in the day, when in a real account the night's jobs have run.
const hourOfDay = 4

/**
 * Lives through the days up to the target: sets the clock to each and does what that day brings. Jobs the day caused
 * run at their own time before the next one dawns, as they would have; so the same journey ends the same way.
 * Where it stands is in the database: killed anywhere, it goes on from that day.
 */
export const advanceSandbox =
  (deps: { steps: readonly DailyStep[] }): Handler<'sandbox.advance'> =>
  async (_payload, { db, scope, signal }) => {
    for (let lived = false; ; lived = true) {
      signal.throwIfAborted()
      if (!(await jobsEnded(db, scope))) {
        // Given back instead of waited out: with a single worker those jobs need this place.
        await db.write(scope, (tx) => continueSoon(tx, scope, lived))
        return
      }
      const moved = await db.write(scope, (tx) => nextDay(tx, scope, lived))
      if (!moved) return
      await oneByOne(...deps.steps)(db, scope, signal)
    }
  }

export const oneByOne =
  (...steps: readonly DailyStep[]): DailyStep =>
  async (db, scope, signal) => {
    for (const step of steps) await step(db, scope, signal)
  }

/** Runs independent steps at the same time. All of them end before the error of one is thrown. */
export const atOnce =
  (...steps: readonly DailyStep[]): DailyStep =>
  async (db, scope, signal) => {
    const ends = await Promise.allSettled(steps.map((step) => step(db, scope, signal)))
    const fault = ends.find((end) => end.status === 'rejected')
    if (fault) throw fault.reason
  }

/** Whether the day has caused no jobs, or they were over soon. */
async function jobsEnded(db: Db, scope: Scope): Promise<boolean> {
  const { accountId } = scope
  for (const end = performance.now() + patienceMs; ;) {
    if (!(await db.read(scope, (tx) => jobsUnderWay(tx, accountId, notWaitedFor)))) return true
    if (performance.now() > end) return false
    await setTimeout(lookAgainMs)
  }
}

// Due at once, because workers that have nothing to do look for what is due later only now and then.
async function continueSoon(tx: Tx, { accountId }: Scope, lived: boolean): Promise<void> {
  if (lived) {
    await tx.updateTable('sandbox_journey').set({ lived: true }).where('account_id', '=', accountId).execute()
  }
  const options = { priority: lastOfAll, jobKey: `sandbox.advance:${accountId}` }
  await enqueue(tx, 'sandbox.advance', { accountId }, options)
}

/**
 * Moves the clock to the next early morning, or to the target if that is sooner; not while the present day has yet to
 * be lived, be it now or by a run before this one. False once it has arrived.
 */
async function nextDay(tx: Tx, { accountId }: Scope, lived: boolean): Promise<boolean> {
  const { rows } = await sql<{ arrived: boolean }>`
    with journey as materialized (
      select target, lived or ${lived}::boolean as lived, account_now(account_id) as present from sandbox_journey
      where account_id = ${accountId} for update),
    next as materialized (
      select j.*, least(target, morning + case when morning <= present then interval '1 day' else '0' end) as moment
      from journey j, lateral (
        select date_trunc('day', present, 'UTC') + make_interval(hours => ${hourOfDay}) as morning) m),
    moved as (
      update account set clock_offset_ms = ceil(extract(epoch from next.moment - clock_timestamp()) * 1000)::bigint
      from next where account.account_id = ${accountId} and lived and target > present),
    begun as (
      update sandbox_journey j set lived = false from next
      where j.account_id = ${accountId} and next.target > present and j.lived)
    select lived and target <= present as arrived from next`.execute(tx)
  const [journey] = rows
  if (journey?.arrived) await tx.deleteFrom('sandbox_journey').where('account_id', '=', accountId).execute()
  return journey !== undefined && !journey.arrived
}
