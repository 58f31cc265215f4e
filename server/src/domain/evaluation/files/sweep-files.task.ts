import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { ObjectStore } from '../../../platform/files/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { wholeAccount } from '../../../platform/kernel/index.ts'

interface Deps {
  readonly store: ObjectStore
  readonly accountIds: (db: Db) => Promise<number[]>
}

const keepMs = 24 * 3_600_000
const batch = 500

/**
 * Removes objects no evidence names: what an upload left that ended between the store and the database. An upload
 * takes half an hour at most, so nothing younger than a day is touched; nor is what belongs to no account of ours.
 */
export const sweepFiles =
  ({ store, accountIds }: Deps): Handler<'files.sweep'> =>
  async (_payload, { db, clock, signal, log }) => {
    const accounts = new Set(await accountIds(db))
    const olderThan = new Date(clock.now().getTime() - keepMs)
    const waiting = new Map<number, string[]>()
    let removed = 0
    const flush = async (accountId: number) => {
      const keys = waiting.get(accountId) ?? []
      waiting.delete(accountId)
      for (const key of await findUnreferenced(db, accountId, keys)) {
        await store.delete(key)
        removed += 1
      }
    }
    for await (const { key } of store.list({ olderThan })) {
      signal.throwIfAborted()
      const accountId = Number(key.split('/')[0])
      if (!accounts.has(accountId)) continue
      const keys = waiting.get(accountId) ?? []
      keys.push(key)
      waiting.set(accountId, keys)
      if (keys.length === batch) await flush(accountId)
    }
    for (const accountId of waiting.keys()) await flush(accountId)
    for (const accountId of accounts) await dropKeys(db, accountId, olderThan)
    if (removed > 0) log.info({ removed }, 'removed files that no evidence names')
  }

async function findUnreferenced(db: Db, accountId: number, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.read(wholeAccount(accountId), (tx) =>
    sql<{ key: string }>`
      select k.key from unnest(${[...keys]}::text[]) k (key)
      where not exists (
        select from evidence e where e.account_id = ${accountId} and e.object_key = k.key)
      and not exists (
        select from corrective_evidence e where e.account_id = ${accountId} and e.object_key = k.key)
      -- Files that are still arriving in parts have their own end.
      and not exists (
        select from portal_upload_part p where p.account_id = ${accountId} and p.object_key = k.key)
      and not exists (
        select from account_export x where x.account_id = ${accountId}
          and (x.object_key = k.key or k.key = any(x.draft_keys)))`.execute(tx),
  )
  return rows.map(({ key }) => key)
}

/** A removal that ended between the object and its key leaves the latter. */
async function dropKeys(db: Db, accountId: number, olderThan: Date): Promise<void> {
  await db.write(wholeAccount(accountId), (tx) =>
    sql`
      delete from sealed_file f where f.account_id = ${accountId} and f.created_at < ${olderThan}
      and not exists (select from evidence e where e.account_id = ${accountId} and e.object_key = f.object_key)
      and not exists (
        select from corrective_evidence e where e.account_id = ${accountId} and e.object_key = f.object_key)
      and not exists (
        select from portal_upload_part p
        where p.account_id = ${accountId} and p.object_key = f.object_key)
      and not exists (
        select from account_export x where x.account_id = ${accountId}
          and (x.object_key = f.object_key or f.object_key = any(x.draft_keys)))`.execute(tx),
  )
}
