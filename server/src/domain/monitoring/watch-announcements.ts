import type { Db } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AnnouncementProvider } from '../references/index.ts'
import { storeAnnouncements } from './store-announcements.ts'
import {
  enrolNewcomers,
  releaseWatches,
  planNextWatch,
  takeDueWatches,
  type Watched,
} from './watch.queries.ts'

/** Taken in one transaction, and, where the gazette has nothing of them, put off in one. */
const takenAtOnce = 200
const askedAtOnce = 4
const silenceEndsRun = 8

/** Reads what was announced about the account's companies since the last time. */
export const watchAnnouncements =
  ({ announcements }: { announcements: AnnouncementProvider | null }) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    if (announcements === null) return
    await db.write(scope, (tx) => enrolNewcomers(tx, scope))
    for (let isLast = false; !isLast;) {
      const due = await db.write(scope, (tx) => takeDueWatches(tx, scope, takenAtOnce))
      const { isSilent } = await readAll({ announcements, db, scope }, due, signal)
      isLast = isSilent || due.length < takenAtOnce
    }
  }

interface Reading {
  readonly announcements: AnnouncementProvider
  readonly db: Db
  readonly scope: Scope
}

/**
 * A few at a time; most have nothing to store. However it ends, the companies that answered are recorded and the others
 * are left for the next run: one company that cannot be stored delays no other.
 */
async function readAll(
  reading: Reading,
  due: readonly Watched[],
  signal?: AbortSignal,
): Promise<{ isSilent: boolean }> {
  const { db, scope } = reading
  const heardOf: number[] = []
  let requestCount = 0
  let silent = 0
  if (due.length === 0) return { isSilent: false }
  try {
    while (requestCount < due.length && silent < silenceEndsRun) {
      signal?.throwIfAborted()
      const some = due.slice(requestCount, requestCount + askedAtOnce)
      requestCount += some.length
      const received = await Promise.all(some.map((one) => readOne(reading, one, signal)))
      heardOf.push(...some.filter((_, index) => received[index]).map(({ thirdpartyId }) => thirdpartyId))
      silent = received.includes(true) ? 0 : silent + some.length
    }
  } finally {
    const left = due.slice(requestCount).map(({ thirdpartyId }) => thirdpartyId)
    await db.write(scope, async (tx) => {
      await planNextWatch(tx, scope, heardOf)
      await releaseWatches(tx, scope, left)
    })
  }
  return { isSilent: silent >= silenceEndsRun }
}

/** False when the gazette did not answer: its turn comes again in an hour, and nothing is lost meanwhile. */
async function readOne(
  { announcements, db, scope }: Reading,
  watched: Watched,
  signal?: AbortSignal,
): Promise<boolean> {
  const outcome = await announcements.since(watched.siren, watched.readUntil, signal)
  if (outcome.kind === 'UNAVAILABLE') return false
  if (outcome.announcements.length > 0) {
    await db.write(scope, (tx) => storeAnnouncements(tx, scope, watched, outcome.announcements))
  }
  return true
}

/** Each account as a job of its own, so that a slow gazette holds up nobody else. */
export const watchEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'announcements.watch'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        const jobKey = `announcements.watch:${accountId}`
        await enqueue(tx, 'announcements.watch-account', { accountId }, { jobKey })
      }
    })
  }

export const watchAccount =
  (deps: { announcements: AnnouncementProvider | null }): Handler<'announcements.watch-account'> =>
  (_payload, { db, scope, signal }) =>
    watchAnnouncements(deps)(db, scope, signal)
