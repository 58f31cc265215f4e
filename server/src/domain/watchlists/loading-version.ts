import {
  digestEntry,
  digestForMatching,
  type ListClass,
  type ListEntry,
  type ListFacts,
} from '@vigie/watchlists'
import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/kernel/index.ts'

export interface ListPlace {
  /** Null: a published list. */
  readonly accountId: number | null
  readonly source: string
  readonly listClass: ListClass
  readonly name: string
}

export interface LoadingVersion {
  readonly listId: number
  readonly version: number
  /** Entries that an interrupted import of the same files stored already. */
  readonly position: number
}

/** Minutes after which an import that does not move counts as killed. */
const stillMinutes = 2

/** The list of that name; its first import makes it. */
export async function requireList(
  tx: Tx,
  { accountId, source, listClass, name }: ListPlace,
): Promise<number> {
  await sql`
    insert into watchlist (owner_account_id, source, list_class, name)
    values (${accountId}, ${source}, ${listClass}, ${name}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ listId: number }>`
    select w.list_id as "listId" from watchlist w
    where w.source = ${source} and w.owner_account_id is not distinct from ${accountId}::bigint
      and (w.owner_account_id is null or w.name = ${name})
    for update`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('WRITE_CONFLICT')
  return row.listId
}

interface Loading {
  version: number
  position: number
  isSame: boolean
  isStill: boolean
}

/**
 * A new version of the list, or the one that an interrupted import of the same files began. Another import of the same
 * list is waited for, unless it stands still.
 */
export async function startVersion(
  tx: Tx,
  place: ListPlace,
  { digest, origin }: { digest: Buffer; origin: string },
): Promise<LoadingVersion> {
  const listId = await requireList(tx, place)
  const { rows } = await sql<Loading>`
    select v.version, v.position, v.digest = ${digest} as "isSame",
      v.seen_at < now() - make_interval(mins => ${stillMinutes}) as "isStill"
    from watchlist_version v where v.list_id = ${listId} and v.state = 'LOADING'`.execute(tx)
  const [loading] = rows
  if (loading?.isSame) return { listId, version: loading.version, position: loading.position }
  if (loading && !loading.isStill) throw new AppError('LIST_IMPORT_RUNNING', { list: place.name })
  if (loading) {
    await failVersion(
      tx,
      { listId, version: loading.version },
      'It was interrupted, and other files came after it.',
    )
  }
  const { rows: made } = await sql<{ version: number }>`
    insert into watchlist_version (list_id, version, origin, digest)
    select ${listId}, coalesce(max(v.version), 0) + 1, ${origin}, ${digest}
    from watchlist_version v where v.list_id = ${listId}
    returning version`.execute(tx)
  return { listId, version: made[0]?.version ?? 1, position: 0 }
}

/** The version in force, where it came from these very files. */
export async function versionHeld(
  tx: ReadTx,
  place: ListPlace,
  digest: Buffer,
): Promise<{ listId: number; version: number } | null> {
  const { rows } = await sql<{ listId: number; version: number }>`
    select w.list_id as "listId", v.version
    from watchlist w join watchlist_version v on v.list_id = w.list_id and v.version = w.version
    where w.source = ${place.source} and w.owner_account_id is not distinct from ${place.accountId}::bigint
      and (w.owner_account_id is null or w.name = ${place.name}) and v.digest = ${digest}`.execute(tx)
  return rows[0] ?? null
}

/** The entries and how far they reach, in one transaction: neither is kept without the other. */
export async function storeArrivals(
  tx: Tx,
  { listId, version, position }: LoadingVersion,
  entries: readonly ListEntry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    key: entry.id,
    digest: digestEntry(entry),
    matching: digestForMatching(entry),
    entry,
  }))
  await sql`
    insert into watchlist_arrival (list_id, version, entry_key, digest, matching_digest, entry)
    select ${listId}, ${version}, r.key, decode(r.digest, 'hex'), decode(r.matching, 'hex'), r.entry
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as r (key text, digest text, matching text, entry jsonb)`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    update watchlist_version set position = position + ${entries.length}, seen_at = now()
    where list_id = ${listId} and version = ${version} and state = 'LOADING' and position = ${position}`.execute(
    tx,
  )
  if (numAffectedRows !== 1n) throw new AppError('LIST_IMPORT_RUNNING', { list: String(listId) })
}

/** PostgreSQL takes neither the null character nor half a surrogate pair into its JSON. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/(?<!\\)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '')
}

export interface VersionCounts {
  readonly entries: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** Entries of the version in force. */
  readonly before: number
  /** Share of people with a birth date, from 0 to 1, before and in this version; null where nobody is listed. */
  readonly bornBefore: number | null
  readonly bornAfter: number | null
}

export async function countChanges(tx: Tx, { listId, version }: LoadingVersion): Promise<VersionCounts> {
  const { rows } = await sql<VersionCounts>`
    with held as (
      select e.entry_key, e.digest, e.entry from watchlist_entry e
      where e.list_id = ${listId} and e.to_version is null),
    arrived as (
      select a.entry_key, a.digest, a.entry from watchlist_arrival a
      where a.list_id = ${listId} and a.version = ${version})
    select count(a.entry_key)::int as entries,
      count(*) filter (where h.entry_key is null)::int as added,
      count(*) filter (where a.digest <> h.digest)::int as changed,
      count(*) filter (where a.entry_key is null)::int as removed,
      count(h.entry_key)::int as before,
      avg((h.entry -> 'birthDates' <> '[]')::int) filter (where h.entry ->> 'kind' = 'PERSON')::float8 as "bornBefore",
      avg((a.entry -> 'birthDates' <> '[]')::int) filter (where a.entry ->> 'kind' = 'PERSON')::float8 as "bornAfter"
    from held h full join arrived a on a.entry_key = h.entry_key`.execute(tx)
  return (
    rows[0] ?? { entries: 0, added: 0, changed: 0, removed: 0, before: 0, bornBefore: null, bornAfter: null }
  )
}

/** What arrived takes the place of what held. Former wordings are kept. */
export async function putInForce(
  tx: Tx,
  { listId, version }: LoadingVersion,
  { facts, counts, wasForced }: { facts: ListFacts; counts: VersionCounts; wasForced: boolean },
): Promise<void> {
  await sql`
    update watchlist_entry e set to_version = ${version}
    where e.list_id = ${listId} and e.to_version is null and not exists (
      select from watchlist_arrival a where a.list_id = e.list_id and a.version = ${version}
        and a.entry_key = e.entry_key and a.digest = e.digest)`.execute(tx)
  await sql`
    insert into watchlist_entry (list_id, entry_key, from_version, digest, matching_digest, entry)
    select a.list_id, a.entry_key, ${version}, a.digest, a.matching_digest, a.entry from watchlist_arrival a
    where a.list_id = ${listId} and a.version = ${version} and not exists (
      select from watchlist_entry e
      where e.list_id = a.list_id and e.entry_key = a.entry_key and e.to_version is null)`.execute(tx)
  await sql`
    update watchlist_version set state = 'REPLACED' where list_id = ${listId} and state = 'IN_FORCE'`.execute(
    tx,
  )
  await sql`
    update watchlist_version set state = 'IN_FORCE', published_on = ${facts.publishedOn ?? null}::date,
      entries = ${counts.entries}, added = ${counts.added}, changed = ${counts.changed}, removed = ${counts.removed},
      skipped = ${facts.skipped}, warnings = ${JSON.stringify(facts.warnings)}::jsonb, was_forced = ${wasForced},
      finished_at = now()
    where list_id = ${listId} and version = ${version}`.execute(tx)
  await sql`
    update watchlist set version = ${version}, entries = ${counts.entries},
      published_on = ${facts.publishedOn ?? null}::date, changed_at = now(), confirmed_at = now()
    where list_id = ${listId}`.execute(tx)
  await dropArrivals(tx, listId, version)
}

/** The version stays on record with what was wrong with it; what held before goes on holding. */
export async function refuseVersion(
  tx: Tx,
  { listId, version }: LoadingVersion,
  { facts, counts, fault }: { facts: ListFacts; counts: VersionCounts; fault: string },
): Promise<void> {
  await sql`
    update watchlist_version set state = 'REFUSED', fault = ${fault}, published_on = ${facts.publishedOn ?? null}::date,
      entries = ${counts.entries}, added = ${counts.added}, changed = ${counts.changed}, removed = ${counts.removed},
      skipped = ${facts.skipped}, warnings = ${JSON.stringify(facts.warnings)}::jsonb, finished_at = now()
    where list_id = ${listId} and version = ${version}`.execute(tx)
  await dropArrivals(tx, listId, version)
}

export async function failVersion(
  tx: Tx,
  { listId, version }: Pick<LoadingVersion, 'listId' | 'version'>,
  fault: string,
): Promise<void> {
  await sql`
    update watchlist_version set state = 'FAILED', fault = ${fault}, finished_at = now()
    where list_id = ${listId} and version = ${version} and state = 'LOADING'`.execute(tx)
  await dropArrivals(tx, listId, version)
}

/** After a trial nothing is left of it. */
export async function forgetVersion(tx: Tx, { listId, version }: LoadingVersion): Promise<void> {
  await sql`delete from watchlist_version where list_id = ${listId} and version = ${version}`.execute(tx)
  await sql`
    delete from watchlist w where w.list_id = ${listId} and w.version is null
      and not exists (select from watchlist_version v where v.list_id = w.list_id)`.execute(tx)
}

async function dropArrivals(tx: Tx, listId: number, version: number): Promise<void> {
  await sql`delete from watchlist_arrival where list_id = ${listId} and version = ${version}`.execute(tx)
}
