import { createHash } from 'node:crypto'
import { listClass, publisher, type ListSource } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Validators } from '../../platform/outgoing/index.ts'
import { requireList } from './loading-version.ts'

/** What the publisher gave with the files of one version. */
interface Fetched {
  readonly version: number
  readonly files: readonly (Validators & { readonly address: string })[]
}

export interface FetchState {
  readonly listId: number
  /** By address; null unless all of them belong to the version in force, which an answer would then confirm. */
  readonly known: ReadonlyMap<string, Validators> | null
}

/** Addresses may hold a token: the database knows them by their digest alone. */
const addressDigest = (address: string) => createHash('sha256').update(address).digest('hex')

/** Notes that the publisher is asked now; the list is there from its first fetch on. */
export async function startFetch(
  tx: Tx,
  source: ListSource,
  addresses: readonly string[],
): Promise<FetchState> {
  const place = { accountId: null, source, listClass: listClass(source), name: publisher(source) }
  const listId = await requireList(tx, place)
  const { rows } = await sql<{ version: number | null; fetched: Fetched | null }>`
    update watchlist set fetch_tried_at = now() where list_id = ${listId} returning version, fetched`.execute(
    tx,
  )
  const { version = null, fetched = null } = rows[0] ?? {}
  if (fetched === null || fetched.version !== version) return { listId, known: null }
  const files = new Map(fetched.files.map((file) => [file.address, file]))
  const known = addresses.flatMap((address): [string, Validators][] => {
    const file = files.get(addressDigest(address))
    return file && (file.etag ?? file.lastModified) !== null ? [[address, file]] : []
  })
  return { listId, known: known.length === addresses.length ? new Map(known) : null }
}

/** The publisher has nothing else than what is in force. */
export async function confirmList(tx: Tx, listId: number): Promise<void> {
  await sql`update watchlist set confirmed_at = now() where list_id = ${listId}`.execute(tx)
}

export async function rememberFetched(
  tx: Tx,
  { listId, version }: { listId: number; version: number },
  given: ReadonlyMap<string, Validators>,
): Promise<void> {
  const files = [...given].map(([address, { etag, lastModified }]) => ({
    address: addressDigest(address),
    etag,
    lastModified,
  }))
  const fetched: Fetched = { version, files }
  await sql`update watchlist set fetched = ${JSON.stringify(fetched)}::jsonb where list_id = ${listId}`.execute(
    tx,
  )
}

/** Stands for the files of a version of which nothing came. */
const digestOfNothing = createHash('sha256').digest()

/** Kept among the versions, once for as long as it goes on: from its start to when it was last tried. */
export async function noteFailedFetch(
  tx: Tx,
  listId: number,
  { origin, fault }: { origin: string; fault: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update watchlist_version v set fault = ${fault}, origin = ${origin}, finished_at = now(), seen_at = now()
    where v.list_id = ${listId} and v.state = 'FAILED' and v.digest = ${digestOfNothing}
      and v.version = (select max(n.version) from watchlist_version n where n.list_id = v.list_id)`.execute(
    tx,
  )
  if (numAffectedRows === 1n) return
  await sql`
    insert into watchlist_version (list_id, version, state, origin, digest, fault, finished_at)
    select ${listId}, coalesce(max(v.version), 0) + 1, 'FAILED', ${origin}, ${digestOfNothing}, ${fault}, now()
    from watchlist_version v where v.list_id = ${listId}`.execute(tx)
}

/** Of these, whoever was not asked within the time. */
export async function listsToFetch<Source extends ListSource>(
  tx: Tx,
  sources: readonly Source[],
  everyHours: number,
): Promise<Source[]> {
  // A tick earlier than the hour: what was tried just after the last tick is due with this one.
  const minutes = everyHours * 60 - 30
  const { rows } = await sql<{ source: string }>`
    select w.source from watchlist w
    where w.owner_account_id is null and w.source = any(${[...sources]}::text[])
      and w.fetch_tried_at > now() - make_interval(mins => ${minutes})`.execute(tx)
  const tried = new Set(rows.map(({ source }) => source))
  return sources.filter((source) => !tried.has(source))
}
