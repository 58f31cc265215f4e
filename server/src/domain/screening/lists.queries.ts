import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { dateSchema, dateTimeSchema, nullable, namedObject } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { ScreeningSettings } from './settings.ts'

const counted = {
  version: nullable(Type.Integer({ description: 'The one in force; null until an import has ended well.' })),
  entries: Type.Integer(),
  publishedOn: nullable(dateSchema),
}

export const ListRecord = namedObject('ScreeningList', {
  listId: Type.Integer(),
  source: Type.String(),
  class: Type.Enum(['SANCTIONS', 'EXPOSED_PERSONS', 'OWN'], { description: 'Which checks it answers.' }),
  name: Type.String(),
  own: Type.Boolean({ description: 'Kept by this account, and seen by nobody else.' }),
  ...counted,
  changedAt: nullable(dateTimeSchema),
  /** When it was last known to be what its publisher says. */
  confirmedAt: nullable(dateTimeSchema),
  loading: Type.Boolean({ description: 'A version of it is being read: see its versions.' }),
  counts: Type.Boolean({ description: 'Whether this account screens against it.' }),
  tooOld: Type.Boolean({ description: 'Older than the account allows: its checks stay unanswered.' }),
})
export type ListRow = Static<typeof ListRecord>

export const VersionRecord = namedObject('ScreeningListVersion', {
  version: Type.Integer(),
  state: Type.Enum(['LOADING', 'IN_FORCE', 'REPLACED', 'REFUSED', 'FAILED']),
  origin: Type.String(),
  digest: Type.String({ description: 'SHA-256 of its files.' }),
  publishedOn: nullable(dateSchema),
  read: Type.Integer({ description: 'Entries read so far, while it is LOADING.' }),
  entries: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  skipped: Type.Integer(),
  warnings: Type.Array(Type.String(), {
    description: 'What was left out of its files and why, the first hundred.',
  }),
  forced: Type.Boolean(),
  fault: nullable(Type.String({ description: 'Why it did not come into force.' })),
  startedAt: dateTimeSchema,
  finishedAt: nullable(dateTimeSchema),
})
export type VersionRow = Static<typeof VersionRecord>

export async function listLists(tx: ReadTx, settings: ScreeningSettings): Promise<ListRow[]> {
  const { leftOutLists, maxListAgeDays } = settings
  const { rows } = await sql<ListRow>`
    select w.list_id as "listId", w.source, w.list_class as class, w.name, w.owner_account_id is not null as own,
      w.version, w.entries, w.published_on as "publishedOn", wire_time(w.changed_at) as "changedAt",
      wire_time(w.confirmed_at) as "confirmedAt", w.list_id <> all(${[...leftOutLists]}::bigint[]) as counts,
      exists (select from watchlist_version v where v.list_id = w.list_id and v.state = 'LOADING') as loading,
      w.owner_account_id is null
        and coalesce(w.confirmed_at < now() - make_interval(days => ${maxListAgeDays}), false) as "tooOld"
    from watchlist w order by w.list_class, w.source, w.list_id`.execute(tx)
  return rows
}

const mostVersions = 100

/** The last hundred, newest first. */
export async function listVersions(tx: ReadTx, listId: number): Promise<VersionRow[]> {
  const { rows: lists } = await sql`select from watchlist w where w.list_id = ${listId}`.execute(tx)
  if (lists.length === 0) throw new AppError('LIST_NOT_FOUND', { listId })
  const { rows } = await sql<VersionRow>`
    select v.version, v.state, v.origin, encode(v.digest, 'hex') as digest, v.published_on as "publishedOn",
      v.position as read, v.entries,
      v.added, v.changed, v.removed, v.skipped, v.warnings, v.was_forced as forced, v.fault, wire_time(v.started_at) as "startedAt",
      wire_time(v.finished_at) as "finishedAt"
    from watchlist_version v where v.list_id = ${listId} order by v.version desc limit ${mostVersions}`.execute(
    tx,
  )
  return rows
}
