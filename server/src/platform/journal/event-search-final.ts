import { sql } from 'kysely'
import type { Db } from '../db/index.ts'
import type { AccountScope } from '../kernel/index.ts'

const second = 1_000
const floorSecond = (moment: Date) => Math.floor(moment.getTime() / second) * second

// What is final stays final, so it need not be asked again: ranges of the past cost no statement of their own.
const marks = new WeakMap<Db, Map<number, number>>()

/**
 * The last second of those asked for (`end` is exclusive) that is final: no event of it can appear any more.
 * Asked before the search: it waits out a writer that has stamped its events and not committed them. A writer
 * that comes later finds the mark and stamps nothing before it, even if the database's clock steps back.
 */
export async function completeUntil(db: Db, scope: AccountScope, end: Date): Promise<Date> {
  const known = marks.get(db) ?? new Map<number, number>()
  marks.set(db, known)
  const requestedEnd = floorSecond(end)
  let final = known.get(scope.accountId) ?? 0
  if (final < requestedEnd) {
    final = Math.max(final, await finalBefore(db, scope, requestedEnd))
    known.set(scope.accountId, final)
  }
  return new Date(Math.min(requestedEnd, final) - second)
}

async function finalBefore(db: Db, scope: AccountScope, requestedEnd: number): Promise<number> {
  const { mark, now } = await markOf(db, scope)
  const wanted = Math.min(requestedEnd, floorSecond(now))
  if (mark !== null && mark.getTime() >= wanted) return mark.getTime()
  return (await declare(db, scope, new Date(requestedEnd))).getTime()
}

async function markOf(db: Db, scope: AccountScope): Promise<{ mark: Date | null; now: Date }> {
  return db.read(scope, async (tx) => {
    const { rows } = await sql<{ mark: Date | null; now: Date }>`
      with settled as materialized (
        select pg_advisory_xact_lock_shared(journal_lock_key(${scope.accountId})))
      select account_now(${scope.accountId}) as now,
        (select final_before from journal_mark where account_id = ${scope.accountId}) as mark
      from settled`.execute(tx)
    return rows[0] ?? { mark: null, now: new Date(0) }
  })
}

/** Raises the mark: the one thing a reader writes, once a second and account at the most. */
async function declare(db: Db, scope: AccountScope, end: Date): Promise<Date> {
  return db.write(scope, async (tx) => {
    const { rows } = await sql<{ declared: Date }>`
      select journal_declare_final(${end}) as declared`.execute(tx)
    return rows[0]?.declared ?? new Date(0)
  })
}
