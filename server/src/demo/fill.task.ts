import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { readClock, startJourney } from '../domain/sandbox/index.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import type { ObjectStore } from '../platform/files/index.ts'
import { enqueue, findQueuedPayload, type Handler } from '../platform/jobs/index.ts'
import { AppError, type Scope } from '../platform/kernel/index.ts'
import type { Work } from './act.ts'
import { story } from './story.ts'
import { writeWelcome } from './welcome-mail.ts'

interface Deps {
  readonly store: ObjectStore
  readonly publicUrl: string
}

const dayMs = 86_400_000
/** After all others that are due, so that a day's jobs are over before the next act. */
const lastOfAll = 100
const lookAgainMs = 15
const patienceMs = 120
/** Between two acts of one day, which begins with the office's. */
const pauseMs = 6 * 60_000
const officeOpens = '7 hours 30 minutes'
// When a sandbox that advances lives its days: an act at that hour needs no day of its own.
const hourOfDay = 4

const fillJobKey = (accountId: number) => `demo.fill:${accountId}`

/** The demonstration account begins so many days ago and lives up to now; this is its first job. */
export async function beginStory(tx: Tx, accountId: number): Promise<void> {
  const behind = (story[0]?.daysAgo ?? 0) * dayMs
  await sql`update account set clock_offset_ms = ${-behind}::bigint where account_id = ${accountId}`.execute(
    tx,
  )
  await continueWith(tx, accountId, 0)
}

/**
 * One act of the story. The job's own row is the place in it: the act and the job of the next one are one transaction,
 * so whatever is killed when, no act is left out and none comes twice.
 */
export const fillDemo =
  (deps: Deps): Handler<'demo.fill'> =>
  async ({ accountId, act: place }, { db, scope, log }) => {
    const act = story[place]
    if (!(await hasCome(db, scope, { place, daysAgo: act?.daysAgo ?? 0 }))) return
    const commit = (work: Work) =>
      db.write(scope, async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${fillJobKey(accountId)}, 0))`.execute(tx)
        const waiting = await findQueuedPayload(tx, 'demo.fill', fillJobKey(accountId))
        if (waiting?.act === place) await work(tx)
      })
    if (!act) {
      return commit(async (tx) => {
        await joinPresent(tx, scope)
        await writeWelcome(tx, scope, deps.publicUrl)
      })
    }
    const continueFilling: Work = (tx) => continueWith(tx, accountId, place + 1)
    try {
      const work = await act.prepare({ ...deps, db, scope })
      await commit(async (tx) => {
        await passTime(tx, scope)
        await work(tx)
        await continueFilling(tx)
      })
    } catch (error) {
      // Somebody was quicker, and archived the company the act is about: the others are told all the same.
      if (!(error instanceof AppError) || error.status >= 500) throw error
      log.warn(
        { task: 'demo.fill', act: place, fault: error.code },
        'an act of the demonstration was left out',
      )
      await commit(continueFilling)
    }
  }

function continueWith(tx: Tx, accountId: number, act: number, priority = 0): Promise<void> {
  return enqueue(tx, 'demo.fill', { accountId, act }, { jobKey: fillJobKey(accountId), priority })
}

/** Whether the account has lived up to the moment of the act; else it is on its way, and this job comes again. */
async function hasCome(
  db: Db,
  scope: Scope,
  { place, daysAgo }: { place: number; daysAgo: number },
): Promise<boolean> {
  const { accountId } = scope
  for (const end = performance.now() + patienceMs; ;) {
    const clock = await db.read(scope, (tx) => readClock(tx, scope))
    const now = new Date(`${clock.now}Z`)
    const moment = momentOf(now.getTime() - clock.aheadSeconds * 1_000, daysAgo)
    if (clock.advancingTo === null && now >= moment) return true
    if (clock.advancingTo === null) await db.write(scope, (tx) => startJourney(tx, scope, moment))
    else if (performance.now() > end) {
      // Given back instead of waited out: with a single worker the journey needs this place.
      await db.write(scope, (tx) => continueWith(tx, accountId, place, lastOfAll))
      return false
    }
    await setTimeout(lookAgainMs)
  }
}

/** The early morning of that day, or now where today's is still to come. */
function momentOf(world: number, daysAgo: number): Date {
  const midnight = Math.floor(world / dayMs) * dayMs
  return new Date(Math.min(midnight + hourOfDay * 3_600_000 - Math.floor(daysAgo) * dayMs, world))
}

/** Never beyond the world's time. */
async function passTime(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`
    with wanted as (
      select greatest(now + make_interval(secs => ${pauseMs / 1_000}::int),
        date_trunc('day', now, 'UTC') + ${officeOpens}::interval) as moment
      from account_now(${accountId}) now)
    update account set clock_offset_ms = least(greatest(clock_offset_ms, 0),
      ceil(extract(epoch from wanted.moment - clock_timestamp()) * 1000)::bigint)
    from wanted where account_id = ${accountId}`.execute(tx)
}

/** From here on the account lives in the world's time, unless somebody has sent it further ahead meanwhile. */
async function joinPresent(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`
    update account set clock_offset_ms = 0 where account_id = ${accountId} and clock_offset_ms < 0`.execute(
    tx,
  )
}
