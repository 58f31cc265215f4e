import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { keptDays } from './store-alerts.ts'

const stride = 2_000

/** Ends alerts after their days, with what says for whom they were; in batches, the oldest first. Safe to repeat. */
export async function cleanAlerts(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  const { accountId } = scope
  for (let removed = stride; removed === stride;) {
    signal?.throwIfAborted()
    const { rows } = await db.write(scope, (tx) =>
      sql<{ removed: number }>`
        with old as materialized (
          select alert_id from alert where account_id = ${accountId}
            and made_at < account_now(${accountId}) - make_interval(days => ${keptDays})
          order by made_at limit ${stride}),
        gone as (
          delete from alert_recipient r using membership m, old
          where r.account_id = ${accountId} and m.account_id = ${accountId} and r.person = m.user_id
            and r.alert = old.alert_id),
        ended as (delete from alert a using old where a.account_id = ${accountId} and a.alert_id = old.alert_id returning 1)
        select count(*)::int as removed from ended`.execute(tx),
    )
    removed = rows[0]?.removed ?? 0
  }
  await dropOrphans(db, scope)
}

/** Of people who have left: nobody reads these any more. */
async function dropOrphans(db: Db, scope: Scope): Promise<void> {
  const { accountId } = scope
  await db.write(scope, (tx) =>
    sql`
      with recursive reader as (
        (select r.person from alert_recipient r where r.account_id = ${accountId} order by r.person limit 1)
        union all
        select (select r.person from alert_recipient r where r.account_id = ${accountId} and r.person > reader.person
          order by r.person limit 1) from reader where reader.person is not null)
      delete from alert_recipient r using reader
      where r.account_id = ${accountId} and r.person = reader.person and not exists (
        select from membership m where m.account_id = ${accountId} and m.user_id = reader.person)`.execute(
      tx,
    ),
  )
}
