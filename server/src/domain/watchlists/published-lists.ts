import type { ListClass, ListSource } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { installation } from './import-list.ts'

/** A published list as its operator looks at it. */
export interface PublishedList {
  readonly listId: number
  readonly source: ListSource
  readonly listClass: ListClass
  readonly name: string
  /** Null until an import has ended well. */
  readonly version: number | null
  readonly entries: number
  readonly publishedOn: string | null
  readonly confirmedAt: Date | null
  /** Whole days since it was confirmed, or since it is known where it never was. */
  readonly days: number
  /** Hours, likewise. */
  readonly hours: number
  readonly fetchTriedAt: Date | null
  /** Of the newest version, in force or not. */
  readonly lastState: string | null
  readonly lastFault: string | null
}

export function publishedLists(db: Db): Promise<PublishedList[]> {
  return db.read(installation, async (tx) => {
    const { rows } = await sql<PublishedList>`
      select w.list_id as "listId", w.source, w.list_class as "listClass", w.name, w.version, w.entries,
        w.published_on as "publishedOn", w.confirmed_at as "confirmedAt", (age.seconds / 86400)::int as days,
        (age.seconds / 3600)::int as hours, w.fetch_tried_at as "fetchTriedAt",
        (select v.state from watchlist_version v where v.list_id = w.list_id order by v.version desc limit 1)
          as "lastState",
        (select v.fault from watchlist_version v where v.list_id = w.list_id order by v.version desc limit 1)
          as "lastFault"
      from watchlist w
      cross join lateral (
        select floor(extract(epoch from now() - coalesce(w.confirmed_at, w.created_at)))::bigint as seconds) age
      where w.owner_account_id is null
      order by w.list_class, w.source`.execute(tx)
    return rows
  })
}
