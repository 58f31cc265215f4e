import { createHash } from 'node:crypto'
import { digestEntry, digestForMatching, type ListEntry } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { requireList, storableJson, type ListPlace } from './loading-version.ts'

/** A version of data that a service keeps: we know its name and its size, and such entries as it names. */
export interface ServiceVersion {
  /** What the service calls it: as long as that is the same, so is the data. */
  readonly origin: string
  /** When the data was put together; null: it is as old as this question. */
  readonly madeAt: Date | null
  readonly entries: number
}

interface Standing {
  isSame: boolean
  isDue: boolean
}

/**
 * Brings the list to the version that the service names. A new one within `leastHours` of the last only says how old the
 * data is: each version has every portfolio screened. Null when nothing came into force.
 */
export async function followServiceList(
  tx: Tx,
  place: Omit<ListPlace, 'accountId'>,
  { origin, madeAt, entries }: ServiceVersion,
  leastHours: number,
): Promise<{ listId: number; version: number } | null> {
  const listId = await requireList(tx, { ...place, accountId: null })
  const digest = createHash('sha256').update(origin).digest()
  const { rows } = await sql<Standing>`
    select v.digest = ${digest} as "isSame",
      w.changed_at <= now() - make_interval(hours => ${leastHours}) as "isDue"
    from watchlist w join watchlist_version v on v.list_id = w.list_id and v.version = w.version
    where w.list_id = ${listId}`.execute(tx)
  const [standing] = rows
  if (standing && (standing.isSame || !standing.isDue)) {
    await sql`
      update watchlist set confirmed_at = least(now(), coalesce(${madeAt}::timestamptz, now()))
      where list_id = ${listId}`.execute(tx)
    return null
  }
  await endVersions(tx, [listId])
  const { rows: made } = await sql<{ version: number }>`
    insert into watchlist_version (list_id, version, state, origin, digest, published_on, entries, finished_at)
    select ${listId}, coalesce(max(v.version), 0) + 1, 'IN_FORCE', ${origin}, ${digest},
      (${madeAt}::timestamptz at time zone 'UTC')::date, ${entries}, now()
    from watchlist_version v where v.list_id = ${listId}
    returning version`.execute(tx)
  const version = made[0]?.version ?? 1
  await sql`
    update watchlist set version = ${version}, entries = ${entries},
      published_on = (${madeAt}::timestamptz at time zone 'UTC')::date, changed_at = now(),
      confirmed_at = least(now(), coalesce(${madeAt}::timestamptz, now()))
    where list_id = ${listId}`.execute(tx)
  return { listId, version }
}

/** Lists of a service that is asked no more hold no more. What they said stays on record. */
export async function endServiceLists(tx: Tx, sources: readonly string[]): Promise<number> {
  const { rows } = await sql<{ listId: number }>`
    update watchlist set version = null, entries = 0, published_on = null, confirmed_at = null
    where owner_account_id is null and source = any(${[...sources]}::text[]) and version is not null
    returning list_id as "listId"`.execute(tx)
  await endVersions(
    tx,
    rows.map(({ listId }) => listId),
  )
  return rows.length
}

async function endVersions(tx: Tx, listIds: readonly number[]): Promise<void> {
  await sql`
    update watchlist_version set state = 'REPLACED'
    where list_id = any(${[...listIds]}::bigint[]) and state = 'IN_FORCE'`.execute(tx)
}

/**
 * Keeps the entries that a service has named, as an import would have kept them. Answers with the key of each: one that
 * was merged into another keeps the key under which it was first met, so that decisions about it hold.
 */
export async function keepNamedEntries(
  tx: Tx,
  { listId, version }: { readonly listId: number; readonly version: number },
  entries: readonly ListEntry[],
): Promise<Map<string, string>> {
  // One after the other: two runs may meet the same entry.
  await sql`select from watchlist w where w.list_id = ${listId} for update`.execute(tx)
  const keys = await heldKeys(tx, listId, entries)
  const rows = new Map(
    entries.map((entry) => {
      const key = keys.get(entry.id) ?? entry.id
      const named = { ...entry, id: key }
      return [key, { key, digest: digestEntry(named), matching: digestForMatching(named), entry: named }]
    }),
  )
  const given = sql`jsonb_to_recordset(${storableJson([...rows.values()])}::jsonb)
    as r (key text, digest text, matching text, entry jsonb)`
  await sql`
    update watchlist_entry e set to_version = ${version} from ${given}
    where e.list_id = ${listId} and e.entry_key = r.key and e.to_version is null and e.from_version < ${version}
      and e.digest <> decode(r.digest, 'hex')`.execute(tx)
  await sql`
    insert into watchlist_entry as e (list_id, entry_key, from_version, digest, matching_digest, entry)
    select ${listId}, r.key, ${version}, decode(r.digest, 'hex'), decode(r.matching, 'hex'), r.entry from ${given}
    where not exists (
      select from watchlist_entry held where held.list_id = ${listId} and held.entry_key = r.key
        and held.to_version is null and held.from_version < ${version})
    on conflict (list_id, entry_key, from_version) do update
      set digest = excluded.digest, matching_digest = excluded.matching_digest, entry = excluded.entry
      where e.digest <> excluded.digest`.execute(tx)
  return keys
}

/** By the key that the service has for an entry now, the one we have it under. */
async function heldKeys(tx: Tx, listId: number, entries: readonly ListEntry[]): Promise<Map<string, string>> {
  const known = entries.flatMap(({ id, references }) => [id, ...references])
  const { rows } = await sql<{ key: string }>`
    select e.entry_key as key from watchlist_entry e
    where e.list_id = ${listId} and e.entry_key = any(${known}::text[]) and e.to_version is null`.execute(tx)
  const held = new Set(rows.map(({ key }) => key))
  return new Map(
    entries.map(({ id, references }) => [id, [id, ...references].find((key) => held.has(key)) ?? id]),
  )
}
