import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import {
  eventColumns,
  eventTypes,
  resourceTypeCodes,
  viewEvents,
  type EventRow,
  type EventView,
} from '../../../platform/journal/index.ts'
import type { ActorType, Scope } from '../../../platform/kernel/index.ts'
import { resourcesOf, type Resource } from '../timelines/timelines.queries.ts'
import { seqBounds, type TimeRange } from './latest-range.ts'

type Fragment = RawBuilder<unknown>

export interface LatestFilter extends TimeRange {
  readonly types: readonly number[] | null
  readonly thirdpartyId: number | null
  readonly dossierId: number | null
  readonly documentId: number | null
  readonly actorType: ActorType | null
  readonly actorId: number | null
}

export interface LatestPosition {
  readonly at: Date
  readonly seq: number
}

export interface Asked {
  readonly filter: LatestFilter
  /** The last event looked at. */
  readonly before: LatestPosition | null
  readonly limit: number
}

interface LatestPage {
  readonly events: EventView[]
  readonly last: LatestPosition | null
}

type Found = EventRow & { at: Date }

// Nobody indexed who did it: a page looks through so many numbers, and says where it stopped.
const stride = 10_000

/** Newest first; `last` is null when nothing is left. */
export async function readLatest(tx: ReadTx, scope: Scope, asked: Asked): Promise<LatestPage> {
  const { actorType, actorId, types } = asked.filter
  const isByActor = actorType !== null || actorId !== null
  const places = isByActor ? null : placesOf(scope, asked.filter)
  if (places === null && (isByActor || types === null)) return walkJournal(tx, scope, asked, isByActor)
  const { rows } = await newestOf(scope, asked, places).execute(tx)
  return pageOf(tx, scope, rows, asked.limit)
}

async function pageOf(tx: ReadTx, scope: Scope, rows: Found[], limit: number): Promise<LatestPage> {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const events = await viewEvents(
    tx,
    scope,
    page.map(({ at: _at, ...row }) => row),
  )
  return { events, last: last ? { at: last.at, seq: last.seq } : null }
}

/** The resource that was asked for with all that hangs on it; null when none was. */
function placesOf(
  scope: Scope,
  { thirdpartyId, dossierId, documentId }: Pick<LatestFilter, 'thirdpartyId' | 'dossierId' | 'documentId'>,
): Fragment | null {
  const of = (type: Resource['type'], id: number) =>
    resourcesOf(scope, { resource: { type, id }, withParts: true })
  if (documentId !== null) return of('DOCUMENT', documentId)
  if (dossierId !== null) return of('DOSSIER', dossierId)
  return thirdpartyId === null ? null : of('THIRD_PARTY', thirdpartyId)
}

const namedTypes = (types: readonly number[]): Fragment => {
  const wanted = eventTypes.filter(({ code }) => types.includes(code))
  return sql`select * from unnest(
    ${wanted.map(({ resourceType }) => resourceTypeCodes[resourceType])}::smallint[],
    ${wanted.map(({ code }) => code)}::bigint[])`
}

/**
 * The newest of each resource, or of each type where none was asked for, found along the index that begins with it,
 * then the newest of all these; only they are read in full.
 */
export function newestOf(
  scope: Scope,
  { filter, before, limit }: Asked,
  places: Fragment | null,
): RawBuilder<Found> {
  const { accountId } = scope
  const { types } = filter
  const key =
    places === null ? sql`n.event_type = r.id::smallint` : sql`n.resource_id = r.id ${ofTypes(types, 'n')}`
  const earlier =
    before === null ? sql`` : sql`and n.occurred_at <= ${before.at} and n.seq < ${before.seq}::bigint`
  return sql<Found>`
    with newest as materialized (
      select found.occurred_at, found.seq from (${places ?? namedTypes(types ?? [])}) r (type, id)
      cross join lateral (
        select n.occurred_at, n.seq from event n
        where n.account_id = ${accountId} and n.resource_type = r.type and ${key} ${earlier} ${kept(filter, 'n')}
        order by n.occurred_at desc, n.seq desc limit ${limit + 1}) found
      order by found.occurred_at desc, found.seq desc limit ${limit + 1})
    select ${eventColumns}, e.occurred_at as at from newest
    join event e on e.account_id = ${accountId} and e.seq = newest.seq and e.occurred_at = newest.occurred_at
    left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
    order by e.occurred_at desc, e.seq desc`
}

/** Backwards from number to number. */
async function walkJournal(
  tx: ReadTx,
  scope: Scope,
  { filter, before, limit }: Asked,
  isByActor: boolean,
): Promise<LatestPage> {
  const { accountId } = scope
  const { above, below } = await seqBounds(tx, scope, filter)
  const start = before?.seq ?? below ?? (await headOf(tx, scope)) + 1
  const end = isByActor ? Math.max(above, start - 1 - stride) : above
  const { rows } = await sql<Found>`
    select ${eventColumns}, e.occurred_at as at from event e
    left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
    where e.account_id = ${accountId} and e.seq < ${start}::bigint and e.seq > ${end}::bigint
      ${kept(filter, 'e')} ${isByActor ? ofTypes(filter.types, 'e') : sql``}
    order by e.seq desc limit ${limit + 1}`.execute(tx)
  const page = await pageOf(tx, scope, rows, limit)
  const isMore = page.last === null && end > above
  return isMore ? { ...page, last: { at: new Date(0), seq: end + 1 } } : page
}

async function headOf(tx: ReadTx, { accountId }: Scope): Promise<number> {
  const head = await tx
    .selectFrom('journal_head')
    .select('seq')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return head?.seq ?? 0
}

/** "+ 0" keeps the planner from answering by the index on types. */
function ofTypes(types: readonly number[] | null, alias: 'n' | 'e'): Fragment {
  return types === null ? sql`` : sql`and (${sql.ref(`${alias}.event_type`)} + 0) = any(${[...types]}::int[])`
}

function kept(filter: LatestFilter, alias: 'n' | 'e'): Fragment {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const { from, to, thirdpartyId, dossierId, documentId, actorType, actorId } = filter
  const conditions: (Fragment | null)[] = [
    from && sql`and ${column('occurred_at')} >= ${from}`,
    to && sql`and ${column('occurred_at')} < ${to}`,
    thirdpartyId === null ? null : sql`and ${column('thirdparty_id')} = ${thirdpartyId}`,
    dossierId === null ? null : sql`and ${column('dossier_id')} = ${dossierId}`,
    documentId === null ? null : sql`and ${column('document_id')} = ${documentId}`,
    actorType === null ? null : sql`and ${column('actor_type')} = ${actorType}`,
    actorId === null ? null : sql`and ${column('actor_id')} = ${actorId}`,
  ]
  const given = conditions.filter((one) => one !== null)
  return given.length === 0 ? sql`` : sql.join(given, sql` `)
}
