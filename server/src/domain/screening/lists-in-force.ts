import { listClass, listSources, type ListClass } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { ScreeningSettings } from './settings.ts'

const publishedSources = listSources.filter((source) => source !== 'OWN')

/** A list as a run names it. */
export interface ListInForce {
  readonly listId: number
  readonly source: string
  readonly listClass: ListClass
  readonly name: string
  readonly version: number
  readonly entries: number
  readonly publishedOn: string | null
  /** SHA-256 of its files, in hex. */
  readonly digest: string
  readonly confirmedOn: string
}

export interface MissingList {
  readonly source: string
  readonly listClass: ListClass
  readonly why: 'ABSENT' | 'TOO_OLD'
}

export interface CountedLists {
  readonly lists: readonly ListInForce[]
  readonly missing: readonly MissingList[]
  /** Those that would count if they were not too old. */
  readonly tooOld: readonly number[]
}

/**
 * The lists that count for the account, and those that were not there. How old a list is goes by the clock of the
 * world, not of a sandbox: its publisher knows no other. A list that the account keeps itself does not age.
 */
export async function countedLists(
  tx: ReadTx,
  { leftOutLists, maxListAgeDays }: ScreeningSettings,
): Promise<CountedLists> {
  const { rows } = await sql<ListInForce & { isOld: boolean }>`
    select w.list_id as "listId", w.source, w.list_class as "listClass", w.name, v.version, w.entries,
      w.published_on::text as "publishedOn", encode(v.digest, 'hex') as digest,
      (w.confirmed_at at time zone 'UTC')::date::text as "confirmedOn",
      w.owner_account_id is null and w.confirmed_at < now() - make_interval(days => ${maxListAgeDays}) as "isOld"
    from watchlist w join watchlist_version v on v.list_id = w.list_id and v.version = w.version
    where w.list_id <> all(${[...leftOutLists]}::bigint[])
    order by w.list_class, w.source, w.list_id`.execute(tx)
  const lists = rows.filter(({ isOld }) => !isOld).map(({ isOld: _isOld, ...list }) => list)
  const old = rows.filter(({ isOld }) => isOld)
  const known = new Set(rows.map(({ source }) => source))
  const absent = publishedSources.filter((source) => !known.has(source))
  return {
    lists,
    missing: [
      ...old.map((list) => ({ source: list.source, listClass: list.listClass, why: 'TOO_OLD' as const })),
      ...absent.map((source) => ({ source, listClass: listClass(source), why: 'ABSENT' as const })),
    ],
    tooOld: old.map(({ listId }) => listId),
  }
}

/** A check of this class can be answered: a list of it is there, and none of those that count is too old. */
export function canAnswer({ lists, missing }: CountedLists, wanted: ListClass): boolean {
  const isThere = lists.some((list) => list.listClass === wanted)
  return isThere && !missing.some((list) => list.listClass === wanted && list.why === 'TOO_OLD')
}
