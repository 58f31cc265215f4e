import { sql } from 'kysely'
import { forgetOldSuggestions } from '../../domain/contacts/index.ts'
import type { Db } from '../../platform/db/index.ts'
import type { ObjectStore } from '../../platform/files/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { wholeAccount, jobScope } from '../../platform/kernel/index.ts'
import { uploadHours } from './uploads.queries.ts'

interface Deps {
  readonly store: ObjectStore
  readonly accountIds: (db: Db) => Promise<number[]>
}

const accessDays = 30

/** Removes uploads nobody went on with, links and sessions that have long been over, and people nobody confirmed. */
export const sweepPortal =
  ({ store, accountIds }: Deps): Handler<'portal.sweep'> =>
  async (_payload, { db, signal, log }) => {
    let removed = 0
    for (const accountId of await accountIds(db)) {
      signal.throwIfAborted()
      const keys = await sweepAccount(db, accountId)
      const scope = jobScope(accountId, 'portal.sweep')
      await db.write(scope, (tx) => forgetOldSuggestions(tx, scope))
      // They are named nowhere any more: what is not removed here, the sweep of files finds.
      await Promise.allSettled(keys.map((key) => store.delete(key)))
      removed += keys.length
    }
    if (removed > 0) log.info({ removed }, 'removed parts of uploads nobody went on with')
  }

function sweepAccount(db: Db, accountId: number): Promise<string[]> {
  return db.write(wholeAccount(accountId), async (tx) => {
    await sql`delete from contact_link where account_id = ${accountId}
      and expires_at < account_now(${accountId}) - make_interval(days => ${accessDays})`.execute(tx)
    await sql`delete from portal_session where account_id = ${accountId}
      and expires_at < now() - make_interval(days => ${accessDays})`.execute(tx)
    const { rows } = await sql<{ key: string }>`
      with old as (
        select upload_id from portal_upload where account_id = ${accountId}
          and updated_at < now() - make_interval(hours => ${uploadHours})
        order by upload_id for update skip locked),
      parts as (
        delete from portal_upload_part p using old
        where p.account_id = ${accountId} and p.upload_id = old.upload_id returning p.object_key),
      gone as (
        delete from portal_upload u using old where u.account_id = ${accountId} and u.upload_id = old.upload_id)
      select object_key as key from parts`.execute(tx)
    return rows.map(({ key }) => key)
  })
}
